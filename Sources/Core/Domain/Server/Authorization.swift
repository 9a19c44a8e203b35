/// The authorization of the requests of one account. A client asks it for the token of each request.
public protocol Authorization: Sendable {
  /// The token of a request; nil for requests without one.
  /// - Throws: `sessionExpired` if the account has no token, `fileUnreadable` if it cannot be read.
  func token() async throws(TimelineError) -> Secret?

  /// Replaces a token that the server has rejected.
  /// - Returns: whether there is another one, with which the request is repeated once.
  func renew(after rejected: Secret) async -> Bool

  /// Called after each response of the server itself, rather than of a network, a proxy or this computer.
  func serverDidRespond()
}

extension Authorization {
  public func renew(after rejected: Secret) async -> Bool { false }
  public func serverDidRespond() {}
}

/// A token that is not replaced, or none.
public struct FixedToken: Authorization {
  private let secret: Secret?

  public init(_ secret: Secret?) {
    self.secret = secret
  }

  public func token() async throws(TimelineError) -> Secret? { secret }
}
