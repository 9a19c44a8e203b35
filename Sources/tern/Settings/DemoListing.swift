import Domain
import Settings
import Synchronization

/// A person's own accounts and the demo's, listed or not, as they want it at the moment. By the standard invented people
/// are listed only as long as there are no others. Accounts that are being read stay open.
final class DemoListing: SourceRepository {
  private struct State {
    var setting: UserSettings.Demo
    /// An account of the demo that was asked for by its name.
    var named: Account?
  }

  private let own: any SourceRepository
  private let demo: any SourceRepository
  private let both: CombinedAccounts
  private let state: Mutex<State>

  init(own: any SourceRepository, demo: any SourceRepository, setting: UserSettings.Demo) {
    self.own = own
    self.demo = demo
    both = CombinedAccounts([own, demo])
    state = Mutex(State(setting: setting))
  }

  var setting: UserSettings.Demo {
    get { state.withLock { $0.setting } }
    set { state.withLock { $0.setting = newValue } }
  }

  /// The account of the demo that goes by this whole handle, which is listed from now on; nil where there is none, or
  /// where the person wants no demo.
  func account(goingBy handle: String) async -> Account? {
    guard setting != .hidden else { return nil }
    // A demo that cannot be read is no reason not to find anybody else.
    let account = (try? await demo.accounts())?.first { $0.profile.goes(by: handle) }
    state.withLock { $0.named = account ?? $0.named }
    return account
  }

  func accounts() async throws(TimelineError) -> [Account] {
    let (setting, named) = state.withLock { ($0.setting, $0.named) }
    switch setting {
    case .hidden: return try await own.accounts()
    case .listed: return try await both.accounts()
    case .auto: break
    }
    do throws(TimelineError) {
      let accounts = try await own.accounts()
      return accounts.isEmpty ? try await demo.accounts() : accounts + (named.map { [$0] } ?? [])
    } catch {
      // Whoever has asked for somebody of the demo needs nothing of their own.
      guard let named, error != .cancelled else { throw error }
      return [named]
    }
  }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    try await setting == .hidden
      ? own.signIn(handle: handle, password: password) : both.signIn(handle: handle, password: password)
  }

  func source(of account: AccountID) -> Source? { both.source(of: account) }
}
