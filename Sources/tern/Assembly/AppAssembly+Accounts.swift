import Domain
import FoundationEssentials
import Login
import Root
import Runtime
import TerminalKit

/// From one account to the next, and to the screen on which accounts are chosen and signed in to.
extension AppAssembly: RootWireframe {
  func showSlowOpening() {
    navigator.openingNote = """
      This takes its time. After an update of Tern, what is kept on this machine is brought into its new form first: a \
      second for each 50,000 posts, once. Nothing of it is lost, and what is stopped meanwhile begins anew the next time.
      """
  }

  func showTimeline(of account: Account) {
    root.userDidNavigate()
    columns.stopOpening()
    if columns.isOpen { return columns.show(account) }
    guard let screen = timelines[account.id] ?? makeTimeline(of: account) else { return }
    timelines[account.id] = screen
    if let lastAccount, lastAccount != account.id { jumps.note(.account(lastAccount)) }
    lastAccount = account.id
    navigator.setColumns([screen])
  }

  func stepAccount(by step: Int) {
    if let currentAccount { root.stepAccount(from: currentAccount, by: step) }
  }

  func showLogin(signInHandle handle: String?) { showLogin(signInHandle: handle, server: nil) }

  /// To sign in to an account again.
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
      invitesOwn: { [weak self, configuration] in !configuration.isDemo && self?.settings.demo == .auto })
    let router = LoginRouter(
      openAccount: { [weak self] account in self?.showTimeline(of: account) },
      openSignedIn: { [weak self] account in
        // Whoever signed in wants an answer, not the failure that may be on the screen.
        self?.timelines[account.id] = nil
        self?.showTimeline(of: account)
        self?.flushOutbox(in: account.id)
      }, leave: { [weak navigator] in navigator?.pop() })
    let screen = LoginAssembly.make(dependencies: dependencies, router: router)
    if currentAccount == nil { navigator.setRoot(screen) } else { navigator.push(screen) }
  }

  /// nil where there is nothing but the demo. Over ssh, a browser would open where nobody sees it.
  private var serverSignIn: ServerSignInDependencies? {
    guard let live = sources.live, !configuration.isOffline else { return nil }
    let isHere = Environment.variables["SSH_CONNECTION"] == nil
    return ServerSignInDependencies(
      signIn: SignInToServer(servers: live.signIn), openLink: isHere ? openLink : nil, clipboard: terminal.clipboard)
  }
}
