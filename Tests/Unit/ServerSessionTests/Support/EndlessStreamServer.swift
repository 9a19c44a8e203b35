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
  func overview() async throws(TimelineError) -> TimelineOverview { throw .cancelled }
  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage { throw .cancelled }
  func thread(of post: PostID) async throws(TimelineError) -> PostThread { throw .cancelled }
  func profile(_ person: Profile) async throws(TimelineError) -> ProfilePage { throw .cancelled }
  func matches(of words: String) async throws(TimelineError) -> ServerMatches { throw .cancelled }
  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] { throw .cancelled }
  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? { nil }
  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool { false }
}

/// A repository with a single account.
struct SingleAccountRepository: ServerAccountRepository {
  func accounts() async throws(StoreError) -> [Account] {
    [
      Account(
        id: .mastodon("ada@server.example"), profile: Profile(handle: "ada@server.example", name: "Ada"),
        origin: .server(ServerOrigin(host: "server.example", address: "https://server.example")))
    ]
  }

  func add(_ account: Account) async throws(StoreError) {}
  func remove(_ account: AccountID) async throws(StoreError) {}
  func cache(of account: AccountID) -> any TimelineCache { fatalError("Unused in tests.") }
  func search(of account: AccountID) -> any PostSearchRepository { fatalError("Unused in tests.") }
  func threads(of account: AccountID) -> any ThreadRepository { fatalError("Unused in tests.") }
}

/// A repository with a single token that counts reads.
final class SingleTokenRepository: CredentialRepository {
  private let token: Mutex<Secret?>
  private let error: CredentialError?
  private let count = Mutex(0)

  init(token: Secret? = Secret("t0k3n"), error: CredentialError? = nil) {
    self.error = error
    self.token = Mutex(token)
  }

  var secret: Secret? {
    get { token.withLock { $0 } }
    set { token.withLock { $0 = newValue } }
  }

  var readCount: Int { count.withLock { $0 } }

  func token(of account: AccountID) async throws(CredentialError) -> Secret? {
    count.withLock { $0 += 1 }
    // Gives concurrent requests time to arrive.
    try? await Task.sleep(for: .milliseconds(5))
    if let error { throw error }
    return secret
  }

  func store(_ token: Secret, of account: AccountID) async throws(CredentialError) {}
  func removeToken(of account: AccountID) async throws(CredentialError) {}
  func registration(at host: String) async throws(CredentialError) -> ClientRegistration? { nil }
  func store(_ registration: ClientRegistration, at host: String) async throws(CredentialError) {}
  func removeRegistration(at host: String) async throws(CredentialError) {}
}
