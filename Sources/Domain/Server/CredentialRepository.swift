/// Keeps what opens accounts, apart from all else that is kept.
public protocol CredentialRepository: Sendable {
  /// nil where there is none.
  func token(of account: AccountID) async throws(CredentialError) -> Secret?

  func store(_ token: Secret, of account: AccountID) async throws(CredentialError)

  func removeToken(of account: AccountID) async throws(CredentialError)

  /// What a server knows Tern by.
  /// - Parameter host: the server, or the handle of an account whose token was issued to this registration.
  func registration(at host: String) async throws(CredentialError) -> ClientRegistration?

  func store(_ registration: ClientRegistration, at host: String) async throws(CredentialError)

  func removeRegistration(at host: String) async throws(CredentialError)
}

/// What a server has given Tern when it registered there (RFC 6749, 2.2).
public struct ClientRegistration: Hashable, Sendable {
  public var id: String
  public var secret: Secret?
  /// Where the server may send people back to.
  public var redirects: [String]
  /// What may be asked for, with a space between them.
  public var scopes: String
  /// Whether a sign-in with it was begun and has not ended: the server may no longer know it, and show a page that leads
  /// nowhere.
  public var isUnfinished: Bool

  public init(id: String, secret: Secret?, redirects: [String], scopes: String, isUnfinished: Bool = false) {
    self.id = id
    self.secret = secret
    self.redirects = redirects
    self.scopes = scopes
    self.isUnfinished = isUnfinished
  }
}

/// Why what opens accounts cannot be read or kept.
public struct CredentialError: Error, Hashable, Sendable {
  /// The file, or the command that was asked.
  public var place: String
  /// In the system's words, or those of the command. It never holds what is secret.
  public var reason: String

  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }
}
