import Domain
import FoundationEssentials
import Runtime

/// Observes relationships, to update profiles and hide or show entries.
@MainActor
public protocol RelationshipObserver: AnyObject {
  func relationshipsDidChange()
}

/// The user's relationships to accounts, hashtags and notifications, for all screens of an account. The user's actions
/// apply immediately.
@MainActor
public final class RelationshipStore {
  fileprivate struct KnownAccount {
    var relationship = Relationship()
    /// When the source last reported the relationship; if nil, it contains only the user's actions.
    var reportedAt: Date?
    var isLocked = false
    /// Whether the user has hidden the account's reposts, and the source has not reported otherwise since.
    var hidesReposts = false
    /// The number of actions being sent. What the source reports meanwhile may be older.
    var pendingCount = 0
    var reportedMeanwhile: Relationship?
    var lists: Set<String> = []
    /// When the user unfollowed the account. Servers remove its older posts from Home and lists (Mastodon,
    /// app/workers/unmerge_worker.rb).
    var unfollowedAt: Date?
    /// The relationship before and after the user's last action, by the property that the action changes.
    var changes: [String: (before: Relationship, after: Relationship)] = [:]

    var isReported: Bool { reportedAt != nil }
  }

  private struct Tag {
    /// As the user or the source writes it.
    var name: String
    var isFollowed: Bool
    /// When the user followed or unfollowed it here; nil if the source has reported it.
    var changedAt: Date?
  }

  /// The time after an action within which a server may respond with the earlier state.
  private static let settlingTime = Duration.seconds(30)
  /// The time within which a reported relationship counts as current: the other account may accept a follow request, and
  /// the user may change the relationship elsewhere.
  private static let maxAge = Duration.seconds(120)

  private let clock: any WallClock
  private var accounts: [String: KnownAccount] = [:]
  private var tags: [String: Tag] = [:]
  /// Follow requests that the user has accepted or rejected, by account ID, and when.
  private var handledRequests: [String: Date] = [:]
  private var dismissed: Set<String> = []
  /// When the user has removed conversations, by the server's IDs.
  private var removedConversations: [String: Date] = [:]
  /// When the user has read conversations, by the server's IDs.
  private var readConversations: [String: Date] = [:]
  /// Hosts that the user has blocked or unblocked since launch.
  private var serverBlocks: [String: Bool] = [:]
  /// Accounts that were muted or blocked before launch.
  private var hidden: [String: HiddenAccount] = [:]
  private var observers = WeakObservers<any RelationshipObserver>()
  private let runner: TaskRunner?
  /// Waits until the next mute expires.
  private var muteExpiry: (until: Date, task: Task<Void, Never>)?

  /// - Parameter runner: runs the timer that notifies observers when a mute expires. Without it they see the change
  ///   when they next ask.
  public init(clock: any WallClock, runner: TaskRunner? = nil) {
    self.clock = clock
    self.runner = runner
  }

  deinit { muteExpiry?.task.cancel() }

  /// The relationship that the source has reported; nil if it has not.
  public subscript(reported account: String) -> Relationship? {
    accounts[account].flatMap { $0.isReported ? $0.relationship.at(clock.now) : nil }
  }

  /// The relationship that the source has reported, or else the effect of the user's actions.
  public subscript(account: String) -> Relationship? { accounts[account]?.relationship.at(clock.now) }

  /// Whether the source has not reported the relationship within the last minutes.
  func isOutdated(_ account: String) -> Bool {
    accounts[account]?.reportedAt.map { !clock.isWithin(Self.maxAge, of: $0) } ?? true
  }

  /// The lists to which the user has added an account.
  public func lists(of account: String) -> Set<String> { accounts[account]?.lists ?? [] }

  /// Whether the user follows a hashtag; nil if unknown.
  public func isFollowed(tag: String) -> Bool? { tags[tag.lowercased()]?.isFollowed }

  /// The timelines of a source, plus the hashtags that the user has followed and minus those unfollowed since the
  /// source listed them.
  public func applyFollowedTags(to timelines: [ListedTimeline]) -> [ListedTimeline] {
    let changed = tags.filter { $0.value.changedAt != nil }
    guard !changed.isEmpty else { return timelines }
    var listed = timelines.filter { $0.tag.flatMap { changed[$0.lowercased()] }?.isFollowed != false }
    let known = Set(listed.compactMap { $0.tag?.lowercased() })
    let new = changed.filter { $0.value.isFollowed && !known.contains($0.key) }.map(\.value)
    listed += new.sorted { $0.name < $1.name }.map { ListedTimeline(.tag($0.name)) }
    return listed
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
    accounts[id, default: KnownAccount()].isLocked = page.isLocked
    if let relationship = page.relationship { update(relationship, with: id) }
  }

  /// Updates the relationship with an account as reported by the source.
  public func update(_ relationship: Relationship, with account: String) {
    var known = accounts[account] ?? KnownAccount()
    let relationship = relationship.keepingMute(of: known.relationship)
    if known.pendingCount > 0, known.isReported {
      known.reportedMeanwhile = relationship
    } else {
      known.relationship = relationship
    }
    known.reportedAt = clock.now
    if known.pendingCount == 0 {
      known.apply(reported: relationship.flags, settledBy: clock.now - Self.settlingTime / .seconds(1))
    }
    let before = accounts[account]
    accounts[account] = known
    let isSame = before.map {
      $0.isReported && $0.relationship == known.relationship && $0.hidesReposts == known.hidesReposts
        && $0.unfollowedAt == known.unfollowedAt
    }
    if isSame != true { notify() }
  }

  /// Sets the muted and blocked accounts, before the source has reported each relationship.
  public func update(hidden accounts: [HiddenAccount]) {
    let known = Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    guard known != hidden else { return }
    hidden = known
    notify()
  }

  /// Sets the hashtags that the user follows, as reported by the source.
  /// - Parameter moment: when it reported them; nil if unknown. Changes that the user has made since then, or less than
  ///   `settlingTime` before, take precedence.
  public func update(followed: [String], asOf moment: Date?) {
    if let moment {
      tags = tags.filter { _, tag in
        tag.changedAt.map { moment.timeIntervalSince($0) < Self.settlingTime / .seconds(1) } ?? true
      }
    }
    for tag in followed where tags[tag.lowercased()] == nil {
      tags[tag.lowercased()] = Tag(name: tag, isFollowed: true)
    }
  }

  /// Applies an action that is about to be sent.
  func actionWillStart(_ action: UserAction) {
    show(action)
    if let account = action.account { accounts[account, default: KnownAccount()].pendingCount += 1 }
    notify()
  }

  /// Ends an action that the source has accepted.
  func actionDidFinish(_ action: UserAction) {
    guard let account = action.account, var known = accounts[account] else { return }
    known.pendingCount = max(0, known.pendingCount - 1)
    let reported = known.pendingCount == 0 ? known.reportedMeanwhile : nil
    if known.pendingCount == 0 { known.reportedMeanwhile = nil }
    let isOther = reported.map { $0 != known.relationship } ?? false
    known.relationship = reported ?? known.relationship
    accounts[account] = known
    if isOther { notify() }
  }

  /// Reverts an action, except for what has been changed since.
  func revert(_ action: UserAction) {
    switch action {
    case .acceptFollower(_, let account): handledRequests[account] = nil
    case .dismiss(let notification): dismissed.remove(notification)
    case .removeConversation(let id): removedConversations[id] = nil
    case .readConversation(let id): readConversations[id] = nil
    case .followTag(let isOn, let tag): setFollowed(!isOn, tag)
    case .addToList(let isOn, let list, let account): setList(list, of: account, isOn: !isOn)
    case .showReposts(let isOn, let account): accounts[account]?.hidesReposts = isOn
    case .blockServer(let isOn, let host): serverBlocks[host.lowercased()] = !isOn
    case .follow(_, let account): accounts[account]?.unfollowedAt = nil
    default: break
    }
    if let account = action.account, let change = accounts[account]?.changes.removeValue(forKey: action.target) {
      accounts[account]?.relationship.revert(change.after, to: change.before)
    }
    notify()
  }

  private func show(_ action: UserAction) {
    switch action {
    case .acceptFollower(_, let account): handledRequests[account] = clock.now
    case .dismiss(let notification): dismissed.insert(notification)
    case .removeConversation(let id): removedConversations[id] = clock.now
    case .readConversation(let id): readConversations[id] = clock.now
    case .followTag(let isOn, let tag): setFollowed(isOn, tag)
    case .addToList(let isOn, let list, let account): setList(list, of: account, isOn: isOn)
    case .showReposts(let isOn, let account): accounts[account, default: KnownAccount()].hidesReposts = !isOn
    case .blockServer(let isOn, let host): serverBlocks[host.lowercased()] = isOn
    default: break
    }
    guard let account = action.account else { return }
    var known = accounts[account] ?? KnownAccount()
    let before = known.relationship
    known.relationship = before.applying(action, at: clock.now, requiresApproval: known.isLocked)
    known.changes[action.target] = (before, known.relationship)
    if case .follow(let isOn, _) = action {
      known.unfollowedAt = !isOn && before.flags.contains(.following) ? clock.now : nil
    }
    accounts[account] = known
  }

  private func setFollowed(_ isOn: Bool, _ tag: String) {
    let name = tags[tag.lowercased()]?.name ?? tag
    tags[tag.lowercased()] = Tag(name: name, isFollowed: isOn, changedAt: clock.now)
  }

  private func setList(_ list: String, of account: String, isOn: Bool) {
    if isOn {
      accounts[account, default: KnownAccount()].lists.insert(list)
    } else {
      accounts[account]?.lists.remove(list)
    }
  }

  private func notify() {
    scheduleMuteExpiry()
    observers.notify { $0.relationshipsDidChange() }
  }
}

// MARK: - Expiring mutes

extension RelationshipStore {
  private func scheduleMuteExpiry() {
    let now = clock.now
    let relationships = accounts.values.map(\.relationship) + hidden.values.map(\.relationship)
    let next = relationships.compactMap(\.mutedUntil).filter { $0 > now }.min()
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
    guard let readAt = notification.conversation.flatMap({ readConversations[$0] }) else { return true }
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
        || !serverBlocks.isEmpty
          && [entry.author, entry.repost?.by].contains { $0.map { isServerBlocked(of: $0) == true } ?? false }
        || entry.repost?.by.map { accounts[$0.actionTargetID]?.hidesReposts == true } ?? false
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
    guard let removedAt = removedConversations[conversation] else { return false }
    return notification.at.map { $0 <= removedAt } ?? true
  }

  /// Whether an entry came from an account that the user has unfollowed since.
  private func isUnfollowed(_ entry: Post) -> Bool {
    guard let account = (entry.repost?.by ?? entry.author)?.actionTargetID, let moment = accounts[account]?.unfollowedAt
    else {
      return false
    }
    return entry.timelineDate.map { $0 <= moment } ?? true
  }

  private func isHandled(_ notification: PostNotification) -> Bool {
    if dismissed.contains(notification.id) { return true }
    guard notification.kind == .followRequest, let account = notification.profiles.first?.actionTargetID,
      let moment = handledRequests[account]
    else { return false }
    return notification.at.map { $0 <= moment } ?? true
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
    if let known = accounts[account], known.isReported || !known.changes.isEmpty { return self[account] }
    guard let before = hidden[account], moment.map({ $0 <= before.since }) ?? true else { return nil }
    return before.relationship.at(clock.now)
  }

  /// The hosts that the user has blocked (true) or unblocked since launch, in lower case.
  public var changedServerBlocks: [String: Bool] { serverBlocks }

  /// Whether the user has blocked or unblocked the server of an account since launch; nil if neither.
  public func isServerBlocked(of profile: Profile) -> Bool? {
    profile.server.flatMap { serverBlocks[$0.lowercased()] }
  }

  private func isMutedOrBlocked(_ account: String, at moment: Date?) -> Bool {
    relationship(with: account, at: moment).map { !$0.flags.isDisjoint(with: [.blocking, .muting]) } ?? false
  }
}

extension RelationshipStore.KnownAccount {
  /// Ends what the user has changed elsewhere since.
  /// - Parameter date: The user's actions before this are part of the report.
  fileprivate mutating func apply(reported flags: Set<Relationship.Flag>, settledBy date: Date) {
    if flags.contains(.showingReposts) { hidesReposts = false }
    if flags.contains(.following), let unfollowedAt, unfollowedAt < date { self.unfollowedAt = nil }
  }
}

extension Relationship {
  /// Keeps the known end of a mute, which servers do not report.
  fileprivate func keepingMute(of known: Relationship) -> Relationship {
    guard flags.contains(.muting), known.flags.contains(.muting), mutedUntil == nil else { return self }
    var relationship = self
    relationship.mutedUntil = known.mutedUntil
    return relationship
  }

  /// Reverts a change, except for what has been changed since.
  fileprivate mutating func revert(_ after: Relationship, to before: Relationship) {
    for flag in after.flags.subtracting(before.flags) { flags.remove(flag) }
    for flag in before.flags.subtracting(after.flags) { flags.insert(flag) }
    if mutedUntil == after.mutedUntil { mutedUntil = before.mutedUntil }
    if note == after.note { note = before.note }
  }

  fileprivate var hidesNotifications: Bool { !flags.isDisjoint(with: [.blocking, .mutingNotifications]) }
}

extension UserAction {
  /// What the action changes. Of two actions with the same target the later one applies.
  fileprivate var target: String { slot ?? kind.rawValue }
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
