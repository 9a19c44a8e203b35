/// The hosts that a request may reach, directly and by redirects.
public enum HostPolicy: Hashable, Sendable {
  /// Any host.
  case all
  /// Public hosts only, also after name resolution. The host of the given address is always allowed; if it is this
  /// computer, so is any other loopback address.
  case publicNetwork(except: HTTPAddress?)

  /// Whether an address is allowed, before its host name is resolved.
  public func allows(_ address: HTTPAddress) -> Bool { address.isPublic || isExempt(address) }

  /// Whether the resolved address has to be checked as well.
  func checksResolvedAddress(of address: HTTPAddress) -> Bool { self != .all && !isExempt(address) }

  private func isExempt(_ address: HTTPAddress) -> Bool {
    switch self {
    case .all: true
    case .publicNetwork(let server):
      server.map { $0.host == address.host || $0.isLoopback && address.isLoopback } ?? false
    }
  }
}
