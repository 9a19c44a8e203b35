import Domain

/// Opens accounts through closures, so that Login depends on no other module.
@MainActor
public struct LoginRouter: LoginWireframe {
  private let openAccountScreen: (Account) -> Void
  private let openSignedInScreen: (Account) -> Void
  private let leaveScreen: () -> Void

  /// - Parameters:
  ///   - openAccount: shows an account at the position where it was left.
  ///   - openSignedIn: shows an account that the user just signed in to.
  ///   - leave: closes the screen if it was opened to sign in; does nothing otherwise.
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
