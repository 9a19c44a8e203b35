import Domain

/// Decides which screen is shown first. The root draws nothing itself.
@MainActor
public protocol RootPresentation: AnyObject {
  /// Shows the first screen.
  func start()
  /// Shows the account that is `step` positions further among those that open without a password.
  func stepAccount(from account: AccountID, by step: Int)
  /// Cancels a pending step. Call it when the user has opened an account or the list of accounts.
  func userDidNavigate()
}

/// The screens that the root opens.
@MainActor
public protocol RootWireframe: AnyObject {
  func showTimeline(of account: Account)
  /// - Parameter handle: the account to sign in to; nil shows the list of accounts.
  func showLogin(signInHandle handle: String?)
  /// Shows the columns that were on screen last.
  /// - Returns: false if the settings or the command line ask for something else.
  func showColumns() -> Bool
  /// Shows that opening the store takes long, instead of a screen.
  func showSlowOpening()
  /// Lets keys wait for the timeline to which a step leads.
  /// - Returns: the step to start.
  func holdingKeys(during step: @escaping @MainActor () async -> Void) -> @MainActor () async -> Void
}
