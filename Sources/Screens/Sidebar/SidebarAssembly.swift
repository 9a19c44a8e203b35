import Domain
import Runtime
import TerminalKit

/// Creates the module: presenter, view controller and router.
@MainActor
public enum SidebarAssembly {
  public static func make(dependencies: SidebarDependencies, router: SidebarRouter) -> any ViewController {
    let presenter = SidebarPresenter(dependencies: dependencies, router: router)
    let viewController = SidebarViewController(presenter: presenter)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the sidebar.
@MainActor
public struct SidebarDependencies {
  let listAccounts: any ListAccountsUseCase
  let countUnread: any CountUnreadUseCase
  /// Returns the account whose timeline is shown.
  let currentAccount: () -> AccountID?
  let runner: TaskRunner

  public init(
    listAccounts: any ListAccountsUseCase, countUnread: any CountUnreadUseCase,
    currentAccount: @escaping () -> AccountID?, runner: TaskRunner
  ) {
    self.listAccounts = listAccounts
    self.countUnread = countUnread
    self.currentAccount = currentAccount
    self.runner = runner
  }
}

/// Opens accounts and timelines through closures. The module does not depend on their screens.
@MainActor
public struct SidebarRouter: SidebarWireframe {
  private let showAccount: (Account) -> Void
  private let showLogin: (Account) -> Void
  private let perform: (Command) -> Void

  /// - Parameter openTimeline: performs the command of a timeline on the screen that lists it.
  public init(
    openAccount: @escaping (Account) -> Void, signIn: @escaping (Account) -> Void,
    openTimeline: @escaping (Command) -> Void
  ) {
    showAccount = openAccount
    showLogin = signIn
    perform = openTimeline
  }

  func openAccount(_ account: Account) { showAccount(account) }
  func signIn(_ account: Account) { showLogin(account) }
  func openTimeline(_ command: Command) { perform(command) }
}
