import Domain
import Runtime

/// The timelines and people of an account that is signed in.
struct SignedInTimelines: RemoteTimelines, RemotePeople {
  typealias Server = any RemoteTimelines & RemotePeople

  let signedIn: SignedIn<Server>

  func overview() async throws(TimelineError) -> TimelineOverview {
    try await signedIn.ask { server throws(TimelineError) in try await server.overview() }
  }

  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    try await signedIn.ask { server throws(TimelineError) in
      try await server.page(of: timeline, at: position, limit: limit)
    }
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    try await signedIn.ask { server throws(TimelineError) in try await server.thread(of: post) }
  }

  func person(_ person: Profile) async throws(TimelineError) -> PersonPage {
    try await signedIn.ask { server throws(TimelineError) in try await server.person(person) }
  }

  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
    try await signedIn.ask { server throws(TimelineError) in try await server.history(of: post) }
  }

  func events() -> AsyncStream<RemoteEvent> {
    let (stream, listener) = AsyncStream.makeStream(of: RemoteEvent.self)
    let hearing = Task(executorPreference: currentTaskExecutor) { [signedIn] in
      guard let server = try? await signedIn.server() else { return listener.finish() }
      for await event in server.events() {
        if case .lost(.sessionExpired) = event { signedIn.forget() }
        listener.yield(event)
      }
      listener.finish()
    }
    listener.onTermination = { _ in hearing.cancel() }
    return stream
  }
}
