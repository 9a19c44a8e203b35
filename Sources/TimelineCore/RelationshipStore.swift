import Domain
import FoundationEssentials
import Runtime

/// Whoever shows somebody, or entries that come and go with what there is between people and the reader.
@MainActor
public protocol RelationshipObserver: AnyObject {
  func relationshipsDidChange()
}

/// What there is between the reader and people, tags and notifications, as far as an account's screens know: what the
/// reader has done is so at once on all of them.
@MainActor
public final class RelationshipStore {
  private struct Known {
    var relationship = Relationship()
    /// Whether the source has told it; else it is but what the reader has done.
    var isNotified = false
    var isLocked = false
    var showsReposts = true
    /// What is on its way to the source. What that says meanwhile may be older.
    var underWay = 0
    var toldMeanwhile: Relationship?
    var lists: Set<String> = []
    /// When the user unfollowed them: servers take what they have posted until then out of Home and lists (Mastodon,
    /// app/workers/unmerge_worker.rb).
    var unfollowedAt: Date?
    /// What the reader's actions have changed, by what they are about: what the last one found, and what it left.
    var changes: [String: (before: Relationship, after: Relationship)] = [:]
  }

  private struct Tag {
    /// As the user or the source writes it.
    var name: String
    var isFollowed: Bool
    /// When the user followed or unfollowed it here; nil if the source has told.
    var changedAt: Date?
  }

  /// In seconds: a server that was asked so soon after an action may have answered before it knew of it.
  private static let settlingTime = 30.0

  private struct Holder {
    weak var holder: (any RelationshipObserver)?
  }

  private let clock: any WallClock
  private var people: [String: Known] = [:]
  private var tags: [String: Tag] = [:]
  /// Whose request to follow the reader has answered, and when.
  private var answered: [String: Date] = [:]
  private var dismissed: Set<String> = []
  /// Whom the reader has muted or blocked before the program was started.
  private var hidden: [String: HiddenAccount] = [:]
  private var holders: [Holder] = []
  private let runner: TaskRunner?
  /// Waits for the next moment at which somebody is muted no longer.
  private var waiting: (until: Date, task: Task<Void, Never>)?

  /// - Parameter runner: has holders hear of it when the time is over for which somebody was muted; without it they see
  ///   that when they look next.
  public init(clock: any WallClock, runner: TaskRunner? = nil) {
    self.clock = clock
    self.runner = runner
  }

  deinit { waiting?.task.cancel() }

  /// What there is between the reader and somebody; nil where the source has not told.
  public subscript(told person: String) -> Relationship? {
    people[person].flatMap { $0.isNotified ? $0.relationship.at(clock.now) : nil }
  }

  /// The same, else what the reader has done.
  public subscript(person: String) -> Relationship? { people[person]?.relationship.at(clock.now) }

  /// The lists that the reader has put somebody on.
  public func lists(of person: String) -> Set<String> { people[person]?.lists ?? [] }

  /// Whether the reader follows a tag; nil where nobody knows.
  public func isFollowed(tag: String) -> Bool? { tags[tag.lowercased()]?.isFollowed }

  /// The timelines that a source lists, with the tags that the user has followed and without those they have unfollowed
  /// since it said so.
  public func applyFollowedTags(to timelines: [ListedTimeline]) -> [ListedTimeline] {
    let changed = tags.filter { $0.value.changedAt != nil }
    guard !changed.isEmpty else { return timelines }
    var listed = timelines.filter { $0.tag.flatMap { changed[$0.lowercased()] }?.isFollowed != false }
    let known = Set(listed.compactMap { $0.tag?.lowercased() })
    let new = changed.filter { $0.value.isFollowed && !known.contains($0.key) }.map(\.value)
    listed += new.sorted { $0.name < $1.name }.map { ListedTimeline(.tag($0.name)) }
    return listed
  }

  public func add(_ holder: any RelationshipObserver) {
    holders = holders.filter { $0.holder != nil } + [Holder(holder: holder)]
  }
}

// MARK: - What becomes of them

extension RelationshipStore {
  /// The source tells of somebody.
  public func learn(_ page: ProfilePage) {
    let id = page.profile.actingID
    people[id, default: Known()].isLocked = page.isLocked
    if let relationship = page.relationship { learn(relationship, with: id) }
  }

  /// The source says what there is between the reader and somebody now.
  public func learn(_ relationship: Relationship, with person: String) {
    var known = people[person] ?? Known()
    let relationship = relationship.keepingMute(of: known.relationship)
    if known.underWay > 0, known.isNotified {
      known.toldMeanwhile = relationship
    } else {
      known.relationship = relationship
    }
    known.isNotified = true
    guard people[person].map({ $0.relationship != known.relationship || !$0.isNotified }) ?? true else {
      people[person] = known
      return
    }
    people[person] = known
    notify()
  }

  /// Whom the reader has muted or blocked is known before the source has said anything of them.
  public func learn(hidden people: [HiddenAccount]) {
    let known = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    guard known != hidden else { return }
    hidden = known
    notify()
  }

  /// The source says which tags the user follows.
  /// - Parameter moment: when it said so; nil if that is not known. What the user has done since then, or shortly before,
  ///   holds.
  public func learn(followed: [String], asOf moment: Date?) {
    if let moment {
      tags = tags.filter { _, tag in
        tag.changedAt.map { moment.timeIntervalSince($0) < Self.settlingTime } ?? true
      }
    }
    for tag in followed where tags[tag.lowercased()] == nil {
      tags[tag.lowercased()] = Tag(name: tag, isFollowed: true)
    }
  }

  /// The reader has done something, and the source is about to be told.
  func begin(_ action: UserAction) {
    show(action)
    if let person = action.person { people[person, default: Known()].underWay += 1 }
    notify()
  }

  /// The source has taken it.
  func end(_ action: UserAction) {
    guard let person = action.person, var known = people[person] else { return }
    known.underWay = max(0, known.underWay - 1)
    let told = known.underWay == 0 ? known.toldMeanwhile : nil
    if known.underWay == 0 { known.toldMeanwhile = nil }
    let isOther = told.map { $0 != known.relationship } ?? false
    known.relationship = told ?? known.relationship
    people[person] = known
    if isOther { notify() }
  }

  /// It is not so: what the action has changed is as before, unless something else has changed it since.
  func takeBack(_ action: UserAction) {
    switch action {
    case .acceptFollower(_, let person): answered[person] = nil
    case .dismiss(let notification): dismissed.remove(notification)
    case .followTag(let isOn, let tag): setFollowed(!isOn, tag)
    case .addToList(let isOn, let list, let person): setList(list, of: person, isOn: !isOn)
    case .showReposts(let isOn, let person): people[person]?.showsReposts = !isOn
    case .follow(_, let person): people[person]?.unfollowedAt = nil
    default: break
    }
    if let person = action.person, let change = people[person]?.changes.removeValue(forKey: action.place) {
      people[person]?.relationship.revert(change.after, to: change.before)
    }
    notify()
  }

  private func show(_ action: UserAction) {
    switch action {
    case .acceptFollower(_, let person): answered[person] = clock.now
    case .dismiss(let notification): dismissed.insert(notification)
    case .followTag(let isOn, let tag): setFollowed(isOn, tag)
    case .addToList(let isOn, let list, let person): setList(list, of: person, isOn: isOn)
    case .showReposts(let isOn, let person): people[person, default: Known()].showsReposts = isOn
    default: break
    }
    guard let person = action.person else { return }
    var known = people[person] ?? Known()
    let before = known.relationship
    known.relationship = before.applying(action, at: clock.now, asksFirst: known.isLocked)
    known.changes[action.place] = (before, known.relationship)
    if case .follow(let isOn, _) = action {
      known.unfollowedAt = !isOn && before.ties.contains(.following) ? clock.now : nil
    }
    people[person] = known
  }

  private func setFollowed(_ isOn: Bool, _ tag: String) {
    let name = tags[tag.lowercased()]?.name ?? tag
    tags[tag.lowercased()] = Tag(name: name, isFollowed: isOn, changedAt: clock.now)
  }

  private func setList(_ list: String, of person: String, isOn: Bool) {
    if isOn { people[person, default: Known()].lists.insert(list) } else { people[person]?.lists.remove(list) }
  }

  private func notify() {
    waitForEndOfMute()
    for holder in holders.compactMap(\.holder) { holder.relationshipsDidChange() }
  }
}

// MARK: - What ends by itself

extension RelationshipStore {
  private func waitForEndOfMute() {
    let now = clock.now
    let relationships = people.values.map(\.relationship) + hidden.values.map(\.relationship)
    let next = relationships.compactMap(\.mutedUntil).filter { $0 > now }.min()
    guard next != waiting?.until else { return }
    waiting?.task.cancel()
    waiting = nil
    guard let next, let runner else { return }
    let task = runner.start(for: self) { [weak self, clock] in
      // A clock that was set meanwhile is asked once more.
      while clock.now < next {
        guard (try? await clock.sleep(seconds: next.timeIntervalSince(clock.now))) != nil else { return }
      }
      self?.waiting = nil
      self?.notify()
    }
    waiting = (next, task)
  }
}

// MARK: - What is not shown

extension RelationshipStore {
  /// Whether an entry stands in a timeline no more: servers leave out who is muted or blocked, and what has been
  /// dismissed.
  public func hides(_ entry: Post, in timeline: TimelineID) -> Bool {
    switch timeline {
    case .notifications: entry.notification.map(hides) ?? false
    case .home, .local, .federated, .list, .tag:
      [entry.author, entry.repost?.by].compactMap { $0?.actingID }
        .contains { isMutedOrBlocked($0, at: entry.timelineDate) }
        || entry.repost?.by.map { people[$0.actingID]?.showsReposts == false } ?? false
        || timeline.followsPeople && isUnfollowed(entry)
    case .favourites, .bookmarks, .profile, .search, .searchOfAll, .named: false
    }
  }

  public func hidden(among posts: [Post], in timeline: TimelineID) -> Set<PostKey> {
    Set(posts.filter { hides($0, in: timeline) }.map(\.key))
  }

  /// Whether an entry tells of a notification that the reader has dismissed, or of a request that they have answered.
  public func isAnswered(_ entry: Post) -> Bool { entry.notification.map(isAnswered) ?? false }

  /// Whether an entry came from an account that the user has unfollowed since.
  private func isUnfollowed(_ entry: Post) -> Bool {
    guard let person = (entry.repost?.by ?? entry.author)?.actingID, let moment = people[person]?.unfollowedAt else {
      return false
    }
    return entry.timelineDate.map { $0 <= moment } ?? true
  }

  private func isAnswered(_ notification: PostNotification) -> Bool {
    if dismissed.contains(notification.id) { return true }
    guard notification.kind == .followRequest, let person = notification.people.first?.actingID,
      let moment = answered[person]
    else { return false }
    return notification.at.map { $0 <= moment } ?? true
  }

  private func hides(_ notification: PostNotification) -> Bool {
    if isAnswered(notification) { return true }
    let who = notification.people.map(\.actingID)
    let moment = notification.at
    return !who.isEmpty && notification.count <= who.count
      && who.allSatisfy { person in
        isMutedOrBlocked(person, at: moment) && relationship(with: person, at: moment)?.hidesNotifications == true
      }
  }

  /// What holds for an entry of that moment.
  private func relationship(with person: String, at moment: Date?) -> Relationship? {
    if let known = people[person], known.isNotified || !known.changes.isEmpty { return self[person] }
    guard let before = hidden[person], moment.map({ $0 <= before.since }) ?? true else { return nil }
    return before.relationship.at(clock.now)
  }

  private func isMutedOrBlocked(_ person: String, at moment: Date?) -> Bool {
    relationship(with: person, at: moment).map { !$0.ties.isDisjoint(with: [.blocking, .muting]) } ?? false
  }
}

extension Relationship {
  /// Until when somebody is muted servers do not say: what is known of that stays.
  fileprivate func keepingMute(of known: Relationship) -> Relationship {
    guard ties.contains(.muting), known.ties.contains(.muting), mutedUntil == nil else { return self }
    var relationship = self
    relationship.mutedUntil = known.mutedUntil
    return relationship
  }

  /// Takes back what was changed, as far as it is still so.
  fileprivate mutating func revert(_ after: Relationship, to before: Relationship) {
    for tie in after.ties.subtracting(before.ties) { ties.remove(tie) }
    for tie in before.ties.subtracting(after.ties) { ties.insert(tie) }
    if mutedUntil == after.mutedUntil { mutedUntil = before.mutedUntil }
  }

  fileprivate var hidesNotifications: Bool { !ties.isDisjoint(with: [.blocking, .mutingNotifications]) }
}

extension UserAction {
  /// Of two actions in the same place the later one holds.
  fileprivate var place: String { slot ?? kind.rawValue }
}

extension ListedTimeline {
  fileprivate var tag: String? { if case .tag(let name) = id { name } else { nil } }
}

extension TimelineID {
  /// Whether its entries come from the accounts that the user follows.
  fileprivate var followsPeople: Bool {
    switch self {
    case .home, .list: true
    default: false
    }
  }
}
