/// The domains of a server's local handles: the domain of its handles and the host of its API, which may differ
/// (`@ada@apex.example` at `social.apex.example`).
public struct LocalDomains: Hashable, Sendable {
  /// In lower case.
  private let domains: Set<String>

  public init(_ domains: some Sequence<String>) {
    self.domains = Set(domains.map { $0.lowercased() }.filter { !$0.isEmpty })
  }

  public var isEmpty: Bool { domains.isEmpty }

  /// The handle as the server writes it: local handles have no domain.
  public func shortened(_ handle: String) -> String {
    guard let at = handle.lastIndex(of: "@"), at > handle.startIndex,
      domains.contains(handle[handle.index(after: at)...].lowercased())
    else { return handle }
    return String(handle[..<at])
  }

  /// Whether both profiles are of the same account: by ID, else by handle.
  func areSame(_ one: Profile, _ other: Profile) -> Bool {
    if let id = one.id, id == other.id { return true }
    guard !one.handle.isEmpty else { return false }
    return shortened(one.handle).lowercased() == shortened(other.handle).lowercased()
  }
}

extension Account {
  /// The domains of the account's server; empty if it has no server.
  public var localDomains: LocalDomains {
    guard case .server(let server) = origin else { return LocalDomains([]) }
    let own = [profile.handle, id.key].compactMap { handle in
      handle.lastIndex(of: "@").map { String(handle[handle.index(after: $0)...]) }
    }
    return LocalDomains(own + [server.host, (try? WebAddress(server.address))?.authority].compactMap(\.self))
  }
}
