import Domain
import Settings
import Synchronization

/// The user's accounts and, depending on the settings, the demo accounts. By default these are listed only while there
/// are no others. Accounts that are open stay open when the setting changes.
final class DemoListing: SourceRepository {
  private struct State {
    var setting: UserSettings.Demo
    /// A demo account selected on the command line.
    var named: Account?
  }

  private let userAccounts: any SourceRepository
  private let demo: any SourceRepository
  private let both: CombinedAccounts
  private let state: Mutex<State>

  init(userAccounts: any SourceRepository, demo: any SourceRepository, setting: UserSettings.Demo) {
    self.userAccounts = userAccounts
    self.demo = demo
    both = CombinedAccounts([userAccounts, demo])
    state = Mutex(State(setting: setting))
  }

  var setting: UserSettings.Demo {
    get { state.withLock { $0.setting } }
    set { state.withLock { $0.setting = newValue } }
  }

  /// The demo account with this full handle, or nil. It is listed from then on. Always nil if the settings hide the
  /// demo.
  func account(matching handle: String) async -> Account? {
    guard setting != .hidden else { return nil }
    // If the demo cannot be read, other accounts can still be found.
    let account = (try? await demo.accounts())?.first { $0.profile.matches(typedName: handle) }
    state.withLock { $0.named = account ?? $0.named }
    return account
  }

  func accounts() async throws(TimelineError) -> [Account] {
    let (setting, named) = state.withLock { ($0.setting, $0.named) }
    switch setting {
    case .hidden: return try await userAccounts.accounts()
    case .listed: return try await both.accounts()
    case .auto: break
    }
    do throws(TimelineError) {
      let accounts = try await userAccounts.accounts()
      return accounts.isEmpty ? try await demo.accounts() : accounts + (named.map { [$0] } ?? [])
    } catch {
      // A demo account selected on the command line needs no other accounts.
      guard let named, error != .cancelled else { throw error }
      return [named]
    }
  }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    try await setting == .hidden
      ? userAccounts.signIn(handle: handle, password: password) : both.signIn(handle: handle, password: password)
  }

  /// The servers that the demo has do not exist elsewhere.
  func source(of account: AccountID) -> Source? {
    (account.kind == .publicServer ? demo.source(of: account) : nil) ?? both.source(of: account)
  }
}
