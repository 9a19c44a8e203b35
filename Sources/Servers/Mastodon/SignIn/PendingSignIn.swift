import Domain
import Network
import Synchronization

/// A sign-in that waits for the user's consent.
struct PendingSignIn: Sendable {
  /// The out-of-band redirect: the server shows the code (documentation, methods/oauth).
  static let codeRedirect = "urn:ietf:wg:oauth:2.0:oob"

  var id: String
  var server: DiscoveredServer
  var registration: ClientRegistration
  /// Whether the registration was made for this sign-in.
  var isNewlyRegistered = false
  var key: ProofKey?
  /// The `state` parameter, which identifies the redirect of this sign-in.
  var state: String
  /// A listener whose address is registered at the server.
  var redirect: (any OpenRedirect)?

  /// The address of the consent page.
  func address(redirect: String, forcesLogin: Bool) -> String {
    var items: [HTTPAddress.QueryItem] = [
      .init("response_type", "code"), .init("client_id", registration.id), .init("redirect_uri", redirect),
      .init("scope", registration.scopes), .init("state", state),
    ]
    if let key { items += [.init("code_challenge", key.challenge), .init("code_challenge_method", "S256")] }
    if forcesLogin { items.append(.init("force_login", "true")) }
    var address = server.endpoints.authorization
    address.query += items
    return address.absoluteString
  }
}

/// The pending sign-ins, a few at most.
final class PendingSignIns: Sendable {
  private static let maxCount = 4

  private let pendingSignIns = Mutex<[PendingSignIn]>([])

  /// - Returns: the oldest sign-in, if it was removed because there were too many.
  func add(_ signIn: PendingSignIn) -> PendingSignIn? {
    pendingSignIns.withLock { pendingSignIns in
      pendingSignIns.append(signIn)
      return pendingSignIns.count > Self.maxCount ? pendingSignIns.removeFirst() : nil
    }
  }

  subscript(id: String) -> PendingSignIn? {
    pendingSignIns.withLock { $0.first { $0.id == id } }
  }

  @discardableResult
  func remove(_ id: String) -> PendingSignIn? {
    pendingSignIns.withLock { pendingSignIns in
      pendingSignIns.firstIndex { $0.id == id }.map { pendingSignIns.remove(at: $0) }
    }
  }
}
