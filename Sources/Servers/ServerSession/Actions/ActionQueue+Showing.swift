import Domain
import FoundationEssentials

/// Optimistic changes to the cache while an action is queued, and their replacement by the server's response.
extension ActionQueue {
  /// Applies an action to the cache before the server has confirmed it. Deletions are applied only when confirmed.
  func applyOptimistically(_ action: UserAction) async {
    guard action.kind != .delete else { return }
    await hide(action)
    if case .readConversation(let id) = action { try? await dependencies.cache.markConversationRead(id) }
    await change(action) { $0.applying(action) }
    switch action {
    case .repost(false, let id, _): await withdraw(id)
    // The server has not received the opposite action.
    case .repost(true, let id, _) where inFlight?.action.slot != action.slot: await restore(id)
    default: break
    }
  }

  /// - Returns: the post, as it was before the action; nil if it is not cached.
  func revert(_ action: UserAction) async -> Post? {
    if let inverse = action.inverse { await hide(inverse) }
    let post = await change(action) { $0.reverting(action) }
    if case .repost(false, let id, _) = action { await restore(id) }
    return post
  }

  private func withdraw(_ id: PostID) async {
    guard let repost = try? await dependencies.cache.withdrawRepost(of: id), !repost.keys.isEmpty else { return }
    withdrawn[id] = repost
    notify(.withdrawn(repost.keys, from: nil))
  }

  /// Restores a withdrawn repost at its old position. If that is taken by now, the next page from the server corrects
  /// it.
  private func restore(_ id: PostID) async {
    guard let repost = withdrawn.removeValue(forKey: id) else { return }
    for timeline in (try? await repost.restore()) ?? [] { notify(.outdated(timeline)) }
  }

  /// Restores a withdrawn repost unless its removal is queued again.
  func restoreRepostIfKept(_ action: UserAction) async {
    guard case .repost(true, let id, _) = action, !waiting.contains(where: { $0.action.slot == action.slot }) else {
      return
    }
    await restore(id)
  }

  /// Stores mutes and blocks so that the posts are hidden at the next start before the server is reached.
  private func hide(_ action: UserAction) async {
    guard let account = action.account, action.kind == .mute || action.kind == .block else { return }
    try? await dependencies.cache.updateRelationship(with: account, since: clock.now) { [now = clock.now] in
      $0.applying(action, at: now)
    }
  }

  /// - Returns: the changed post; nil if it is not cached.
  @discardableResult
  private func change(_ action: UserAction, _ change: @escaping @Sendable (Post) -> Post) async -> Post? {
    guard let id = action.post else { return nil }
    guard let post = (try? await dependencies.cache.update(id, change)).flatMap(\.self) else { return nil }
    notify(.changed(post))
    return post
  }

  func apply(
    _ result: ActionResult, to action: UserAction, requestedAt revision: UserChanges.Revision
  ) async {
    if case .delete(let id) = action {
      let post = (try? await dependencies.cache.post(id)).flatMap(\.self)
      _ = try? await dependencies.cache.delete(id)
      if let post { await didDelete(post) }
      return notify(.deleted(PostRef(account: dependencies.account, id: id)))
    }
    switch action {
    case .dismiss(let id):
      try? await dependencies.cache.removeNotifications(from: .notifications) { $0.id == id }
    case .removeConversation(let id):
      try? await dependencies.cache.removeNotifications(from: .conversations) { $0.conversation == id }
    case .acceptFollower(_, let account):
      try? await dependencies.cache.removeNotifications(from: .notifications) {
        $0.kind == .followRequest && $0.profiles.first?.id == account
      }
    default: break
    }
    guard case .post(let updated) = result, let id = action.post else { return }
    if updated.id != id { await storeNewID(updated, replacing: id) }
    guard await storedID(of: id) == updated.id else { return }
    // Fields that the response lacks keep the user's pending changes.
    await change(action) { [changes, account = dependencies.account] known in
      var post = updated
      post.assign(to: account)
      return known.updated(from: changes.apply(to: post, requestedAt: revision))
    }
  }

  /// Handles a response with another ID for the post: snac assigns a new ID after each vote. The store links both IDs.
  private func storeNewID(_ updated: Post, replacing id: PostID) async {
    var updated = updated
    updated.assign(to: dependencies.account)
    for post in (try? await dependencies.cache.store([updated])) ?? [] where post.formerID != nil {
      notify(.changed(post))
    }
    if await storedID(of: id) == updated.id { changes.recordNewID(updated.id, replacing: id) }
  }

  /// The current server ID of the post of an action.
  func storedID(of id: PostID) async -> PostID {
    (try? await dependencies.cache.post(id)).flatMap(\.self)?.id ?? id
  }
}
