import Domain
import Runtime
import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum SidebarAssembly {
  public static func make(dependencies: SidebarDependencies, router: SidebarRouter) -> any ViewController {
    let presenter = SidebarPresenter(dependencies: dependencies, router: router)
    let viewController = SidebarViewController(presenter: presenter)
    presenter.view = viewController
    return viewController
  }
}

/// What the sidebar works with.
@MainActor
public struct SidebarDependencies {
  let listAccounts: any ListAccountsUseCase
  let countUnread: any CountUnreadUseCase
  /// The account that is read.
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

/// Leads from the sidebar to accounts and timelines, through closures: it knows none of their screens.
@MainActor
public struct SidebarRouter: SidebarWireframe {
  private let showAccount: (Account) -> Void
  private let showLogin: (Account) -> Void
  private let perform: (Command) -> Void
  private let showAccountsScreen: () -> Void
  private let step: (Int) -> Void

  /// - Parameters:
  ///   - openTimeline: has the screen that lists timelines do what leads to one.
  ///   - stepAccount: shows the account so many further down the list of accounts.
  public init(
    openAccount: @escaping (Account) -> Void, signIn: @escaping (Account) -> Void,
    openTimeline: @escaping (Command) -> Void, showAccounts: @escaping () -> Void,
    stepAccount: @escaping (Int) -> Void
  ) {
    showAccountsScreen = showAccounts
    step = stepAccount
    showAccount = openAccount
    showLogin = signIn
    perform = openTimeline
  }

  func openAccount(_ account: Account) { showAccount(account) }
  func signIn(_ account: Account) { showLogin(account) }
  func openTimeline(_ command: Command) { perform(command) }
  func showAccounts() { showAccountsScreen() }
  func stepAccount(by step: Int) { self.step(step) }
}
