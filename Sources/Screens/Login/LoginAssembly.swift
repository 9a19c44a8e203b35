import Domain
import Runtime
import TerminalKit

/// Builds the sign-in screen with its list of accounts.
@MainActor
public enum LoginAssembly {
  public static func make(dependencies: LoginDependencies, router: LoginRouter) -> any ViewController {
    let presenter = LoginPresenter(dependencies: dependencies, router: router)
    let viewController = LoginViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the accounts list and the sign-in forms.
@MainActor
public struct LoginDependencies {
  let listAccounts: any ListAccountsUseCase
  let signIn: any SignInUseCase
  /// The keymap whose keys are shown.
  let keymap: Observed<Keymap>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog
  /// The account on screen, if any. It is marked, and selected first.
  let currentAccount: AccountID?
  /// nil if no servers are available, only the demo.
  let servers: ServerSignInDependencies?
  /// Opens the form immediately with this handle filled in; nil starts with the list.
  let signInHandle: String?
  /// Begins to sign in at this server immediately.
  let signInServer: String?
  /// Whether a user with nothing but the demo accounts is shown how to add their own.
  let suggestsImport: @MainActor () -> Bool

  public init(
    listAccounts: any ListAccountsUseCase, signIn: any SignInUseCase, keymap: Observed<Keymap> = Observed(.standard),
    clock: any WallClock, runner: TaskRunner, log: any EventLog, servers: ServerSignInDependencies? = nil,
    currentAccount: AccountID?,
    signInHandle: String?, signInServer: String? = nil, suggestsImport: @escaping @MainActor () -> Bool = { false }
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
    self.suggestsImport = suggestsImport
  }

  /// Whether the screen starts with a form. Closing that form then closes the screen.
  var opensWithForm: Bool { signInHandle != nil || signInServer != nil }
}

@MainActor
public struct ServerSignInDependencies {
  let signIn: any SignInToServerUseCase
  /// nil if there is no browser that the user would see, for example over SSH or without a graphical display.
  let openLink: OpenLink?
  let clipboard: any Clipboard
  /// Makes the QR code of an address as lines; nil if it cannot be shown.
  let qrCode: (String) -> [StyledText]?

  public init(
    signIn: any SignInToServerUseCase, openLink: OpenLink?, clipboard: any Clipboard,
    qrCode: @escaping (String) -> [StyledText]? = { _ in nil }
  ) {
    self.signIn = signIn
    self.openLink = openLink
    self.clipboard = clipboard
    self.qrCode = qrCode
  }
}
