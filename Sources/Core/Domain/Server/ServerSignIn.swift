/// Signs in to servers and out of them.
public protocol ServerSignInRepository: Sendable {
  /// Looks up a server and registers Tern there if necessary.
  /// - Parameter server: the server as the user types it: `mastodon.social`, its URL, `@ada@mastodon.social`.
  func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn

  /// Waits until the browser returns from the server's page. Can be cancelled at any time.
  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account

  /// Finishes a sign-in with a code.
  /// - Parameter code: the code that the server's page has shown.
  func finishSignIn(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account

  /// Signs in with a token that the user has created at the server.
  func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account

  /// Cancels a started sign-in.
  func cancel(_ signIn: ServerSignIn) async

  /// Revokes the token at the server and deletes it here.
  /// - Parameter removesPosts: whether cached posts and the account are deleted as well.
  /// - Returns: the server's error if it did not revoke the token. The token is deleted here in any case.
  @discardableResult
  func signOut(of account: AccountID, removesPosts: Bool) async throws(ServerSignInError) -> TimelineError?
}

/// A started sign-in that waits for the user's consent.
public struct ServerSignIn: Hashable, Sendable {
  public var id: String
  public var host: String
  /// The URL for a browser on this machine, which returns automatically; nil if Tern cannot listen for that.
  public var browserAddress: String?
  /// The URL for a browser anywhere; its page shows a code.
  public var codeAddress: String
  /// Set if the typed host redirects to the server.
  public var redirect: Redirect?

  public struct Redirect: Hashable, Sendable {
    /// The host that was typed.
    public var from: String
    /// The server that it redirects to.
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }

    public var sentence: String { "\(from) redirects to \(to). You sign in there." }
  }

  public init(
    id: String, host: String, browserAddress: String?, codeAddress: String, redirect: Redirect? = nil
  ) {
    self.id = id
    self.host = host
    self.browserAddress = browserAddress
    self.codeAddress = codeAddress
    self.redirect = redirect
  }
}

/// The scopes that Tern requests (Mastodon documentation, api/oauth-scopes).
public enum SignInScope {
  public static let all = "read write follow"
  /// The scopes in words.
  public static let sentence = "Tern will be able to read timelines, write posts and follow accounts."
}

/// The reason that signing in to a server failed.
public enum ServerSignInError: Error, Hashable, Sendable {
  /// The text names no server.
  case invalidServer(String)
  /// The host does not have Mastodon's API; its message, or the title of its page.
  case notSupported(host: String, answer: String)
  /// The server does not let apps register.
  case noRegistration(host: String, answer: String)
  /// The server has no authorization page.
  case noConsentPage(host: String)
  /// The user or the server has declined; the server's message.
  case refused(host: String, answer: String)
  /// The code is wrong or has expired.
  case wrongCode(host: String)
  case wrongToken(host: String)
  /// The server no longer knows Tern's registration; the next sign-in registers again.
  case registrationExpired(host: String)
  case credentials(CredentialError)
  case store(StoreError)
  case unavailable(TimelineError)
  case cancelled
}
