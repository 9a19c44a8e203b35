import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The server of an account, with the stored token. If there is no token or the server rejects it, the session has
/// ended; after the user has signed in again, the new token is used.
final class SignedIn<Server: Sendable>: Sendable {
  typealias MakeServer = @Sendable (Account, Secret) -> Server?

  /// A server and the token for its requests.
  struct Session: Sendable {
    let server: Server
    let token: Secret
  }

  private let id: AccountID
  private let host: String
  private let accounts: any ServerAccountRepository
  private let credentials: any CredentialRepository
  private let make: MakeServer
  private let clock: any WallClock
  private let didRespond: @Sendable () -> Void
  private let currentSession = Mutex<Session?>(nil)
  /// Coalesces reads of the token: reading may run a command that prompts the user.
  private let opening = RequestCoalescer<AccountID, Session>()
  /// A rejected token for which no replacement was stored, and when that was found.
  private let rejectedToken = Mutex<(token: Secret, at: Date)?>(nil)
  private let refusal = Mutex<(error: TimelineError, at: Date)?>(nil)
  /// In seconds. How long a failed read of the token is not repeated automatically.
  private let retryInterval = 60.0

  /// - Parameter didRespond: Called after each response of the server.
  init(
    _ id: AccountID, host: String, accounts: any ServerAccountRepository, credentials: any CredentialRepository,
    clock: any WallClock, didRespond: @escaping @Sendable () -> Void = {}, make: @escaping MakeServer
  ) {
    self.id = id
    self.host = host
    self.accounts = accounts
    self.credentials = credentials
    self.clock = clock
    self.didRespond = didRespond
    self.make = make
  }

  func withServer<Response>(
    _ request: (Server) async throws(TimelineError) -> Response
  ) async throws(TimelineError) -> Response {
    let session = try await session()
    do throws(TimelineError) {
      return try await perform(request, at: session.server)
    } catch {
      guard case .sessionExpired = error, let new = await renewedSession(after: session.token) else { throw error }
      return try await perform(request, at: new.server)
    }
  }

  private func perform<Response>(
    _ request: (Server) async throws(TimelineError) -> Response, at server: Server
  ) async throws(TimelineError) -> Response {
    do throws(TimelineError) {
      let response = try await request(server)
      didRespond()
      return response
    } catch {
      if error.isResponse { didRespond() }
      throw error
    }
  }

  /// Discards a token that the server has rejected.
  /// - Returns: The session with a new token; nil if none is stored.
  func renewedSession(after token: Secret) async -> Session? {
    discardToken(token)
    let rejected = rejectedToken.withLock { $0 }
    // The next request reads the stored token.
    if let rejected, rejected.token == token,
      abs(clock.now.timeIntervalSince(rejected.at)) < retryInterval
    {
      return nil
    }
    let new = try? await session()
    if new?.token != token { return new }
    let now = clock.now
    rejectedToken.withLock { $0 = (token, now) }
    discardToken(token)
    return nil
  }

  private func discardToken(_ token: Secret) {
    currentSession.withLock { if $0?.token == token { $0 = nil } }
  }

  /// The server; nil before the first request, and when signed out.
  var currentServer: Server? { currentSession.withLock { $0?.server } }

  func session() async throws(TimelineError) -> Session {
    if let current = currentSession.withLock({ $0 }) { return current }
    return try await opening.response(for: id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await open()
    }
  }

  private func open() async throws(TimelineError) -> Session {
    if let current = currentSession.withLock({ $0 }) { return current }
    if let refusal = refusal.withLock({ $0 }), abs(clock.now.timeIntervalSince(refusal.at)) < retryInterval {
      throw refusal.error
    }
    let account = try await account()
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: id)
    } catch {
      if Task.isCancelled { throw .cancelled }
      let failure = TimelineError.fileUnreadable(path: error.location, reason: error.reason)
      let now = clock.now
      refusal.withLock { $0 = (failure, now) }
      throw failure
    }
    guard let account, let token, let server = make(account, token) else {
      throw .sessionExpired(handle: account?.profile.handle ?? id.key, host: host)
    }
    refusal.withLock { $0 = nil }
    let session = Session(server: server, token: token)
    currentSession.withLock { $0 = session }
    return session
  }

  private func account() async throws(TimelineError) -> Account? {
    do throws(StoreError) {
      return try await accounts.accounts().first { $0.id == id }
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}

extension TimelineError {
  /// Whether the server itself has responded, rather than a network, a proxy or this computer.
  var isResponse: Bool {
    switch self {
    case .refused, .postUnavailable, .unknownTimeline: true
    default: false
    }
  }
}
