import Domain
import Synchronization

/// What the reader has wanted and the server does not know yet, or has only just been told: what the server says of posts
/// and people is shown as if it knew.
final class OptimisticOverlay: Sendable {
  /// Names a moment.
  struct Moment: Hashable {
    fileprivate let number: Int
  }

  private struct State {
    var waiting: [PendingAction] = []
    /// The last that the server has agreed to, and when.
    var done: [(number: Int, action: UserAction)] = []
    var number = 0
    /// By which ids servers call posts that actions name by a former one.
    var newIDs: [PostID: PostID] = [:]

    func current(_ action: UserAction) -> UserAction {
      action.post.flatMap { newIDs[$0] }.map(action.about) ?? action
    }

    func done(since moment: Moment) -> [UserAction] {
      done.filter { $0.number > moment.number }.map { current($0.action) }
    }
  }

  private static let maxDone = 1_000

  private let account: AccountID
  private let state = Mutex(State())

  init(of account: AccountID) {
    self.account = account
  }

  /// To be asked for before a server is asked, whose answer may be older than what it agrees to meanwhile.
  var now: Moment { state.withLock { Moment(number: $0.number) } }

  func set(_ waiting: [PendingAction]) { state.withLock { $0.waiting = waiting } }

  /// The server has another id for a post.
  func note(_ new: PostID, insteadOf former: PostID) {
    guard new != former else { return }
    state.withLock { state in
      if state.newIDs.count > Self.maxDone { state.newIDs = [:] }
      for (id, current) in state.newIDs where current == former { state.newIDs[id] = new }
      state.newIDs[former] = new
    }
  }

  /// The server has agreed.
  func noteDone(_ action: UserAction) {
    state.withLock { state in
      state.number += 1
      state.done.append((state.number, action))
      if state.done.count > Self.maxDone { state.done.removeFirst() }
    }
  }

  /// A post as it is with all that the reader has wanted.
  /// - Parameter moment: when the server was asked for it.
  func apply(to post: Post, askedAt moment: Moment) -> Post { apply(actions(since: moment), to: post) }

  /// Without what has left its timelines since.
  func apply(to page: RemotePage, askedAt moment: Moment) -> RemotePage {
    let actions = actions(since: moment)
    guard !actions.isEmpty else { return page }
    var page = page
    let done = done(since: moment)
    let gone = Set(page.entries.filter { hasLeft($0.post, by: done) }.map(\.cursor))
    page.entries.removeAll { gone.contains($0.cursor) }
    page.leftOut.formUnion(gone)
    page.leavesOut = page.leavesOut || !gone.isEmpty
    for index in page.entries.indices { page.entries[index].post = apply(actions, to: page.entries[index].post) }
    return page
  }

  /// Without what has been deleted since.
  func apply(to matches: ServerMatches, askedAt moment: Moment) -> ServerMatches {
    let (actions, done) = (actions(since: moment), done(since: moment))
    var matches = matches
    matches.posts = matches.posts.filter { !hasLeft($0, by: done) }.map { apply(actions, to: $0) }
    return matches
  }

  /// - Throws: `postUnavailable` where the post has been deleted since.
  func apply(to thread: PostThread, askedAt moment: Moment) throws(TimelineError) -> PostThread {
    let actions = actions(since: moment)
    guard !actions.isEmpty else { return thread }
    var thread = thread
    let done = done(since: moment)
    func apply(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      guard !done.contains(.delete(post.id)) else { return .unavailable(id: post.id, reason: .deleted) }
      return .post(self.apply(actions, to: post))
    }
    guard !done.contains(.delete(thread.post.id)) else {
      throw .postUnavailable(id: thread.post.id, reason: .deleted)
    }
    thread.post = self.apply(actions, to: thread.post)
    thread.ancestors = thread.ancestors.map(apply)
    for index in thread.replies.indices { thread.replies[index].entry = apply(thread.replies[index].entry) }
    return thread
  }

  /// Somebody as the server has them by now: with what it has agreed to since it was asked.
  func applyDone(to page: ProfilePage, askedAt moment: Moment) -> ProfilePage {
    var page = page
    for action in done(since: moment) where action.person != nil && action.person == page.profile.id {
      page.relationship = page.relationship?.applying(action, asksFirst: page.isLocked)
    }
    return page
  }

  /// What there is between the reader and somebody, with what the server does not know yet.
  func applyWaiting(to relationship: Relationship, with person: String, asksFirst: Bool) -> Relationship {
    state.withLock(\.waiting).filter { $0.action.person == person }.reduce(relationship) {
      relationship, pendingAction in
      relationship.applying(pendingAction.action, at: pendingAction.at, asksFirst: asksFirst)
    }
  }

  private func actions(since moment: Moment) -> [UserAction] {
    state.withLock { state in state.done(since: moment) + state.waiting.map { state.current($0.action) } }
  }

  private func done(since moment: Moment) -> [UserAction] {
    state.withLock { $0.done(since: moment) }
  }

  /// Whether an entry is none any more: its post was deleted, or the reader has taken back their repost of it.
  private func hasLeft(_ post: Post, by done: [UserAction]) -> Bool {
    done.contains { action in
      switch action {
      case .delete(let id): id == post.id
      case .repost(false, let id, _):
        id == post.id && post.repost?.by?.handle.lowercased() == account.key.lowercased()
      default: false
      }
    }
  }

  /// What is told without a word of the reader stays so: what is known of them is kept.
  private func apply(_ actions: [UserAction], to post: Post) -> Post {
    var shown = post
    if case .shown(let quoted)? = post.quote { shown.quote = .shown(apply(actions, to: quoted)) }
    guard post.viewer != nil else { return shown }
    for action in actions where action.post == post.id && action.kind != .delete { shown = shown.applying(action) }
    return shown
  }
}
