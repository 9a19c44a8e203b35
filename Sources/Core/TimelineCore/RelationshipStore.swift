import Domain
import FoundationEssentials
import Runtime

/// Observes relationships, to update profiles and hide or show entries.
@MainActor
public protocol RelationshipObserver: AnyObject {
  func relationshipsDidChange()
}

/// The relationships of the user to accounts, hashtags and notifications, for all screens of an account: what the
/// source has reported, with the user's actions since.
@MainActor
public final class RelationshipStore {
  private struct Report {
    var relationship: Relationship
    var at: Date
    /// The actions that the relationship includes.
    var revision: UserChanges.Revision
  }

  /// The time within which a reported relationship counts as current: the other account may accept a follow request,
  /// and the user may change the relationship elsewhere.
  private static let maxAge = Duration.seconds(120)

  private let clock: any WallClock
  private let changes: UserChanges
  /// By account ID.
  private var reports: [String: Report] = [:]
  private var lockedAccounts: Set<String> = []
  /// In lower case, as last reported by the source.
  private var followedTags: Set<String> = []
  private var tagsReportedAt: Date?
  /// Accounts that were muted or blocked before launch.
  private var hidden: [String: HiddenAccount] = [:]
  private var observers = WeakObservers<any RelationshipObserver>()
  private let runner: TaskRunner?
  /// Waits until the next mute expires.
  private var muteExpiry: (until: Date, task: Task<Void, Never>)?

  /// - Parameter runner: runs the timer that notifies observers when a mute expires. Without it they see the change
  ///   when they next ask.
  public init(_ changes: UserChanges = UserChanges(), clock: any WallClock, runner: TaskRunner? = nil) {
    self.changes = changes
    self.clock = clock
    self.runner = runner
  }

  deinit { muteExpiry?.task.cancel() }

  /// The relationship, if the source has reported it; nil if it has not.
  public subscript(reported account: String) -> Relationship? { reports[account].flatMap { _ in self[account] } }

  /// The relationship that the source has reported, with the effect of the user's actions; nil without both.
  public subscript(account: String) -> Relationship? { relationship(with: account)?.at(clock.now) }

  /// With mutes that have ended.
  private func relationship(with account: String) -> Relationship? {
    let report = reports[account]
    let since = changes.about(.account(account)).filter { change in
      report.map { !change.isIncluded(in: $0.revision) } ?? true
    }
    guard report != nil || !since.isEmpty else { return nil }
    return since.reduce(report?.relationship ?? Relationship()) {
      $0.applying($1, requiresApproval: lockedAccounts.contains(account))
    }
  }

  /// Whether the source has not reported the relationship within the last minutes.
  func isOutdated(_ account: String) -> Bool {
    reports[account].map { !clock.isWithin(Self.maxAge, of: $0.at) } ?? true
  }

  /// The lists to which the user has added an account.
  public func lists(of account: String) -> Set<String> {
    var lists: Set<String> = []
    for case .addToList(let isOn, let list, _) in changes.about(.account(account)).map(\.action) {
      if isOn { lists.insert(list) } else { lists.remove(list) }
    }
    return lists
  }

  /// Whether the user follows a hashtag; nil if unknown.
  public func isFollowed(tag: String) -> Bool? {
    let tag = tag.lowercased()
    if let change = changes.about(.tag(tag)).last, !isReported(change) { return change.action.isOn }
    return followedTags.contains(tag) ? true : nil
  }

  /// Whether the reported hashtags include the change.
  private func isReported(_ change: UserChanges.Change) -> Bool { tagsReportedAt.map(change.isSettled) ?? false }

  /// The timelines of a source, plus the hashtags that the user has followed and minus those unfollowed since the
  /// source listed them.
  public func applyFollowedTags(to timelines: [ListedTimeline]) -> [ListedTimeline] {
    var changed: [String: (name: String, isFollowed: Bool)] = [:]
    for change in changes.all where !isReported(change) {
      if case .followTag(let isOn, let tag) = change.action { changed[tag.lowercased()] = (tag, isOn) }
    }
    guard !changed.isEmpty else { return timelines }
    var listed = timelines.filter { $0.tag.flatMap { changed[$0.lowercased()] }?.isFollowed != false }
    let known = Set(listed.compactMap { $0.tag?.lowercased() })
    let new = changed.filter { $0.value.isFollowed && !known.contains($0.key) }.map(\.value.name)
    listed += new.sorted().map { ListedTimeline(.tag($0)) }
    return listed
  }

  /// The blocked servers that a source has listed, with the user's actions.
  public func applyBlockedServers(to hosts: [String]) -> [String] {
    var changed: [String: Bool] = [:]
    for case .blockServer(let isOn, let host) in changes.all.map(\.action) { changed[host.lowercased()] = isOn }
    let known = Set(hosts.map { $0.lowercased() })
    let added = changed.filter { $0.value && !known.contains($0.key) }.map(\.key).sorted()
    return hosts.filter { changed[$0.lowercased()] != false } + added
  }

  public func add(_ observer: any RelationshipObserver) {
    observers.add(observer)
  }
}

// MARK: - Changes

extension RelationshipStore {
  /// Updates an account with its loaded profile.
  public func update(_ page: ProfilePage) {
    let id = page.profile.actionTargetID
    if page.isLocked { lockedAccounts.insert(id) } else { lockedAccounts.remove(id) }
    if let relationship = page.relationship { update(relationship, with: id) }
  }

  /// Updates the relationship with an account as reported by the source.
  public func update(_ relationship: Relationship, with account: String) {
    let (before, unfollowedAt) = (self.relationship(with: account), unfollowDate(of: account))
    let wasReported = reports[account] != nil
    let reported = before.map(relationship.keepingMute) ?? relationship
    reports[account] = Report(relationship: reported, at: clock.now, revision: changes.currentRevision)
    let isSame = self.relationship(with: account) == before && unfollowDate(of: account) == unfollowedAt
    if !wasReported || !isSame { notify() }
  }

  /// Sets the muted and blocked accounts, before the source has reported each relationship.
  public func update(hidden accounts: [HiddenAccount]) {
    let known = Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    guard known != hidden else { return }
    hidden = known
    notify()
  }

  /// Sets the hashtags that the user follows, as reported by the source.
  /// - Parameter date: the date of the report; nil if unknown. Changes of the user that it may not include take
  ///   precedence.
  public func update(followed: [String], asOf date: Date?) {
    followedTags = Set(followed.map { $0.lowercased() })
    tagsReportedAt = date
  }

  /// Notifies the observers that the user has acted, or an action was refused.
  func notify() {
    scheduleMuteExpiry()
    observers.notify { $0.relationshipsDidChange() }
  }
}

// MARK: - Expiring mutes

extension RelationshipStore {
  private func scheduleMuteExpiry() {
    let now = clock.now
    let changed = Set(changes.all.compactMap(\.action.account)).compactMap(relationship)
    let known = reports.values.map(\.relationship) + hidden.values.map(\.relationship)
    let next = (changed + known).compactMap(\.mutedUntil).filter { $0 > now }.min()
    guard next != muteExpiry?.until else { return }
    muteExpiry?.task.cancel()
    muteExpiry = nil
    guard let next, let runner else { return }
    let task = runner.start(for: self) { [weak self, clock] in
      // The clock may have been changed during the sleep.
      while clock.now < next {
        guard (try? await clock.sleep(seconds: next.timeIntervalSince(clock.now))) != nil else { return }
      }
      self?.muteExpiry = nil
      self?.notify()
    }
    muteExpiry = (next, task)
  }
}

// MARK: - Conversations

extension RelationshipStore {
  /// Whether an entry is a conversation with posts that the user has not read.
  public func isUnreadConversation(_ entry: Post) -> Bool {
    guard let notification = entry.notification, notification.isUnreadConversation else { return false }
    guard let readAt = notification.conversation.flatMap({ date(of: .readConversation, about: .conversation($0)) })
    else { return true }
    return entry.timelineDate.map { $0 > readAt } ?? false
  }
}

// MARK: - Hidden entries

extension RelationshipStore {
  /// Whether an entry is hidden in a timeline: servers leave out muted and blocked accounts, and dismissed
  /// notifications.
  public func hides(_ entry: Post, in timeline: TimelineID) -> Bool {
    switch timeline {
    case .notifications: entry.notification.map(hides) ?? false
    case .home, .local, .federated, .list, .tag:
      [entry.author, entry.repost?.by].compactMap { $0?.actionTargetID }
        .contains { isMutedOrBlocked($0, at: entry.timelineDate) }
        || [entry.author, entry.repost?.by].contains { $0.map { isServerBlocked(of: $0) == true } ?? false }
        || entry.repost?.by.map { hidesReposts(by: $0.actionTargetID) } ?? false
        || timeline.listsFollowedAccounts && isUnfollowed(entry)
    case .merged(let merged): hides(entry, in: merged.source)
    // Accounts have other IDs at another server.
    case .conversations, .favourites, .bookmarks, .profile, .quotes, .search, .searchOfAll, .publicTimeline, .named:
      false
    }
  }

  /// Whether the notification of an entry has been dismissed, is a follow request that the user has answered, or a
  /// conversation that the user has removed.
  public func isHandled(_ entry: Post) -> Bool {
    guard let notification = entry.notification else { return false }
    guard let conversation = notification.conversation else { return isHandled(notification) }
    // A later message brings it back.
    guard let removedAt = date(of: .removeConversation, about: .conversation(conversation)) else { return false }
    return notification.at.map { $0 <= removedAt } ?? true
  }

  /// When the user last performed an action of a kind; nil if not recently.
  private func date(of kind: UserAction.Kind, about subject: UserAction.Subject) -> Date? {
    changes.about(subject).last { $0.action.kind == kind }?.at
  }

  /// When the user unfollowed an account; nil if it has been followed since. Servers remove its older posts from Home
  /// and lists (Mastodon, app/workers/unmerge_worker.rb).
  private func unfollowDate(of account: String) -> Date? {
    guard let change = changes.about(.account(account)).last(where: { $0.action.kind == .follow }), change.endsFollow
    else { return nil }
    if let report = reports[account], report.relationship.flags.contains(.following), change.isSettled(at: report.at) {
      return nil
    }
    return change.at
  }

  /// Whether the user has hidden the reposts of an account, and has not shown them again elsewhere.
  private func hidesReposts(by account: String) -> Bool {
    changes.about(.account(account)).last { $0.action.kind == .showReposts }?.action.isOn == false
      && self[account]?.flags.contains(.showingReposts) != true
  }

  /// Whether an entry came from an account that the user has unfollowed since.
  private func isUnfollowed(_ entry: Post) -> Bool {
    guard let account = entry.repost?.by ?? entry.author, let date = unfollowDate(of: account.actionTargetID) else {
      return false
    }
    return entry.timelineDate.map { $0 <= date } ?? true
  }

  private func isHandled(_ notification: PostNotification) -> Bool {
    if date(of: .dismiss, about: .notification(notification.id)) != nil { return true }
    guard notification.kind == .followRequest, let account = notification.profiles.first?.actionTargetID,
      let handledAt = date(of: .acceptFollower, about: .account(account))
    else { return false }
    return notification.at.map { $0 <= handledAt } ?? true
  }

  private func hides(_ notification: PostNotification) -> Bool {
    if isHandled(notification) { return true }
    let accounts = notification.profiles.map(\.actionTargetID)
    let moment = notification.at
    return !accounts.isEmpty && notification.count <= accounts.count
      && accounts.allSatisfy { account in
        isMutedOrBlocked(account, at: moment) && relationship(with: account, at: moment)?.hidesNotifications == true
      }
  }

  /// The relationship that applies to an entry of a given date.
  private func relationship(with account: String, at moment: Date?) -> Relationship? {
    if let known = self[account] { return known }
    guard let before = hidden[account], moment.map({ $0 <= before.since }) ?? true else { return nil }
    return before.relationship.at(clock.now)
  }

  /// Whether the user has blocked or unblocked the server of an account recently; nil if neither.
  public func isServerBlocked(of profile: Profile) -> Bool? {
    profile.server.flatMap { changes.about(.server($0.lowercased())).last?.action.isOn }
  }

  private func isMutedOrBlocked(_ account: String, at moment: Date?) -> Bool {
    relationship(with: account, at: moment).map { !$0.flags.isDisjoint(with: [.blocking, .muting]) } ?? false
  }
}

extension Relationship {
  fileprivate var hidesNotifications: Bool { !flags.isDisjoint(with: [.blocking, .mutingNotifications]) }
}

extension ListedTimeline {
  fileprivate var tag: String? { if case .tag(let name) = id { name } else { nil } }
}

extension TimelineID {
  /// Whether the timeline contains the posts of accounts that the user follows.
  fileprivate var listsFollowedAccounts: Bool {
    switch self {
    case .home, .list: true
    default: false
    }
  }
}
