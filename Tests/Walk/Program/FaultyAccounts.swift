import Domain
import Synchronization

/// Accounts whose requests may fail.
final class FaultyAccounts: SourceRepository {
  private let accounts: any SourceRepository
  private let faults: Faults
  private let opened = Mutex<[AccountID: FaultySource]>([:])

  init(_ accounts: any SourceRepository, faults: Faults) {
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

  func source(of account: AccountID) -> Source? {
    guard let source = accounts.source(of: account) else { return nil }
    return opened.withLock { opened in
      let faulty = opened[account] ?? FaultySource(source, faults: faults)
      opened[account] = faulty
      return Source(
        capabilities: source.capabilities, timelines: faulty, threads: faulty, search: faulty,
        heldNotifications: source.heldNotifications.map { FaultyHeldNotifications(server: $0, faults: faults) },
        management: source.management,
        features: source.features.map { FaultyFeatures(server: $0, faults: faults) })
    }
  }
}
