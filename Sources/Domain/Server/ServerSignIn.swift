/// Signs in to servers and out of them.
public protocol ServerSignInRepository: Sendable {
  /// Finds out what a server is, and registers Tern there where that has not been done.
  /// - Parameter server: as a person types it: `mastodon.social`, an address of it, `@ada@mastodon.social`.
  func begin(at server: String) async throws(ServerSignInError) -> ServerSignIn

  /// Waits until the browser comes back from the server. It can be cancelled at any moment.
  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account

  /// - Parameter code: what the server's page has shown.
  func finish(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account

  /// With a token that a person has made at the server.
  func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account

  /// Nobody waits for this sign-in any more.
  func giveUp(_ signIn: ServerSignIn) async

  /// Takes the token back at the server and forgets it here.
  /// - Parameter forgetsPosts: whether what was kept of it goes as well, and with it the account.
  /// - Returns: what the server said where it did not take the token back; it is forgotten here all the same.
  @discardableResult
  func signOut(of account: AccountID, forgetsPosts: Bool) async throws(ServerSignInError) -> TimelineError?
}

/// A sign-in that has been begun, and waits for the person's consent.
public struct ServerSignIn: Hashable, Sendable {
  public var id: String
  public var host: String
  /// To be opened in a browser on this machine, which comes back by itself; nil where nothing can listen for that.
  public var browserAddress: String?
  /// To be opened anywhere: its page ends with a code.
  public var codeAddress: String
  /// Set where the host that was typed redirects to the server.
  public var redirect: Redirect?

  public struct Redirect: Hashable, Sendable {
    /// The host that was typed.
    public var from: String
    /// The server that answers.
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }

    public var sentence: String { "\(from) redirects to \(to): you sign in there." }
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

/// What Tern asks to be allowed, in the words of Mastodon's scopes (documentation, api/oauth-scopes).
public enum SignInScope {
  public static let all = "read write follow"
  /// For people.
  public static let sentence = "Tern asks to read your timelines, to write posts, and to follow people for you."
}

/// Why someone could not sign in to a server.
public enum ServerSignInError: Error, Hashable, Sendable {
  /// What was typed names no server.
  case invalidServer(String)
  /// It answers, and not as a server that Tern can speak to. In its words, or the title of its page.
  case notSupported(host: String, answer: String)
  /// It does not let programs register.
  case noRegistration(host: String, answer: String)
  /// It has no page to consent at.
  case noConsentPage(host: String)
  /// The person, or the server, has said no; in the server's words.
  case refused(host: String, answer: String)
  /// The code is wrong, or too old.
  case wrongCode(host: String)
  case wrongToken(host: String)
  /// The server no longer knows Tern's registration; the next sign-in registers again.
  case registrationForgotten(host: String)
  case credentials(CredentialError)
  case store(StoreError)
  case unavailable(TimelineError)
  case cancelled
}
