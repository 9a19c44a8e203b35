import Domain
import Synchronization

/// Lists the accounts that it was given, and lets in as it was told to.
public final class StubAccountRepository: AccountRepository {
  private let listed: Result<[Account], TimelineError>
  private let signInResult: Result<Account, SignInError>
  private let handles = Mutex<[String]>([])

  public init(
    accounts: Result<[Account], TimelineError> = .success([.fixture()]),
    signIn: Result<Account, SignInError> = .success(.fixture())
  ) {
    listed = accounts
    signInResult = signIn
  }

  /// Who tried to sign in.
  public var signIns: [String] { handles.withLock { $0 } }

  public func accounts() async throws(TimelineError) -> [Account] {
    try listed.get()
  }

  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    handles.withLock { $0.append(handle) }
    return try signInResult.get()
  }
}
