/// Counts the unread entries of an account that is not on screen.
public protocol CountUnreadUseCase: Sendable {
  /// The count as defined by `AccountUnread`; nil if none of its timelines was ever shown or the count is unknown.
  func callAsFunction(in account: AccountID) async -> Int?
}

public struct CountUnread: CountUnreadUseCase {
  private let sources: any SourceRepository
  private let session: any SessionRepository
  private let preferences: @Sendable () async -> ReadingPreferences

  public init(
    sources: any SourceRepository, session: any SessionRepository,
    preferences: @escaping @Sendable () async -> ReadingPreferences = { ReadingPreferences() }
  ) {
    self.sources = sources
    self.session = session
    self.preferences = preferences
  }

  public func callAsFunction(in account: AccountID) async -> Int? {
    guard let state = await session.load().accounts[account], !state.marks.isEmpty,
      let source = sources.source(of: account)
    else { return nil }
    let hidden = (try? await source.timelines.overview(.cached))?.hiddenAccounts ?? []
    let known = (try? await sources.accounts())?.first { $0.id == account }
    let user = known?.profile
    let preferences = await preferences()
    let track = TrackUnread(timelines: source.timelines, user: known?.ownEntryAuthor) { posts, timeline in
      let options = state.options[timeline] ?? TimelineOptions()
      let hiddenPosts = posts.filter { post in
        if hidden.hides(post, in: timeline) { return true }
        guard let user else { return false }
        return options.hiddenReason(of: post, in: timeline, user: user, preferences) != nil
      }
      return Set(hiddenPosts.map(\.key))
    }
    var parts: [AccountUnread.UnreadEntries] = []
    for timeline in AccountUnread.timelines {
      guard let mark = state.marks[timeline], let unread = try? await track.unread(of: timeline, above: mark) else {
        continue
      }
      parts.append(.init(count: unread.count, knownKeys: unread.knownKeys))
    }
    return parts.isEmpty ? nil : AccountUnread.total(of: parts)
  }
}
