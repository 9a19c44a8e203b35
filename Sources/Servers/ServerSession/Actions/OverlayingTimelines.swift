import Domain
import FoundationEssentials
import Runtime

/// A remote whose responses get the user's pending actions applied, so that an older response does not undo a like.
struct OverlayingTimelines: RemoteTimelines {
  let server: any RemoteTimelines
  let actions: ActionQueue
  /// Called after each response.
  let didRespond: @Sendable () async -> Void

  var hasSpareRequests: Bool { server.hasSpareRequests }

  func overview() async throws(TimelineError) -> TimelineOverview {
    let overview = try await server.overview()
    await didRespond()
    return overview
  }

  func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    let changes = await actions.loadedChanges()
    let revision = changes.currentRevision
    let page = try await server.page(of: query, at: position, limit: limit)
    await didRespond()
    return changes.apply(to: page, requestedAt: revision)
  }

  func filters() async throws(TimelineError) -> [ContentFilter]? { try await server.filters() }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let changes = await actions.loadedChanges()
    let revision = changes.currentRevision
    let thread = try await server.thread(of: post)
    await didRespond()
    return try changes.apply(to: thread, requestedAt: revision)
  }

  func events() -> AsyncStream<RemoteEvent> {
    BackpressuredEvents.stream(of: server.events()) { [actions, didRespond] event in
      if event == .connected { await didRespond() }
      return await actions.loadedChanges().apply(to: event, at: actions.clock.now)
    }
  }
}

/// A remote search whose results get the user's pending actions applied.
struct OverlayingSearch: ServerSearchRepository {
  let server: any ServerSearchRepository
  let actions: ActionQueue

  var host: String { server.host }

  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    let changes = await actions.loadedChanges()
    let revision = changes.currentRevision
    return changes.apply(to: try await server.matches(of: words, freshness), requestedAt: revision)
  }

  func post(at address: String) async throws(TimelineError) -> Post? {
    let changes = await actions.loadedChanges()
    let revision = changes.currentRevision
    let found = try await server.post(at: address)
    return changes.apply(to: ServerMatches(posts: found.map { [$0] } ?? []), requestedAt: revision).posts.first
  }
}

extension UserChanges {
  fileprivate func apply(to event: RemoteEvent, at date: Date) -> RemoteEvent {
    switch event {
    case .inserted(var entry, let timeline):
      entry.post = apply(to: entry.post, requestedAt: currentRevision)
      return .inserted(entry, in: timeline)
    case .changed(let post): return .changed(apply(to: post, requestedAt: currentRevision))
    case .deleted(let id):
      // Responses to requests sent before may still contain the post.
      confirm(.delete(id), at: date)
      return event
    case .connected, .lost, .filtersChanged: return event
    }
  }
}
