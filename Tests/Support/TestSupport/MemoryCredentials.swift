import Domain
import Synchronization

/// Credentials in memory.
public final class MemoryCredentials: CredentialRepository {
  private struct State {
    var tokens: [AccountID: Secret] = [:]
    var registrations: [String: ClientRegistration] = [:]
    var isBroken = false
  }

  private let state = Mutex(State())

  public init() {}

  public func startFailing() { state.withLock { $0.isBroken = true } }

  public func registered(at host: String) -> ClientRegistration? { state.withLock { $0.registrations[host] } }

  public func token(of account: AccountID) async throws(CredentialError) -> Secret? {
    state.withLock { $0.tokens[account] }
  }

  public func store(_ token: Secret, of account: AccountID) async throws(CredentialError) {
    let isBroken = state.withLock { state in
      if !state.isBroken { state.tokens[account] = token }
      return state.isBroken
    }
    if isBroken { throw CredentialError(location: "credentials.json", reason: "No space left on device") }
  }

  public func removeToken(of account: AccountID) async throws(CredentialError) {
    state.withLock { $0.tokens[account] = nil }
  }

  public func registration(at host: String) async throws(CredentialError) -> ClientRegistration? {
    registered(at: host)
  }

  public func store(_ registration: ClientRegistration, at host: String) async throws(CredentialError) {
    state.withLock { $0.registrations[host] = registration }
  }

  public func removeRegistration(at host: String) async throws(CredentialError) {
    state.withLock { $0.registrations[host] = nil }
  }
}
