/// The accounts that can be read.
public protocol AccountRepository: Sendable {
  /// The person's own first, then the demo's.
  func accounts() async throws(TimelineError) -> [Account]

  /// The account, if handle (with or without `@`, in any case) and password belong together. The password is kept
  /// nowhere.
  func signIn(handle: String, password: String) async throws(SignInError) -> Account
}
