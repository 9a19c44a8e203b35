import Domain
import Formats
import Network

/// Posts and profiles by their addresses (documentation, methods/search). A server that searches for the address as
/// text returns other posts and accounts as well: a result counts only if it has the address.
extension MastodonTimelines {
  private static let maxResults = 5

  /// The post or profile at an address.
  /// - Returns: nil if missing or the server has no search.
  public func found(at fediverseAddress: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    let address = fediverseAddress.text
    let found = try await results(at: address, kind: nil)
    if let post = await post(at: address, among: found?[SearchKind.posts.rawValue]) { return .post(post) }
    let account = (found?[SearchKind.profiles.rawValue]?.elements ?? []).prefix(Self.maxResults)
      .first { isProfile($0, at: address) }
    return account.flatMap(reader.profile).map(FoundAddress.profile)
  }

  /// The post at an address. With `resolve`, the server fetches it from elsewhere.
  /// - Returns: nil if missing or the server has no search.
  public func post(at address: String) async throws(TimelineError) -> Post? {
    await post(at: address, among: try await results(at: address, kind: .posts)?[SearchKind.posts.rawValue])
  }

  private func results(at address: String, kind: SearchKind?) async throws(TimelineError) -> JSONValue? {
    var query: [HTTPAddress.QueryItem] = [.init("q", address)]
    if let kind { query.append(.init("type", kind.rawValue)) }
    query += [.init("resolve", "true"), .init("limit", String(Self.maxResults))]
    do throws(ServerFailure) {
      return try await client.value(at: client.server.at("api", "v2", "search", query: query))
    } catch  where error.isUnknownEndpoint {
      return nil
    } catch {
      throw error.error
    }
  }

  private func post(at address: String, among results: JSONValue?) async -> Post? {
    let statuses = (results?.elements ?? []).prefix(Self.maxResults)
    guard !statuses.isEmpty else { return nil }
    var status = statuses.first { $0.hasAddress(among: [address]) }
    if status == nil {
      let others = await publicAddresses(ofPostAt: address)
      status = statuses.first { $0.hasAddress(among: others) }
    }
    var post = status.flatMap(reader.entry)
    post?.assign(to: account)
    return post
  }

  /// The addresses of a post according to the server in one of them, which may have several: `/notice/…` and
  /// `/objects/…` (Pleroma), or that of a copy. Empty if that server does not show it to everyone.
  private func publicAddresses(ofPostAt address: String) async -> [String] {
    guard let (page, id) = HTTPAddress(address).flatMap(Self.publicPage), !page.isSameOrigin(as: client.server) else {
      return []
    }
    let other = MastodonClient(publicServer: page, transport: client.transport, clock: client.clock)
    let status = try? await other.value(at: other.server.at("api", "v1", "statuses", id))
    return ["uri", "url"].compactMap { status?[$0]?.text }
  }
}

// MARK: - Accounts

extension MastodonTimelines {
  private func isProfile(_ account: JSONValue, at address: String) -> Bool {
    account.hasAddress(among: [address])
      || FediverseAddress(address)?.handle.map { hasHandle(account, $0) } ?? false
  }

  /// The account with a handle, with or without a server.
  func account(named handle: String, among accounts: [JSONValue]) async -> JSONValue? {
    let accounts = accounts.prefix(Self.maxResults)
    if let match = accounts.first(where: { hasHandle($0, handle) }) { return match }
    let name = handle.prefix { $0 != "@" }.lowercased()
    let namesakes = accounts.filter { $0["acct"]?.text?.prefix { $0 != "@" }.lowercased() == name }
    guard !namesakes.isEmpty, handle.contains("@") else { return nil }
    let addresses = await publicAddresses(ofAccount: handle)
    return namesakes.first { $0.hasAddress(among: addresses) }
  }

  /// Whether an account has a handle, by its `acct` or by the host of its page: `@ann@www.loop.example` for
  /// `ann@loop.example`.
  private func hasHandle(_ account: JSONValue, _ handle: String) -> Bool {
    guard let known = account["acct"]?.text else { return false }
    let local = client.localDomains
    let knownHandle = local.shortened(known).lowercased()
    let handle = local.shortened(handle).lowercased()
    if knownHandle == handle { return true }
    let parts = handle.split(separator: "@")
    guard parts.count == 2, knownHandle.prefix(while: { $0 != "@" }) == parts[0] else { return false }
    return (account["url"]?.text.flatMap { HTTPAddress($0) })?.authority.lowercased() == String(parts[1])
  }

  /// The addresses of an account according to the server in its handle (RFC 7033): some servers list it under the host
  /// of its page, which may be another one. Empty if that server does not respond.
  private func publicAddresses(ofAccount handle: String) async -> [String] {
    guard let host = handle.split(separator: "@").last, let server = HTTPAddress("https://\(host)") else { return [] }
    let other = MastodonClient(publicServer: server, transport: client.transport, clock: client.clock)
    let query = [HTTPAddress.QueryItem("resource", "acct:\(handle)")]
    let found = try? await other.value(at: other.server.at(".well-known", "webfinger", query: query))
    return (found?["links"]?.elements ?? []).prefix(Self.maxLinks).compactMap { link in
      ["self", "http://webfinger.net/rel/profile-page"].contains(link["rel"]?.text) ? link["href"]?.text : nil
    }
  }

  private static let maxLinks = 50
}

extension JSONValue {
  fileprivate func hasAddress(among addresses: [String]) -> Bool {
    ["url", "uri"].compactMap { self[$0]?.text }.contains { own in
      addresses.contains { WebAddress.areSame(own, $0) }
    }
  }
}
