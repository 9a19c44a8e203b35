import Domain
import Network
import Runtime
import Synchronization

/// The clients by account. All users of an account share one client, its capabilities and its rate limits.
public final class MastodonClients: Sendable {
  private let transport: any HTTPTransport
  private let clock: any WallClock
  private let clients = Mutex<[AccountID: (token: Secret, client: MastodonClient)]>([:])

  public init(transport: any HTTPTransport, clock: any WallClock) {
    self.transport = transport
    self.clock = clock
  }

  /// The client of an account.
  /// - Parameter token: A different token than before starts a new client.
  /// - Returns: nil if the account does not belong to a server or has an invalid address.
  public func client(of account: Account, token: Secret) -> MastodonClient? {
    clients.withLock { clients in
      if let (before, client) = clients[account.id], before == token { return client }
      let client = MastodonClient(account: account, token: token, transport: transport, clock: clock)
      clients[account.id] = client.map { (token, $0) }
      return client
    }
  }
}
