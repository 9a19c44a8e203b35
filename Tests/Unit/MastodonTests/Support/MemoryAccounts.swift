import Domain
import Synchronization
import TestSupport

final class MemoryAccounts: ServerAccountRepository {
  static let broken = StoreError.unusable(path: "/tern.sqlite", reason: "No space left on device")

  private let known = Mutex<[Account]>([])
  private let isBroken = Mutex(false)

  func startFailing() { isBroken.withLock { $0 = true } }

  var all: [Account] { known.withLock { $0 } }

  func accounts() async throws(StoreError) -> [Account] { all }

  func add(_ account: Account) async throws(StoreError) {
    if isBroken.withLock({ $0 }) { throw Self.broken }
    known.withLock { known in
      known.removeAll { $0.id == account.id }
      known.append(account)
    }
  }

  func remove(_ account: AccountID) async throws(StoreError) {
    known.withLock { $0.removeAll { $0.id == account } }
  }

  func cache(of account: AccountID) -> any TimelineCache { fatalError("Unused in tests.") }
  func search(of account: AccountID) -> any PostSearchRepository { fatalError("Unused in tests.") }
  func threads(of account: AccountID) -> any ThreadRepository { fatalError("Unused in tests.") }
}
