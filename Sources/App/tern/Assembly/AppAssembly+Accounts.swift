import Domain
import EmptyState
import FoundationEssentials
import Login
import Root
import Runtime
import TerminalKit

/// Navigation between accounts, and the account list with its sign-in forms.
extension AppAssembly: RootWireframe {
  func showSlowOpening() {
    navigator.openingNote = """
      Opening takes a while. After an update, Tern first converts the posts stored on this machine: about one second \
      for 50,000 posts, once. Nothing is lost; if you quit now, the conversion starts over next time.
      """
  }

  func showTimeline(of account: Account) {
    root.userDidNavigate()
    columns.stopOpening()
    if columns.isOpen { return columns.show(account) }
    guard let screen = timelines[account.id] ?? makeTimeline(of: account) else { return }
    timelines[account.id] = screen
    if let lastAccount, lastAccount != account.id { jumps.push(.account(lastAccount)) }
    lastAccount = account.id
    navigator.setColumns([screen])
  }

  /// The commands to switch accounts.
  var accountCommands: [AvailableCommand] {
    guard let currentAccount else { return [] }
    return [
      AvailableCommand(SourceCommands.switchAccount) { [weak self] in self?.showLogin(signInHandle: nil) },
      AvailableCommand(SourceCommands.nextAccount) { [root] in root.stepAccount(from: currentAccount, by: 1) },
      AvailableCommand(SourceCommands.previousAccount) { [root] in root.stepAccount(from: currentAccount, by: -1) },
    ]
  }

  func showLogin(signInHandle handle: String?) { showLogin(signInHandle: handle, server: nil) }

  /// Shows the form for signing in to an account again.
  func showLogin(to account: Account) {
    guard case .server(let origin) = account.origin else { return showLogin(signInHandle: account.profile.handle) }
    showLogin(signInHandle: nil, server: origin.host)
  }

  private func showLogin(signInHandle handle: String?, server: String?) {
    root.userDidNavigate()
    columns.stopOpening()
    let dependencies = LoginDependencies(
      listAccounts: listAccounts, signIn: SignIn(accounts: sources.accounts, session: sources.session),
      keymap: keymap, clock: clock, runner: runner, log: sources.log, servers: serverSignIn,
      currentAccount: currentAccount, signInHandle: handle, signInServer: server,
      suggestsImport: { [weak self, configuration] in !configuration.isDemo && self?.settings.demo == .auto })
    let router = LoginRouter(
      openAccount: { [weak self] account in self?.showTimeline(of: account) },
      openSignedIn: { [weak self] account in
        // Makes the screen again, so that it does not show a failure from before signing in.
        self?.timelines[account.id] = nil
        self?.showTimeline(of: account)
        self?.flushOutbox(in: account.id)
      }, leave: { [weak navigator] in navigator?.pop() })
    let screen = LoginAssembly.make(dependencies: dependencies, router: router)
    if currentAccount == nil { navigator.setRoot(screen) } else { navigator.push(screen) }
  }

  /// nil in the demo and offline. Opens no browser over SSH, where the user would not see it.
  private var serverSignIn: ServerSignInDependencies? {
    guard let servers = sources.servers, !configuration.isOffline else { return nil }
    let isLocal = Environment.variables["SSH_CONNECTION"] == nil
    return ServerSignInDependencies(
      signIn: SignInToServer(servers: servers.signIn), openLink: isLocal ? openLink : nil, clipboard: terminal.clipboard
    )
  }
}
