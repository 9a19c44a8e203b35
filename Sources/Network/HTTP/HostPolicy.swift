/// Whom a request may reach, itself and by redirects.
public enum HostPolicy: Hashable, Sendable {
  /// Whoever is named.
  case anyone
  /// Nobody on this machine or in its own network, whatever names lead there; but the server at this address may be asked
  /// where it is. One on this machine may have others beside it.
  case publicNetwork(but: HTTPAddress?)

  /// Whether an address may be asked, as far as its host tells.
  public func allows(_ address: HTTPAddress) -> Bool { address.isPublic || isExempt(address) }

  /// Whether what the host's name leads to has to be looked at, too.
  func checksPlace(of address: HTTPAddress) -> Bool { self != .anyone && !isExempt(address) }

  private func isExempt(_ address: HTTPAddress) -> Bool {
    switch self {
    case .anyone: true
    case .publicNetwork(let server):
      server.map { $0.host == address.host || $0.isLoopback && address.isLoopback } ?? false
    }
  }
}
