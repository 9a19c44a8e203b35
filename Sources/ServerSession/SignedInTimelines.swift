import Domain
import Synchronization

/// The timelines and people of an account that is signed in, and how far it has been read.
struct SignedInTimelines: RemoteServer {
  typealias Server = any RemoteServer

  let signedIn: SignedIn<Server>

  var hasRoom: Bool { signedIn.known?.hasRoom ?? true }

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

  func filters() async throws(TimelineError) -> [ContentFilter]? {
    try await signedIn.ask { server throws(TimelineError) in try await server.filters() }
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    try await signedIn.ask { server throws(TimelineError) in try await server.thread(of: post) }
  }

  func person(_ person: Profile) async throws(TimelineError) -> ProfilePage {
    try await signedIn.ask { server throws(TimelineError) in try await server.person(person) }
  }

  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
    try await signedIn.ask { server throws(TimelineError) in try await server.history(of: post) }
  }

  func matches(of words: String) async throws(TimelineError) -> ServerMatches {
    try await signedIn.ask { server throws(TimelineError) in try await server.matches(of: words) }
  }

  func post(at address: String) async throws(TimelineError) -> Post? {
    try await signedIn.ask { server throws(TimelineError) in try await server.post(at: address) }
  }

  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
    try await signedIn.ask { server throws(TimelineError) in try await server.markers() }
  }

  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
    try await signedIn.ask { server throws(TimelineError) in try await server.store(markers) }
  }

  func events() -> AsyncStream<RemoteEvent> {
    let used = UsedToken()
    return BackpressuredEvents.stream { [signedIn] () throws(TimelineError) in
      let opened = try await signedIn.opened()
      used.token.withLock { $0 = opened.token }
      return opened.server.events()
    } passing: { [signedIn] event in
      guard case .lost(.sessionExpired) = event, let token = used.token.withLock(\.self),
        await signedIn.renewed(after: token) != nil
      else { return event }
      // They go on with the new token.
      return nil
    }
  }

  /// What a stream was opened with.
  private final class UsedToken: Sendable {
    let token = Mutex<Secret?>(nil)
  }
}
