import Domain

/// The user's actions applied to responses of the server, which may be older than the actions.
extension UserChanges {
  /// A post with the user's actions applied.
  /// - Parameter revision: the revision when the request was sent.
  func apply(to post: Post, requestedAt revision: Revision) -> Post { apply(actions(since: revision), to: post) }

  /// A page with the user's actions applied, without entries that were removed since the request.
  func apply(to page: RemotePage, requestedAt revision: Revision) -> RemotePage {
    let actions = actions(since: revision)
    guard !actions.isEmpty else { return page }
    var page = page
    let confirmed = confirmed(since: revision)
    let removed = Set(page.entries.filter { isRemoved($0.post, by: confirmed) }.map(\.cursor))
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
    let (actions, confirmed) = (actions(since: revision), confirmed(since: revision))
    var matches = matches
    matches.posts = matches.posts.filter { !isRemoved($0, by: confirmed) }.map { apply(actions, to: $0) }
    return matches
  }

  /// A thread with the user's actions applied.
  /// - Throws: `TimelineError.postUnavailable` if the post was deleted since the request.
  func apply(to thread: PostThread, requestedAt revision: Revision) throws(TimelineError) -> PostThread {
    let actions = actions(since: revision)
    guard !actions.isEmpty else { return thread }
    var thread = thread
    let confirmed = confirmed(since: revision)
    func apply(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      guard !confirmed.contains(.delete(post.id)) else { return .unavailable(id: post.id, reason: .deleted) }
      return .post(self.apply(actions, to: post))
    }
    guard !confirmed.contains(.delete(thread.post.id)) else {
      throw .postUnavailable(id: thread.post.id, reason: .deleted)
    }
    thread.post = self.apply(actions, to: thread.post)
    thread.ancestors = thread.ancestors.map(apply)
    for index in thread.replies.indices { thread.replies[index].entry = apply(thread.replies[index].entry) }
    return thread
  }

  /// A relationship with the actions that were confirmed since the request.
  func apply(
    to relationship: Relationship, with account: String, requiresApproval: Bool = false, requestedAt revision: Revision
  ) -> Relationship {
    about(.account(account)).filter { !$0.isPending && !$0.isIncluded(in: revision) }.reduce(relationship) {
      $0.applying($1, requiresApproval: requiresApproval)
    }
  }

  /// The pending actions, and those confirmed since the request.
  private func actions(since revision: Revision) -> [UserAction] {
    all.filter { !$0.isIncluded(in: revision) }.map(\.action)
  }

  private func confirmed(since revision: Revision) -> [UserAction] {
    all.filter { !$0.isPending && !$0.isIncluded(in: revision) }.map(\.action)
  }

  /// Whether an entry was removed: its post was deleted, or the user undid the repost.
  private func isRemoved(_ post: Post, by confirmed: [UserAction]) -> Bool {
    confirmed.contains { action in
      switch action {
      case .delete(let id): id == post.id
      case .removeConversation(let id): post.notification?.conversation == id
      case .repost(false, let id, _):
        id == post.id && post.repost?.by?.handle.lowercased() == account?.key.lowercased()
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
