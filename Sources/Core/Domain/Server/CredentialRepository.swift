/// Stores credentials, separate from all other data.
public protocol CredentialRepository: Sendable {
  /// The token of an account; nil if none.
  func token(of account: AccountID) async throws(CredentialError) -> Secret?

  /// Stores the token of an account.
  func store(_ token: Secret, of account: AccountID) async throws(CredentialError)

  /// Removes the token of an account.
  func removeToken(of account: AccountID) async throws(CredentialError)

  /// Tern's registration at a server; nil if none.
  /// - Parameter host: the server's host. Also the full handle of an account, for the registration that its token was
  ///   issued to.
  func registration(at host: String) async throws(CredentialError) -> ClientRegistration?

  /// Stores a registration.
  func store(_ registration: ClientRegistration, at host: String) async throws(CredentialError)

  /// Removes a registration.
  func removeRegistration(at host: String) async throws(CredentialError)
}

/// The registration of Tern as a client of a server (RFC 6749, 2.2).
public struct ClientRegistration: Hashable, Sendable {
  public var id: String
  public var secret: Secret?
  /// The allowed redirect URIs.
  public var redirects: [String]
  /// The scopes, separated by spaces.
  public var scopes: String
  /// Whether a sign-in with it was started and not finished. The server may then have deleted the registration and
  /// shown an error page, so the next sign-in registers again.
  public var isUnfinished: Bool

  public init(id: String, secret: Secret?, redirects: [String], scopes: String, isUnfinished: Bool = false) {
    self.id = id
    self.secret = secret
    self.redirects = redirects
    self.scopes = scopes
    self.isUnfinished = isUnfinished
  }
}

/// The reason that credentials cannot be read or stored.
public struct CredentialError: Error, Hashable, Sendable {
  /// The file, or the helper command.
  public var location: String
  /// The message of the system or the command. It never contains a secret.
  public var reason: String

  public init(location: String, reason: String) {
    self.location = location
    self.reason = reason
  }
}
