import Domain

/// Leads from the accounts to the timelines of one, through closures: Login knows no other screen.
@MainActor
public struct LoginRouter: LoginWireframe {
  private let openAccountScreen: (Account) -> Void
  private let openSignedInScreen: (Account) -> Void
  private let leaveScreen: () -> Void

  /// - Parameters:
  ///   - openAccount: shows an account as it was left.
  ///   - openSignedIn: shows an account that the person has just signed in to.
  ///   - leave: goes back to where the person was asked to sign in; does nothing where there is no way back.
  public init(
    openAccount: @escaping (Account) -> Void, openSignedIn: @escaping (Account) -> Void,
    leave: @escaping () -> Void
  ) {
    openAccountScreen = openAccount
    openSignedInScreen = openSignedIn
    leaveScreen = leave
  }

  func openAccount(_ account: Account) { openAccountScreen(account) }
  func openSignedIn(_ account: Account) { openSignedInScreen(account) }
  func leave() { leaveScreen() }
}
