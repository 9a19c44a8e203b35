import Domain

/// Several sets of accounts as one, in their order.
public struct CombinedAccounts: ReadableAccounts {
  private let parts: [any ReadableAccounts]

  public init(_ parts: [any ReadableAccounts]) {
    self.parts = parts
  }

  /// A part that cannot be read hides no other; its error is told where there is nothing else to show.
  public func accounts() async throws(TimelineError) -> [Account] {
    var accounts: [Account] = []
    var known: Set<AccountID> = []
    var firstError: TimelineError?
    for part in parts {
      do throws(TimelineError) {
        let more = try await part.accounts()
        accounts += more.filter { known.insert($0.id).inserted }
      } catch .cancelled {
        throw .cancelled
      } catch {
        firstError = firstError ?? error
      }
    }
    if accounts.isEmpty, let firstError { throw firstError }
    return accounts
  }

  /// The first part that knows the handle decides.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    var unavailable: SignInError?
    for part in parts {
      do throws(SignInError) {
        return try await part.signIn(handle: handle, password: password)
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

  public func repository(for account: AccountID) -> (any TimelineRepository)? {
    for part in parts {
      if let repository = part.repository(for: account) { return repository }
    }
    return nil
  }
}
