import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The stored token of an account. If there is none or the server rejects it, the session has ended; after the user has
/// signed in again, the new token is used.
final class StoredToken: Authorization {
  private let account: Account
  private let host: String
  private let credentials: any CredentialRepository
  private let clock: any WallClock
  private let currentToken = Mutex<Secret?>(nil)
  /// Coalesces reads of the token: reading may run a command that prompts the user.
  private let reading = RequestCoalescer<AccountID, Secret>()
  /// A rejected token for which no replacement was stored, and when that was found.
  private let rejectedToken = Mutex<(token: Secret, at: Date)?>(nil)
  private let readFailure = Mutex<(error: TimelineError, at: Date)?>(nil)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)
  /// The time within which a failed read of the token is not repeated automatically.
  private static let retryInterval = Duration.seconds(60)

  init(of account: Account, at host: String, credentials: any CredentialRepository, clock: any WallClock) {
    self.account = account
    self.host = host
    self.credentials = credentials
    self.clock = clock
  }

  /// - Parameter observer: called after each response of the server.
  func observeResponses(_ observer: @escaping @Sendable () -> Void) { self.observer.withLock { $0 = observer } }

  func serverDidRespond() { observer.withLock { $0 }?() }

  func token() async throws(TimelineError) -> Secret? { try await currentOrStoredToken() }

  func renew(after rejected: Secret) async -> Bool {
    discard(rejected)
    // The next request reads the stored token.
    if let known = rejectedToken.withLock({ $0 }), known.token == rejected, isRecent(known.at) { return false }
    guard let new = try? await currentOrStoredToken() else { return false }
    guard new == rejected else { return true }
    let now = clock.now
    rejectedToken.withLock { $0 = (rejected, now) }
    discard(rejected)
    return false
  }

  private func discard(_ token: Secret) {
    currentToken.withLock { if $0 == token { $0 = nil } }
  }

  private func isRecent(_ date: Date) -> Bool { clock.isWithin(Self.retryInterval, of: date) }

  private func currentOrStoredToken() async throws(TimelineError) -> Secret {
    if let current = currentToken.withLock({ $0 }) { return current }
    return try await reading.response(for: account.id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await storedToken()
    }
  }

  private func storedToken() async throws(TimelineError) -> Secret {
    if let current = currentToken.withLock({ $0 }) { return current }
    if let failure = readFailure.withLock({ $0 }), isRecent(failure.at) { throw failure.error }
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: account.id)
    } catch {
      if Task.isCancelled { throw .cancelled }
      let failure = TimelineError.fileUnreadable(path: error.location, reason: error.reason)
      let now = clock.now
      readFailure.withLock { $0 = (failure, now) }
      throw failure
    }
    guard let token else { throw .sessionExpired(handle: account.profile.handle, host: host) }
    readFailure.withLock { $0 = nil }
    currentToken.withLock { $0 = token }
    return token
  }
}
