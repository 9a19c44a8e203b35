import Domain
import Formats
import Network

extension MastodonTimelines {
  /// The maximum number of trends of each kind, suggestions and announcements that are read.
  private static let maxListed = 40

  public var features: Set<ServerFeature> {
    var features: Set<ServerFeature> = [.addresses, .description, .missingReplies]
    let tried: [(ServerFeature, ServerCapabilityCache.Feature)] = [
      (.trends, .trends), (.suggestions, .suggestions), (.announcements, .announcements),
    ]
    for (feature, known) in tried where !capabilityCache.isUnsupported(known, now: now) { features.insert(feature) }
    if capabilityCache.lastCapabilities?.description?.translates == true { features.insert(.translation) }
    return features
  }
}

// MARK: - Trends and suggestions

extension MastodonTimelines {
  /// Documentation, methods/trends. Each kind may be missing.
  /// - Throws: `unsupported` if all are missing.
  public func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    async let tagResult = trends("tags", .trendingTags)
    async let linkResult = trends("links", .trendingLinks)
    let reader = reader
    do throws(ServerFailure) {
      let statuses = try await trends("statuses", .trendingPosts).get()
      let tags = try await tagResult.get()
      let links = try await linkResult.get()
      guard statuses != nil || tags != nil || links != nil else {
        capabilityCache.markUnsupported(.trends, now: now)
        throw ServerFailure(error: .unsupported(host: client.host))
      }
      return ServerMatches(
        posts: (statuses ?? []).compactMap { status -> Post? in
          guard var post = reader.entry(status) else { return nil }
          post = filtered(post, by: status, in: .search)
          post.assign(to: account)
          return post
        }, tags: (tags ?? []).compactMap(ServerMatches.Tag.init),
        links: (links ?? []).compactMap(ServerMatches.SharedLink.init))
    } catch {
      throw error.error
    }
  }

  /// nil if the server has no trends of this kind.
  private func trends(
    _ kind: String, _ feature: ServerCapabilityCache.Feature
  ) async -> Result<[JSONValue]?, ServerFailure> {
    do throws(ServerFailure) {
      let query = [HTTPAddress.QueryItem("limit", "20")]
      let address = client.server.at("api", "v1", "trends", kind, query: query)
      return .success(Array(try await client.value(at: address, of: feature).elements.prefix(Self.maxListed)))
    } catch  where error.lacksEndpoint {
      return .success(nil)
    } catch {
      return .failure(error)
    }
  }

  /// Documentation, methods/suggestions. Servers before version 2 return accounts.
  /// - Throws: `unsupported` if the server has none.
  public func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    let query = [HTTPAddress.QueryItem("limit", String(Self.maxListed))]
    let found = try await elements(of: .suggestions, at: client.server.at("api", "v2", "suggestions", query: query))
    let reader = reader
    return found.compactMap { reader.profile($0["account"] ?? $0) }
  }

  public func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    guard let id = profile.id else { return }
    try await send(.delete, client.server.at("api", "v1", "suggestions", id))
  }

  /// Requests a list. A server without the endpoint lacks the feature.
  private func elements(
    of feature: ServerCapabilityCache.Feature, at address: HTTPAddress
  ) async throws(TimelineError) -> [JSONValue] {
    do throws(ServerFailure) {
      return Array(try await client.value(at: address, of: feature).elements.prefix(Self.maxListed))
    } catch  where error.lacksEndpoint {
      throw .unsupported(host: client.host)
    } catch {
      throw error.error
    }
  }

  /// Sends a request whose response has no content of interest.
  private func send(_ method: HTTPRequest.Method, _ address: HTTPAddress) async throws(TimelineError) {
    try await withTimelineError { () throws(ServerFailure) in _ = try await client.send(method, address) }
  }
}

// MARK: - Announcements and description

extension MastodonTimelines {
  /// Documentation, methods/announcements.
  /// - Throws: `unsupported` if the server has none.
  public func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try await elements(of: .announcements, at: client.server.at("api", "v1", "announcements")).compactMap {
      value -> Announcement? in
      guard let id = value["id"]?.text else { return nil }
      return Announcement(
        id: id, text: reader.text(of: value), publishedAt: value["published_at"]?.date,
        startsAt: value["starts_at"]?.date, endsAt: value["ends_at"]?.date, isRead: value["read"]?.bool == true)
    }
  }

  public func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try await send(.post, client.server.at("api", "v1", "announcements", announcement.id, "dismiss"))
  }

  /// Documentation, methods/instance. The response also has the capabilities, which are requested once a day.
  public func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription {
    try await withTimelineError { () throws(ServerFailure) in
      let capabilities = try await freshness == .fresh ? client.reloadedCapabilities() : client.capabilities()
      return capabilities.description ?? ServerDescription(title: client.host)
    }
  }
}

// MARK: - Translation and threads elsewhere

extension MastodonTimelines {
  /// Documentation, methods/statuses, translate.
  /// - Throws: `refused` if the server does not translate the post; `serverError` if the response has no text.
  public func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    let address = client.server.at("api", "v1", "statuses", post.rawValue, "translate")
    return try await withTimelineError { () throws(ServerFailure) in
      let value = try client.value(
        of: await client.post(address, FormBody(language.map { [HTTPAddress.QueryItem("lang", $0)] } ?? [])))
      let translation = PostTranslation(
        text: reader.text(of: value), warning: value["spoiler_text"]?.text,
        pollOptions: value["poll"]?["options"]?.elements.compactMap { $0["title"]?.text } ?? [],
        sourceLanguage: value["detected_source_language"]?.text, provider: value["provider"]?.name)
      guard !translation.text.isEmpty || translation.warning != nil || !translation.pollOptions.isEmpty else {
        throw client.failures.unexpectedResponse(200, expected: "a translation")
      }
      return translation
    }
  }

  /// The thread at the author's server, requested without a token from public hosts only.
  /// - Throws: `unsupported` if that server does not show it.
  public func publicThread(of post: Post) async throws(TimelineError) -> PublicThread {
    let pages = [post.url, post.uri].compactMap { $0.flatMap { HTTPAddress($0) } }
    guard let (page, id) = pages.lazy.compactMap(Self.publicPage).first else {
      throw .unsupported(host: pages.first?.authority ?? client.host)
    }
    let other = MastodonClient(publicServer: page, transport: client.transport, clock: client.clock)
    do throws(ServerFailure) {
      var thread = PublicThread(host: other.host)
      let lists = try await other.forEachPost(inThreadOf: id) { list, status in
        guard let uri = (status["uri"] ?? status["url"])?.text else { return }
        let entry = PublicThread.Entry(uri: uri, url: status["url"]?.text)
        switch list {
        case .ancestors: thread.ancestors.append(entry)
        case .descendants: thread.descendants.append(entry)
        }
      }
      guard !lists.isEmpty else { throw other.failures.unexpectedResponse(200, expected: "a thread") }
      return thread
    } catch  where error.isUnknownEndpoint || error.isPage {
      throw .unsupported(host: other.host)
    } catch {
      throw error.error
    }
  }

  /// The address of a post at the author's server, and its ID in the API there; nil if the address does not contain the
  /// ID: `/objects/…`.
  static func publicPage(_ page: HTTPAddress) -> (HTTPAddress, id: String)? {
    let parts = page.path.split(separator: "/")
    guard page.isPublic, let id = parts.last, FediverseAddress(page.absoluteString)?.kind == .post,
      parts.first != "objects", parts.first != "notes"
    else { return nil }
    return (page, String(id))
  }
}

extension ServerMatches.SharedLink {
  /// A link with its history (documentation, entities/Trends_Link).
  fileprivate init?(_ link: JSONValue) {
    guard let url = link["url"]?.text, let title = link["title"]?.text ?? link["url"]?.text else { return nil }
    let history = link["history"]?.elements.compactMap { $0["accounts"]?.count } ?? []
    self.init(
      url: url, title: title, card: LinkCard(ofLink: link),
      accounts: history.isEmpty ? nil : history.reduce(0) { $0.addingReportingOverflow($1).partialValue })
  }
}
