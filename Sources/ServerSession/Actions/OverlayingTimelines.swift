import Domain
import Runtime

/// A server whose answers are shown as if it knew already what the reader has wanted: what has just been marked does not
/// go out again because an answer is older.
struct OverlayingTimelines: RemoteTimelines {
  let server: any RemoteTimelines
  let actions: ActionQueue
  /// Told whenever the server has answered.
  let didAnswer: @Sendable () async -> Void

  var hasRoom: Bool { server.hasRoom }

  func overview() async throws(TimelineError) -> TimelineOverview {
    let overview = try await server.overview()
    await didAnswer()
    return overview
  }

  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    let pendingActions = await actions.pendingActions()
    let moment = pendingActions.now
    let page = try await server.page(of: timeline, at: position, limit: limit)
    await didAnswer()
    return pendingActions.apply(to: page, askedAt: moment)
  }

  func filters() async throws(TimelineError) -> [ContentFilter]? { try await server.filters() }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let pendingActions = await actions.pendingActions()
    let moment = pendingActions.now
    let thread = try await server.thread(of: post)
    await didAnswer()
    return try pendingActions.apply(to: thread, askedAt: moment)
  }

  func events() -> AsyncStream<RemoteEvent> {
    BackpressuredEvents.stream { [server] () throws(TimelineError) in
      server.events()
    } passing: { [actions, didAnswer] event in
      if event == .connected { await didAnswer() }
      return await actions.pendingActions().apply(to: event)
    }
  }
}

/// What a server finds, shown as if it knew already what the reader has wanted.
struct OverlayingSearch: RemoteSearch {
  let server: any RemoteSearch
  let actions: ActionQueue

  func matches(of words: String) async throws(TimelineError) -> ServerMatches {
    let pendingActions = await actions.pendingActions()
    let moment = pendingActions.now
    return pendingActions.apply(to: try await server.matches(of: words), askedAt: moment)
  }

  func post(at address: String) async throws(TimelineError) -> Post? {
    let pendingActions = await actions.pendingActions()
    let moment = pendingActions.now
    let found = try await server.post(at: address)
    return pendingActions.apply(to: ServerMatches(posts: found.map { [$0] } ?? []), askedAt: moment).posts.first
  }
}

extension OptimisticOverlay {
  fileprivate func apply(to event: RemoteEvent) -> RemoteEvent {
    switch event {
    case .inserted(var entry, let timeline):
      entry.post = apply(to: entry.post, askedAt: now)
      return .inserted(entry, in: timeline)
    case .changed(let post): return .changed(apply(to: post, askedAt: now))
    case .deleted(let id):
      // What was asked for before may still have it.
      noteDone(.delete(id))
      return event
    case .connected, .lost, .filtersChanged: return event
    }
  }
}
