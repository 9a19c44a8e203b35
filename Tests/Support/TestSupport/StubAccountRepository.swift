import Domain
import Synchronization

/// Returns fixed accounts and a fixed sign-in result.
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

  /// The handles of all sign-in attempts.
  public var signIns: [String] { handles.withLock { $0 } }

  public func accounts() async throws(TimelineError) -> [Account] {
    try listed.get()
  }

  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    handles.withLock { $0.append(handle) }
    return try signInResult.get()
  }
}
