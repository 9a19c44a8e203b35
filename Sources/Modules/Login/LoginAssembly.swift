import Domain
import Runtime
import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum LoginAssembly {
  public static func make(dependencies: LoginDependencies, router: LoginRouter) -> any ViewController {
    let presenter = LoginPresenter(dependencies: dependencies, router: router)
    let viewController = LoginViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the choice of an account works with.
@MainActor
public struct LoginDependencies {
  let listAccounts: any ListAccountsUseCase
  let signIn: any SignInUseCase
  /// Names the keys.
  let keymap: Observed<Keymap>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog
  /// The account that is being read, where there is one: it is marked, and selected at first.
  let currentAccount: AccountID?
  /// What signing in to servers takes; nil where there is nothing but the demo.
  let servers: ServerSignInDependencies?
  /// Opens the form at once with this handle filled in; nil begins with the list.
  let signInHandle: String?
  /// The same for the form of a server.
  let signInServer: String?
  /// Whether somebody who has no accounts but the demo's is told how to come by their own.
  let invitesOwn: @MainActor () -> Bool

  public init(
    listAccounts: any ListAccountsUseCase, signIn: any SignInUseCase, keymap: Observed<Keymap> = Observed(.standard),
    clock: any WallClock, runner: TaskRunner, log: any EventLog, servers: ServerSignInDependencies? = nil,
    currentAccount: AccountID?,
    signInHandle: String?, signInServer: String? = nil, invitesOwn: @escaping @MainActor () -> Bool = { false }
  ) {
    self.listAccounts = listAccounts
    self.signIn = signIn
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
    self.log = log
    self.currentAccount = currentAccount
    self.servers = servers
    self.signInHandle = signInHandle
    self.signInServer = signInServer
    self.invitesOwn = invitesOwn
  }

  /// Whether the person was asked to sign in, and closing the form leads back there.
  var beginsWithForm: Bool { signInHandle != nil || signInServer != nil }
}

/// What signing in to servers takes.
@MainActor
public struct ServerSignInDependencies {
  let signIn: any SignInToServerUseCase
  /// nil where there is no browser that the person sees: over ssh, say.
  let openLink: (any OpenLinkUseCase)?
  let clipboard: any Clipboard

  public init(
    signIn: any SignInToServerUseCase, openLink: (any OpenLinkUseCase)?, clipboard: any Clipboard
  ) {
    self.signIn = signIn
    self.openLink = openLink
    self.clipboard = clipboard
  }
}
