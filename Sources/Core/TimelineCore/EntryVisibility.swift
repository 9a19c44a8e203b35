import Domain

/// Decides why entries of an account's timelines are not shown.
@MainActor
public struct EntryVisibility {
  private let relationships: RelationshipStore
  private let options: TimelineOptionsStore

  public init(_ relationships: RelationshipStore, _ options: TimelineOptionsStore) {
    self.relationships = relationships
    self.options = options
  }

  /// The reason that an entry is not shown; nil if it is shown.
  /// - Parameters:
  ///   - user: the profile of the account.
  ///   - group: the group to which the notifications are limited; nil for all.
  ///   - showsFiltered: whether entries that filters, mutes and blocks hide are shown.
  public func hiddenReason(
    of entry: Post, in timeline: TimelineID, user: Profile, group: NotificationGroup? = nil,
    showsFiltered: Bool = false
  ) -> HiddenReason? {
    let canBeDismissed = [.notifications, .merged(.notifications), .conversations].contains(timeline)
    if canBeDismissed, relationships.isHandled(entry) { return .dismissed }
    if timeline == .notifications, group?.includes(entry) == false { return .otherGroup }
    if !showsFiltered {
      if let reason = entry.filterReason { return reason }
      if relationships.hides(entry, in: timeline) { return .relationship }
    }
    return options.hiddenReason(of: entry, in: timeline, user: user)
  }

  /// The keys of the entries that are not shown in a timeline.
  public func hiddenKeys(among entries: [Post], in timeline: TimelineID, user: Profile) -> Set<PostKey> {
    Set(entries.filter { hiddenReason(of: $0, in: timeline, user: user) != nil }.map(\.key))
  }
}
