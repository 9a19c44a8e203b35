import Domain
import Runtime
import Synchronization

/// The server of an account, asked with the token that is kept of it. Where there is none any more, or the server does not
/// take it, the session has ended; once the person has signed in again, the new one is used.
final class SignedIn<Server: Sendable>: Sendable {
  typealias Make = @Sendable (Account, Secret) -> Server?

  private let id: AccountID
  private let host: String
  private let accounts: any LiveAccountRepository
  private let credentials: any CredentialRepository
  private let make: Make
  private let signedIn = Mutex<Server?>(nil)

  init(
    _ id: AccountID, host: String, accounts: any LiveAccountRepository, credentials: any CredentialRepository,
    make: @escaping Make
  ) {
    self.id = id
    self.host = host
    self.accounts = accounts
    self.credentials = credentials
    self.make = make
  }

  func ask<Answer>(
    _ question: (Server) async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    let server = try await server()
    do throws(TimelineError) {
      return try await question(server)
    } catch {
      if case .sessionExpired = error { forget() }
      throw error
    }
  }

  func forget() { signedIn.withLock { $0 = nil } }

  func server() async throws(TimelineError) -> Server {
    if let server = signedIn.withLock({ $0 }) { return server }
    let account = try await account()
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: id)
    } catch {
      throw .fileUnreadable(path: error.place, reason: error.reason)
    }
    guard let account, let token, let server = make(account, token) else {
      throw .sessionExpired(handle: account?.profile.handle ?? id.key, host: host)
    }
    return signedIn.withLock { signedIn in
      let server = signedIn ?? server
      signedIn = server
      return server
    }
  }

  private func account() async throws(TimelineError) -> Account? {
    do throws(StoreError) {
      return try await accounts.accounts().first { $0.id == id }
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}
