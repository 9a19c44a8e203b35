import Domain
import Synchronization

/// Accounts whose sources have bad moments.
final class FaultyAccounts: ReadableAccounts {
  private let accounts: any ReadableAccounts
  private let faults: Faults
  private let opened = Mutex<[AccountID: FaultyTimelineRepository]>([:])

  init(_ accounts: any ReadableAccounts, faults: Faults) {
    self.accounts = accounts
    self.faults = faults
  }

  func accounts() async throws(TimelineError) -> [Account] {
    try await faults.play()
    return try await accounts.accounts()
  }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    do throws(TimelineError) {
      try await faults.play()
    } catch {
      throw .unavailable(error)
    }
    return try await accounts.signIn(handle: handle, password: password)
  }

  func repository(for account: AccountID) -> (any TimelineRepository)? {
    guard let repository = accounts.repository(for: account) else { return nil }
    return opened.withLock { opened in
      let faulty = opened[account] ?? FaultyTimelineRepository(repository, faults: faults)
      opened[account] = faulty
      return faulty
    }
  }
}
