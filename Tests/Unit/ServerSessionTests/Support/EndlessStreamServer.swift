import Domain
import Synchronization

/// A server with an endless event stream and nothing else.
final class EndlessStreamServer: StubServer {
  private let count = Mutex(0)

  var deliveredCount: Int { count.withLock { $0 } }

  func events() -> AsyncStream<RemoteEvent> {
    AsyncStream { [self] in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .deleted(PostID("\(number)"))
    }
  }
}

/// A server without responses, except those that a test implements.
protocol StubServer: RemoteServer {}

extension StubServer {
  var host: String { "server.example" }
  var features: Set<ServerFeature> { [] }
  func overview() async throws(TimelineError) -> TimelineOverview { throw .cancelled }
  func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage { throw .cancelled }
  func thread(of post: PostID) async throws(TimelineError) -> PostThread { throw .cancelled }
  func profile(_ person: Profile) async throws(TimelineError) -> ProfilePage { throw .cancelled }
  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    throw .cancelled
  }
  func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    throw .cancelled
  }
  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? { nil }
  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool { false }
}
