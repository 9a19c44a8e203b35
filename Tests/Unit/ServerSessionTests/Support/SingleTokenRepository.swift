import Domain
import Synchronization

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
