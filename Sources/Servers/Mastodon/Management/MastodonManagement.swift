import Domain
import Formats
import FoundationEssentials
import Network

/// Manages the user's filters, lists, hashtags, blocked servers and own profile at a server with Mastodon’s API.
public struct MastodonManagement: Sendable {
  /// The maximum number of entries on a page of hashtags or blocked servers, and the maximum number of pages.
  private static let (pageLimit, maxPages) = (200, 100)

  let client: MastodonClient
  private let creations = UnconfirmedCreations()

  /// - Parameter client: ideally the client that loads the account's timelines, so that capabilities are requested
  ///   once.
  public init(client: MastodonClient) {
    self.client = client
  }

  var reader: MastodonStatusReader { MastodonStatusReader(host: client.host) }

  func unsupported(_ status: Int? = nil) -> ServerFailure {
    ServerFailure(status: status, error: .unsupported(host: client.host), mayHaveArrived: false)
  }

  /// Sends a change. A server without the endpoint does not support it.
  func change(
    _ method: HTTPRequest.Method, _ address: HTTPAddress, _ body: RequestBody, isRepeatable: Bool = true
  ) async throws(ServerFailure) {
    do throws(ServerFailure) {
      _ = try await client.send(method, address, body, isRepeatable: isRepeatable)
    } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
      throw unsupported(error.status)
    }
  }

  /// Requests a list. A server without the endpoint does not support it.
  func elements(
    at address: HTTPAddress, of feature: ServerCapabilityCache.Feature
  ) async throws(ServerFailure) -> [JSONValue] {
    do throws(ServerFailure) {
      return try await client.value(at: address, of: feature).elements
    } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
      throw unsupported(error.status)
    }
  }

  /// Requests all pages of a list, following the `Link` headers.
  /// - Parameter feature: the feature of the endpoint; nil if its path has an ID.
  func allElements(
    _ segments: String..., of feature: ServerCapabilityCache.Feature? = nil
  ) async throws(ServerFailure) -> [JSONValue] {
    var query: [HTTPAddress.QueryItem] = [.init("limit", String(Self.pageLimit))]
    var found: [JSONValue] = []
    var last: RemoteCursor?
    for _ in 0..<Self.maxPages {
      let response: ServerResponse
      do throws(ServerFailure) {
        let address = client.server.at(["api", "v1"] + segments, query: query)
        response = if let feature { try await client.get(address, of: feature) } else { try await client.get(address) }
      } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
        throw unsupported(error.status)
      }
      let page = try client.value(of: response).elements
      found += page
      guard !page.isEmpty, let next = PageLinks(response).next, next != last else { return found }
      last = next
      query = [.init("limit", String(Self.pageLimit))] + (next.items ?? [.init("max_id", next.rawValue)])
    }
    return found
  }

  /// Sends a request that deletes something. Succeeds if it does not exist.
  /// - Parameter exists: whether the server still has it; asked if the response does not say what is missing.
  func delete(
    _ address: HTTPAddress, unless exists: () async throws(ServerFailure) -> Bool
  ) async throws(ServerFailure) {
    do throws(ServerFailure) {
      _ = try await client.send(.delete, address)
    } catch  where error.isMissingOrUnsupported {
      if error.isUnsupportedMethod { throw unsupported(error.status) }
      if !error.namesMissingResource, try await exists() { throw unsupported(error.status) }
    }
  }

  /// Creates something, unless a lost response turns out to have created it.
  /// - Parameters:
  ///   - known: the IDs of what has the title at the server.
  ///   - load: loads them again.
  /// - Returns: the ID of what an earlier attempt has created, which may have to be changed; nil if this one has.
  func create(
    _ address: HTTPAddress, _ body: RequestBody, titled title: String, known: Set<String>,
    load: () async throws(ServerFailure) -> Set<String>
  ) async throws(ServerFailure) -> String? {
    let key = UnconfirmedCreations.Key(path: address.path, title: title)
    if let id = creations.start(key, known) {
      creations.end(key)
      return id
    }
    do throws(ServerFailure) {
      _ = try await client.send(.post, address, body, isRepeatable: false)
    } catch  where error.isUnknownEndpoint && !error.namesMissingResource {
      creations.end(key)
      throw unsupported(error.status)
    } catch {
      guard error.mayHaveArrived else {
        creations.end(key)
        throw error
      }
      guard !error.isCancelled, let ids = try? await load(), creations.isCreated(key, ids) else { throw error }
    }
    creations.end(key)
    return nil
  }
}

// MARK: - Hashtags and servers

extension MastodonManagement: FollowedTagRepository, BlockedServerRepository {
  /// The followed hashtags (documentation, methods/followed_tags).
  public func followedTags() async throws(TimelineError) -> [ServerMatches.Tag] {
    try await withTimelineError { () throws(ServerFailure) in
      try await allElements("followed_tags", of: .followedTags).compactMap { ServerMatches.Tag($0) }
    }
  }

  /// The blocked servers (documentation, methods/domain_blocks).
  public func blockedServers() async throws(TimelineError) -> [String] {
    try await withTimelineError { () throws(ServerFailure) in
      try await allElements("domain_blocks", of: .blockedServers).compactMap {
        $0.text.flatMap { $0.isEmpty ? nil : $0 }
      }
    }
  }
}

// MARK: - Lists

extension MastodonManagement: UserListRepository {
  /// The lists (documentation, methods/lists).
  public func userLists() async throws(TimelineError) -> [UserList] {
    try await withTimelineError { () throws(ServerFailure) in try await lists() }
  }

  private func lists() async throws(ServerFailure) -> [UserList] {
    try await elements(at: client.server.at("api", "v1", "lists"), of: .lists).compactMap(UserList.init)
  }

  public func save(_ list: UserList, replacing old: UserList?) async throws(TimelineError) {
    guard list != old else { return }
    let body = RequestBody(json: ListBody(list, replacing: old))
    try await withTimelineError { () throws(ServerFailure) in
      var id = list.id
      if id == nil {
        let load = { () async throws(ServerFailure) in
          Set(try await lists().filter { $0.title == list.title }.compactMap(\.id))
        }
        id = try await create(
          client.server.at("api", "v1", "lists"), body, titled: list.title, known: load(), load: load)
      }
      if let id { try await change(.put, client.address("lists", id), body) }
    }
  }

  public func deleteList(_ id: String) async throws(TimelineError) {
    try await withTimelineError { () throws(ServerFailure) in
      try await delete(client.address("lists", id)) { () throws(ServerFailure) in
        try await lists().contains { $0.id == id }
      }
    }
  }

  public func members(ofList id: String) async throws(TimelineError) -> [Profile] {
    let reader = reader
    return try await withTimelineError { () throws(ServerFailure) in
      try await allElements("lists", id, "accounts").compactMap { reader.profile($0) }
    }
  }

  public func setMember(_ account: String, ofList id: String, _ isMember: Bool) async throws(TimelineError) {
    _ = try await MastodonActions(client: client, account: nil).perform(
      .addToList(isMember, list: id, account: account))
  }
}

extension UserList {
  /// Parses a list (documentation, entities/List); nil without ID.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text else { return nil }
    self.init(
      id: id, title: value["title"]?.name ?? id,
      replies: value["replies_policy"]?.text.flatMap(RepliesPolicy.init), isExclusive: value["exclusive"]?.bool)
  }
}

/// The title is required; policies that the user has not changed are left out.
private struct ListBody: Encodable {
  enum CodingKeys: String, CodingKey {
    case title
    case replies = "replies_policy"
    case exclusive
  }

  var title: String
  var replies: String?
  var exclusive: Bool?

  init(_ list: UserList, replacing old: UserList?) {
    title = list.title.unescapingControls
    if old == nil || list.replies != old?.replies { replies = list.replies?.rawValue }
    if old == nil || list.isExclusive != old?.isExclusive { exclusive = list.isExclusive }
  }
}
