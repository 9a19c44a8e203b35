import Domain

/// Several account repositories as one, in their order.
public struct CombinedAccounts: SourceRepository {
  private let repositories: [any SourceRepository]

  public init(_ repositories: [any SourceRepository]) {
    self.repositories = repositories
  }

  /// The accounts of all repositories, each once. A repository that fails is skipped.
  /// - Throws: the first error, if no repository returned an account; `.cancelled` immediately.
  public func accounts() async throws(TimelineError) -> [Account] {
    var accounts: [Account] = []
    var known: Set<AccountID> = []
    var firstError: TimelineError?
    for repository in repositories {
      do throws(TimelineError) {
        let partial = try await repository.accounts()
        accounts += partial.filter { known.insert($0.id).inserted }
      } catch .cancelled {
        throw .cancelled
      } catch {
        firstError = firstError ?? error
      }
    }
    if accounts.isEmpty, let firstError { throw firstError }
    return accounts
  }

  /// Signs in at the first repository that knows the handle.
  /// - Throws: `.wrongPassword` of that repository. Otherwise the first other error, or `.unknownAccount` if no
  ///   repository knows the handle.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    var unavailable: SignInError?
    for repository in repositories {
      do throws(SignInError) {
        return try await repository.signIn(handle: handle, password: password)
      } catch .unknownAccount {
        continue
      } catch .wrongPassword(let handle) {
        throw .wrongPassword(handle: handle)
      } catch {
        unavailable = unavailable ?? error
      }
    }
    throw unavailable ?? .unknownAccount(handle: handle)
  }

  public func source(of account: AccountID) -> Source? {
    repositories.lazy.compactMap { $0.source(of: account) }.first
  }
}
