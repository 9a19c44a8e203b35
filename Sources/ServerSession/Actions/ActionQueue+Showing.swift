import Domain
import FoundationEssentials

/// What is shown while an action waits for the server, and once the server has answered.
extension ActionQueue {
  /// What the server is to be asked for first is not shown before it has agreed.
  func show(_ action: UserAction) async {
    guard action.kind != .delete else { return }
    relate(action, nil)
    await hide(action)
    let post = await change(action) { $0.applying(action) }
    if let post { await note(action, post) }
    switch action {
    case .repost(false, let id, _): await withdraw(id)
    // Nobody has told the server of what was wanted before.
    case .repost(true, let id, _) where inFlight?.action.slot != action.slot: await restore(id)
    default: break
    }
  }

  func takeBack(_ action: UserAction) async {
    relate(action, nil)
    if let inverse = action.inverse { await hide(inverse) }
    let post = await change(action) { $0.takingBack(action) }
    if let post, let inverse = action.inverse { await note(inverse, post) }
    if case .repost(false, let id, _) = action { await restore(id) }
  }

  private func withdraw(_ id: PostID) async {
    guard let repost = try? await parts.cache.withdrawRepost(of: id), !repost.keys.isEmpty else { return }
    withdrawn[id] = repost
    notify(.withdrawn(repost.keys, from: nil))
  }

  /// The repost stands again where it stood. Should something else stand there by now, the server's next answer has it.
  private func restore(_ id: PostID) async {
    guard let repost = withdrawn.removeValue(forKey: id) else { return }
    for timeline in (try? await repost.restore()) ?? [] { notify(.outdated(timeline)) }
  }

  /// A repost that was to be taken back, and is not, stands again.
  func restoreWanted(_ action: UserAction) async {
    guard case .repost(true, let id, _) = action, !waiting.contains(where: { $0.action.slot == action.slot }) else {
      return
    }
    await restore(id)
  }

  /// Whose posts are hidden is known at the next start, before anybody is asked.
  private func hide(_ action: UserAction) async {
    guard let person = action.person, action.kind == .mute || action.kind == .block else { return }
    try? await parts.cache.hide(person, since: clock.now) { [now = clock.now] in $0.applying(action, at: now) }
  }

  /// - Returns: the post as it is now; nil if it is not kept.
  @discardableResult
  private func change(_ action: UserAction, _ change: @escaping @Sendable (Post) -> Post) async -> Post? {
    guard let id = action.post else { return nil }
    guard let post = (try? await parts.cache.change(id, change)).flatMap(\.self) else { return nil }
    notify(.changed(post))
    return post
  }

  /// The server has agreed: what it says of timelines from now on shows it.
  private func noteAgreed(_ action: UserAction, _ id: PostID) async {
    guard !waiting.contains(where: { $0.action.slot == action.slot }),
      let post = (try? await parts.cache.post(id)).flatMap(\.self)
    else { return }
    await note(action, post)
  }

  func show(_ result: ActionResult, of action: UserAction, askedAt moment: OptimisticOverlay.Moment) async {
    if case .delete(let id) = action {
      let post = (try? await parts.cache.post(id)).flatMap(\.self)
      _ = try? await parts.cache.delete(id)
      if let post { await note(action, post) }
      return notify(.deleted(PostRef(account: parts.account, id: id)))
    }
    relate(action, result)
    switch action {
    case .dismiss(let id): try? await parts.cache.removeNotifications(where: { $0.id == id })
    case .acceptFollower(_, let person):
      try? await parts.cache.removeNotifications {
        $0.kind == .followRequest && $0.people.first?.id == person
      }
    default: break
    }
    if action.addition != nil || action.removal != nil, let id = action.post { await noteAgreed(action, id) }
    guard case .post(let told) = result, let id = action.post else { return }
    if told.id != id { await learnNewID(told, insteadOf: id) }
    guard await currentID(of: id) == told.id else { return }
    // What it does not tell of itself is as the reader has wanted it.
    await change(action) { [pending, account = parts.account] known in
      var post = told
      post.assign(to: account)
      return known.updated(from: pending.apply(to: post, askedAt: moment))
    }
  }

  /// The answer has another id for the post: snac has one after each vote. Which ids are the same post the store knows.
  private func learnNewID(_ told: Post, insteadOf id: PostID) async {
    var told = told
    told.assign(to: parts.account)
    for post in (try? await parts.cache.store([told])) ?? [] where post.formerID != nil { notify(.changed(post)) }
    if await currentID(of: id) == told.id { pending.note(told.id, insteadOf: id) }
  }

  /// By what its server calls the post of an action now.
  func currentID(of id: PostID) async -> PostID {
    (try? await parts.cache.post(id)).flatMap(\.self)?.id ?? id
  }
}
