import Domain
import Network
import Synchronization

/// A sign-in that waits for consent, and all that is needed to go on.
struct PendingSignIn: Sendable {
  /// Where the server shows the code (documentation, methods/oauth).
  static let codeRedirect = "urn:ietf:wg:oauth:2.0:oob"

  var id: String
  var server: DiscoveredServer
  var registration: ClientRegistration
  /// Whether the server has given the registration for this very sign-in.
  var isNewlyRegistered = false
  var key: ProofKey?
  /// Says that it is this sign-in that a browser comes back from.
  var state: String
  /// One that the server knows.
  var redirect: (any OpenRedirect)?

  /// The page to consent at.
  func address(redirect: String, asksAnew: Bool) -> String {
    var items: [HTTPAddress.QueryItem] = [
      .init("response_type", "code"), .init("client_id", registration.id), .init("redirect_uri", redirect),
      .init("scope", registration.scopes), .init("state", state),
    ]
    if let key { items += [.init("code_challenge", key.challenge), .init("code_challenge_method", "S256")] }
    if asksAnew { items.append(.init("force_login", "true")) }
    var address = server.endpoints.authorization
    address.query += items
    return address.absoluteString
  }
}

/// The sign-ins that wait; a few of them.
final class PendingSignIns: Sendable {
  private static let maxCount = 4

  private let begun = Mutex<[PendingSignIn]>([])

  /// - Returns: one that nobody can have been waiting for any more.
  func add(_ signIn: PendingSignIn) -> PendingSignIn? {
    begun.withLock { begun in
      begun.append(signIn)
      return begun.count > Self.maxCount ? begun.removeFirst() : nil
    }
  }

  subscript(id: String) -> PendingSignIn? {
    begun.withLock { $0.first { $0.id == id } }
  }

  @discardableResult
  func remove(_ id: String) -> PendingSignIn? {
    begun.withLock { begun in
      begun.firstIndex { $0.id == id }.map { begun.remove(at: $0) }
    }
  }
}
