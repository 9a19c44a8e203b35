import Domain

/// What the rest of the program asks of the root: it draws nothing, it only decides.
@MainActor
public protocol RootPresentation: AnyObject {
  /// Shows the first screen.
  func start()
  /// Shows the account so many places further among those that open without a password.
  func stepAccount(from account: AccountID, by step: Int)
  /// To be called when the person has gone to an account, or to the list of them: a step that is still on its way leads
  /// nowhere any more.
  func userDidNavigate()
}

/// Where the root leads.
@MainActor
public protocol RootWireframe: AnyObject {
  func showTimeline(of account: Account)
  /// - Parameter handle: whom to sign in, where one is asked for by name; nil shows the list.
  func showLogin(signInHandle handle: String?)
  /// What is kept takes its time to be opened: nothing is shown yet.
  func showSlowOpening()
}
