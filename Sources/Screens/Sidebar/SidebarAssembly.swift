import Domain
import ScreenSupport
import TerminalKit

@MainActor
public enum SidebarAssembly {
  public static func make(dependencies: SidebarDependencies, router: SidebarRouter) -> any ViewController {
    ListScreen(
      SidebarPresenter(dependencies: dependencies, router: router), services: dependencies.services,
      opensOnClick: true)
  }
}

@MainActor
public struct SidebarDependencies {
  let listAccounts: any ListAccountsUseCase
  let countUnread: any CountUnreadUseCase
  /// Returns the account whose timeline is shown.
  let currentAccount: () -> AccountID?
  let services: AppServices

  public init(
    listAccounts: any ListAccountsUseCase, countUnread: any CountUnreadUseCase,
    currentAccount: @escaping () -> AccountID?, services: AppServices
  ) {
    self.listAccounts = listAccounts
    self.countUnread = countUnread
    self.currentAccount = currentAccount
    self.services = services
  }
}

/// Opens accounts and timelines through closures. The module does not depend on their screens.
@MainActor
public struct SidebarRouter {
  let openAccount: (Account) -> Void
  let signIn: (Account) -> Void
  let openTimeline: (Command) -> Void

  /// - Parameter openTimeline: Performs the command of a timeline on the screen that lists it.
  public init(
    openAccount: @escaping (Account) -> Void, signIn: @escaping (Account) -> Void,
    openTimeline: @escaping (Command) -> Void
  ) {
    self.openAccount = openAccount
    self.signIn = signIn
    self.openTimeline = openTimeline
  }
}
