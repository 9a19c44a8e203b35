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
  let keymap: Live<Keymap>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog
  /// The account that is being read, where there is one: it is marked, and selected at first.
  let currentAccount: AccountID?
  /// Opens the form at once with this handle filled in; nil begins with the list.
  let signInHandle: String?
  /// Whether somebody who has no accounts but the demo's is told how to come by their own.
  let invitesOwn: @MainActor () -> Bool

  public init(
    listAccounts: any ListAccountsUseCase, signIn: any SignInUseCase, keymap: Live<Keymap> = Live(.standard),
    clock: any WallClock, runner: TaskRunner, log: any EventLog, currentAccount: AccountID?, signInHandle: String?,
    invitesOwn: @escaping @MainActor () -> Bool = { false }
  ) {
    self.listAccounts = listAccounts
    self.signIn = signIn
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
    self.log = log
    self.currentAccount = currentAccount
    self.signInHandle = signInHandle
    self.invitesOwn = invitesOwn
  }
}
