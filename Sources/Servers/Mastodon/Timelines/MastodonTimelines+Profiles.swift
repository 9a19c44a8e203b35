import Domain
import Formats
import Network

extension MastodonTimelines {
  /// - Throws: `unknownTimeline` if there is no such account.
  public func profile(_ profile: Profile) async throws(TimelineError) -> ProfilePage {
    if let id = profile.id { return try await self.profile(of: id) }
    return try await self.profile(handle: profile.handle)
  }

  /// The profile with a server ID.
  /// - Throws: `unknownTimeline` if there is no such account.
  public func profile(of id: String) async throws(TimelineError) -> ProfilePage {
    try await profilePage(named: id) { () throws(ServerFailure) in
      try await self.client.value(at: self.client.server.at("api", "v1", "accounts", id))
    }
  }

  /// The profile with a handle, with or without `@`; without a server it is local.
  /// - Throws: `unknownTimeline` if there is no such account.
  public func profile(handle: String) async throws(TimelineError) -> ProfilePage {
    let handle = String(handle.drop { $0 == "@" })
    let name = client.localDomains.shortened(handle)
    return try await profilePage(named: "@\(handle)") { () throws(ServerFailure) in
      try await self.account(named: name)
    }
  }

  private func account(named name: String) async throws(ServerFailure) -> JSONValue {
    let server = client.server
    var missing: ServerFailure?
    do throws(ServerFailure) {
      let found = try await client.value(
        at: server.at("api", "v1", "accounts", "lookup", query: [.init("acct", name)]))
      if let match = await account(named: name, among: [found]) { return match }
    } catch  where error.isUnknownEndpoint {
      // An account that the server does not know yet, or a server without this lookup.
      missing = error
    }
    let query: [HTTPAddress.QueryItem] = [
      .init("q", name), .init("type", "accounts"), .init("resolve", "true"), .init("limit", "5"),
    ]
    let found = try await client.value(at: server.at("api", "v2", "search", query: query))
    if let match = await account(named: name, among: found["accounts"]?.elements ?? []) { return match }
    throw missing ?? ServerFailure(error: .unknownTimeline(name: "@\(name)", known: []))
  }

  private func profilePage(
    named name: String, _ load: () async throws(ServerFailure) -> JSONValue
  ) async throws(TimelineError) -> ProfilePage {
    do throws(ServerFailure) {
      let account = try await load()
      guard var page = ProfilePage(account, reader) else {
        throw client.failures.unexpectedResponse(200, expected: "an account")
      }
      if let id = page.profile.id, !client.isAnonymous, id != capabilityCache.accountID {
        page.relationship = try await relationship(to: id)
      }
      return page
    } catch  where error.isUnknownEndpoint {
      throw .unknownTimeline(name: name, known: [])
    } catch {
      throw error.error
    }
  }

  /// The number of accounts in one request for relationships.
  private static let maxRelationships = 40

  /// The relationships with the first `maxRelationships` accounts, in one request.
  public func relationships(with accounts: [String]) async throws(TimelineError) -> [String: Relationship] {
    do throws(ServerFailure) {
      return try await loadRelationships(with: Array(accounts.prefix(Self.maxRelationships)))
    } catch {
      throw error.error
    }
  }

  private func loadRelationships(with ids: [String]) async throws(ServerFailure) -> [String: Relationship] {
    let query = ids.map { HTTPAddress.QueryItem("id[]", $0) }
    let found = try await client.value(at: client.server.at("api", "v1", "accounts", "relationships", query: query))
    let known = found.elements.compactMap { value in value["id"]?.text.map { ($0, Relationship(value)) } }
    return Dictionary(known.filter { ids.contains($0.0) }, uniquingKeysWith: { first, _ in first })
  }

  /// nil if the server does not return it.
  private func relationship(to id: String) async throws(ServerFailure) -> Relationship? {
    do throws(ServerFailure) {
      return try await loadRelationships(with: [id])[id]
    } catch  where error.isCancelled {
      throw error
    } catch {
      return nil
    }
  }
}

extension MastodonTimelines {
  /// The kinds of search results.
  public enum SearchKind: String, Sendable {
    case posts = "statuses"
    case profiles = "accounts"
    case tags = "hashtags"
  }

  /// The maximum number of results of each kind that servers return.
  private static let maxMatches = 40

  /// - Throws: `unknownTimeline` if the server has no search.
  public func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    try await matches(of: words, kind: nil, limit: Self.maxMatches)
  }

  /// The search results of the server. Not all servers search posts.
  /// - Parameters:
  ///   - kind: nil for all kinds.
  ///   - offset: the number of results to skip; only for a single kind.
  /// - Throws: `unknownTimeline` if the server has no search.
  public func matches(
    of words: String, kind: SearchKind? = nil, offset: Int = 0, limit: Int = 20
  ) async throws(TimelineError) -> ServerMatches {
    var query: [HTTPAddress.QueryItem] = [.init("q", words), .init("limit", String(min(max(1, limit), 40)))]
    if let kind { query.append(.init("type", kind.rawValue)) }
    if kind != nil, offset > 0 { query.append(.init("offset", String(offset))) }
    let reader = reader
    do throws(ServerFailure) {
      let found = try await client.value(at: client.server.at("api", "v2", "search", query: query), of: .search)
      // For servers that ignore the limit.
      let most = 4 * max(1, limit)
      let posts = found["statuses"]?.elements.prefix(most).compactMap { status in
        reader.entry(status).map { filtered($0, by: status, in: .search) }
      }
      return ServerMatches(
        posts: (posts ?? []).map { post in
          var post = post
          post.assign(to: account)
          return post
        },
        profiles: found["accounts"]?.elements.prefix(most).compactMap(reader.profile) ?? [],
        tags: found["hashtags"]?.elements.prefix(most).compactMap(ServerMatches.Tag.init) ?? [])
    } catch  where error.isUnknownEndpoint {
      throw .unknownTimeline(name: "search", known: [])
    } catch {
      throw error.error
    }
  }
}

extension ServerMatches.Tag {
  /// A hashtag. Pleroma returns only its name.
  init?(_ tag: JSONValue) {
    guard let name = (tag["name"] ?? tag).name else { return nil }
    let history = tag["history"]?.elements.compactMap { $0["uses"]?.count } ?? []
    self.init(
      name: name, url: tag["url"]?.text,
      uses: history.isEmpty ? nil : history.reduce(0) { $0.addingReportingOverflow($1).partialValue },
      isFollowed: tag["following"]?.bool)
  }
}
