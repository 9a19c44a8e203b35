import Domain
import Network
import Runtime
import Synchronization

/// One client for each account, for all who ask its server: they share what it says of itself, and how often it may be
/// asked.
public final class MastodonClients: Sendable {
  private let transport: any HTTPTransport
  private let clock: any WallClock
  private let known = Mutex<[AccountID: (token: Secret, client: MastodonClient)]>([:])

  public init(transport: any HTTPTransport, clock: any WallClock) {
    self.transport = transport
    self.clock = clock
  }

  /// - Parameter token: with another one than before it is another session, and the account has a new client.
  /// - Returns: nil where the account is none of a server's, or its address is none.
  public func client(of account: Account, token: Secret) -> MastodonClient? {
    known.withLock { known in
      if let (before, client) = known[account.id], before == token { return client }
      let client = MastodonClient(account: account, token: token, transport: transport, clock: clock)
      known[account.id] = client.map { (token, $0) }
      return client
    }
  }
}
