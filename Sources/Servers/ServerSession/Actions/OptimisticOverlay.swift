import Domain
import Synchronization

/// The actions that the server has not confirmed or has just confirmed. Applied to its responses, which may be older
/// than the actions.
final class OptimisticOverlay: Sendable {
  /// A point in the sequence of completed actions.
  struct Revision: Hashable {
    fileprivate let number: Int
  }

  private struct State {
    var waiting: [PendingAction] = []
    /// The most recently confirmed actions, with the revision of each.
    var completed: [(number: Int, action: UserAction)] = []
    var number = 0
    /// Current server IDs by the former ID that actions refer to.
    var newIDs: [PostID: PostID] = [:]

    func current(_ action: UserAction) -> UserAction {
      action.post.flatMap { newIDs[$0] }.map(action.about) ?? action
    }

    func completed(since revision: Revision) -> [UserAction] {
      completed.filter { $0.number > revision.number }.map { current($0.action) }
    }
  }

  private static let maxCompleted = 1_000

  private let account: AccountID
  private let state = Mutex(State())

  init(of account: AccountID) {
    self.account = account
  }

  /// The current revision. Read it before sending a request, so that actions confirmed in the meantime are applied to
  /// the response.
  var currentRevision: Revision { state.withLock { Revision(number: $0.number) } }

  func set(_ waiting: [PendingAction]) { state.withLock { $0.waiting = waiting } }

  /// Records that the server has changed the ID of a post.
  func recordNewID(_ new: PostID, replacing former: PostID) {
    guard new != former else { return }
    state.withLock { state in
      if state.newIDs.count > Self.maxCompleted { state.newIDs = [:] }
      for (id, current) in state.newIDs where current == former { state.newIDs[id] = new }
      state.newIDs[former] = new
    }
  }

  /// Records a confirmed action.
  func recordCompleted(_ action: UserAction) {
    state.withLock { state in
      state.number += 1
      state.completed.append((state.number, action))
      if state.completed.count > Self.maxCompleted { state.completed.removeFirst() }
    }
  }

  /// A post with the user's actions applied.
  /// - Parameter revision: The revision when the request was sent.
  func apply(to post: Post, requestedAt revision: Revision) -> Post { apply(actions(since: revision), to: post) }

  /// A page with the user's actions applied, without entries that were removed since the request.
  func apply(to page: RemotePage, requestedAt revision: Revision) -> RemotePage {
    let actions = actions(since: revision)
    guard !actions.isEmpty else { return page }
    var page = page
    let completed = completed(since: revision)
    let removed = Set(page.entries.filter { isRemoved($0.post, by: completed) }.map(\.cursor))
    page.entries.removeAll { removed.contains($0.cursor) }
    page.omitted.formUnion(removed)
    page.hasOmissions = page.hasOmissions || !removed.isEmpty
    let read = Set(actions.compactMap { if case .readConversation(let id) = $0 { id } else { nil } })
    for index in page.entries.indices {
      page.entries[index].post = apply(actions, to: page.entries[index].post)
      let conversation = page.entries[index].post.notification?.conversation
      if let conversation, read.contains(conversation) { page.entries[index].post.markConversationRead() }
    }
    return page
  }

  /// Search results with the user's actions applied, without posts that were deleted since the request.
  func apply(to matches: ServerMatches, requestedAt revision: Revision) -> ServerMatches {
    let (actions, completed) = (actions(since: revision), completed(since: revision))
    var matches = matches
    matches.posts = matches.posts.filter { !isRemoved($0, by: completed) }.map { apply(actions, to: $0) }
    return matches
  }

  /// A thread with the user's actions applied.
  /// - Throws: `TimelineError.postUnavailable` if the post was deleted since the request.
  func apply(to thread: PostThread, requestedAt revision: Revision) throws(TimelineError) -> PostThread {
    let actions = actions(since: revision)
    guard !actions.isEmpty else { return thread }
    var thread = thread
    let completed = completed(since: revision)
    func apply(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      guard !completed.contains(.delete(post.id)) else { return .unavailable(id: post.id, reason: .deleted) }
      return .post(self.apply(actions, to: post))
    }
    guard !completed.contains(.delete(thread.post.id)) else {
      throw .postUnavailable(id: thread.post.id, reason: .deleted)
    }
    thread.post = self.apply(actions, to: thread.post)
    thread.ancestors = thread.ancestors.map(apply)
    for index in thread.replies.indices { thread.replies[index].entry = apply(thread.replies[index].entry) }
    return thread
  }

  /// A profile with the actions that were confirmed since the request.
  func applyCompleted(to page: ProfilePage, requestedAt revision: Revision) -> ProfilePage {
    var page = page
    for action in completed(since: revision) where action.account != nil && action.account == page.profile.id {
      page.relationship = page.relationship?.applying(action, requiresApproval: page.isLocked)
    }
    return page
  }

  /// A relationship with the pending actions applied.
  func applyPending(to relationship: Relationship, with account: String, requiresApproval: Bool) -> Relationship {
    state.withLock(\.waiting).filter { $0.action.account == account }.reduce(relationship) {
      relationship, pendingAction in
      relationship.applying(pendingAction.action, at: pendingAction.at, requiresApproval: requiresApproval)
    }
  }

  private func actions(since revision: Revision) -> [UserAction] {
    state.withLock { state in state.completed(since: revision) + state.waiting.map { state.current($0.action) } }
  }

  private func completed(since revision: Revision) -> [UserAction] {
    state.withLock { $0.completed(since: revision) }
  }

  /// Whether an entry was removed: its post was deleted, or the user undid the repost.
  private func isRemoved(_ post: Post, by completed: [UserAction]) -> Bool {
    completed.contains { action in
      switch action {
      case .delete(let id): id == post.id
      case .removeConversation(let id): post.notification?.conversation == id
      case .repost(false, let id, _):
        id == post.id && post.repost?.by?.handle.lowercased() == account.key.lowercased()
      default: false
      }
    }
  }

  /// Applies actions to a post and the post that it quotes. A post without viewer state is returned unchanged: the
  /// cached state of the viewer stays.
  private func apply(_ actions: [UserAction], to post: Post) -> Post {
    var shown = post
    if case .shown(let quoted)? = post.quote { shown.quote = .shown(apply(actions, to: quoted)) }
    guard post.viewer != nil else { return shown }
    for action in actions where action.post == post.id && action.kind != .delete { shown = shown.applying(action) }
    return shown
  }
}
