import Domain

/// Leads from the accounts to the timelines of one, through a closure: Login knows no other screen.
@MainActor
public struct LoginRouter: LoginWireframe {
  private let openAccountScreen: (Account) -> Void

  public init(openAccount: @escaping (Account) -> Void) {
    openAccountScreen = openAccount
  }

  func openAccount(_ account: Account) { openAccountScreen(account) }
}
