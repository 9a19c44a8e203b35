import Domain
import Synchronization

/// The demo's accounts, listed or not, as the person wants it at the moment. Those that are being read stay open.
final class DemoListing: SourceRepository {
  private let demo: any SourceRepository
  private let isOn: Atomic<Bool>

  init(_ demo: any SourceRepository, isListed: Bool) {
    self.demo = demo
    isOn = Atomic(isListed)
  }

  var isListed: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

  func accounts() async throws(TimelineError) -> [Account] {
    isListed ? try await demo.accounts() : []
  }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    guard isListed else { throw .unknownAccount(handle: handle) }
    return try await demo.signIn(handle: handle, password: password)
  }

  func source(of account: AccountID) -> Source? { demo.source(of: account) }
}
