import Domain
import Formats
import FoundationEssentials
import Network

/// The user's filters: version 2 (documentation, methods/filters), or version 1 if the server lacks it.
extension MastodonManagement: ServerFilterRepository {
  private var endpoint: HTTPAddress { client.server.at("api", "v2", "filters") }

  /// Whether the server has turned out to lack version 2.
  private var lacksKeywords: Bool { client.capabilityCache.isUnsupported(.editableFilters, now: client.clock.now) }

  public func serverFilters() async throws(TimelineError) -> ServerFilters {
    try await withTimelineError { () throws(ServerFailure) in try await loadedFilters() }
  }

  /// Whether the server has turned out to list filters only.
  private var refusesFilters: Bool { client.capabilityCache.isUnsupported(.newFilters, now: client.clock.now) }

  /// Creates a filter, unless the server turns out to have no such request: snac answers 422 without a reason.
  func createFilter(
    _ address: HTTPAddress, _ body: RequestBody, titled title: String, known: Set<String>,
    load: () async throws(ServerFailure) -> Set<String>
  ) async throws(ServerFailure) -> String? {
    do throws(ServerFailure) {
      return try await create(address, body, titled: title, known: known, load: load)
    } catch {
      guard error.isUnsupportedMethod || error.status == 422 && error.code == nil else { throw error }
      client.capabilityCache.markUnsupported(.newFilters, now: client.clock.now)
      throw unsupported(error.status)
    }
  }

  private func loadedFilters() async throws(ServerFailure) -> ServerFilters {
    if refusesFilters { throw unsupported() }
    if !lacksKeywords {
      do throws(ServerFailure) {
        return ServerFilters(try await filters())
      } catch  where error.isUnknownEndpoint {
        client.capabilityCache.markUnsupported(.editableFilters, now: client.clock.now)
      }
    }
    return ServerFilters(try await phraseFilters(), kind: .phrase)
  }

  private func filters() async throws(ServerFailure) -> [ServerFilter] {
    try await client.value(at: endpoint).elements.compactMap(ServerFilter.init)
  }

  public func save(_ filter: ServerFilter) async throws(TimelineError) {
    try await withTimelineError { () throws(ServerFailure) in
      let known = try await loadedFilters()
      switch known.kind {
      case .keywords: try await saveKeywords(filter, among: known.filters)
      case .phrase: try await savePhrase(filter, among: known.filters)
      }
    }
  }

  /// - Parameter known: the filters of the server.
  private func saveKeywords(_ filter: ServerFilter, among known: [ServerFilter]) async throws(ServerFailure) {
    let now = client.clock.now
    let named = { (filters: [ServerFilter]) in Set(filters.filter { $0.title == filter.title }.compactMap(\.id)) }
    var id = filter.id
    if id == nil {
      let body = RequestBody(json: FilterBody(filter, replacing: nil, now: now))
      id = try await createFilter(endpoint, body, titled: filter.title, known: named(known)) {
        () throws(ServerFailure) in
        named(try await filters())
      }
    }
    guard let id else { return }
    let old = known.first { $0.id == id }
    var changed = filter
    changed.keywords = ServerFilter.Keyword.identified(filter.keywords, among: old?.keywords ?? [])
    var body = FilterBody(changed, replacing: old, now: now)
    guard !body.isEmpty else { return }
    let address = client.server.at("api", "v2", "filters", id)
    do throws(ServerFailure) {
      try await change(.put, address, RequestBody(json: body), isRepeatable: false)
    } catch  where error.status == 422 && body.seconds == FilterBody.noEnd {
      // GoToSocial reads numbers only.
      body.seconds = "0"
      try await change(.put, address, RequestBody(json: body), isRepeatable: false)
    }
  }

  public func deleteFilter(_ id: String) async throws(TimelineError) {
    try await withTimelineError { () throws(ServerFailure) in
      if !lacksKeywords {
        do throws(ServerFailure) {
          _ = try await client.send(.delete, client.server.at("api", "v2", "filters", id))
          return
        } catch  where error.isMissingOrUnsupported {
          // The filter was deleted, unless the server lacks version 2.
          guard !error.namesMissingResource, try await loadedFilters().kind == .phrase else {
            if error.isUnsupportedMethod { throw unsupported(error.status) }
            return
          }
        }
      }
      try await deletePhrase(id)
    }
  }
}

extension ServerFilter.Keyword {
  /// The keywords, those without an ID with that of the same one at the server: it was added by a request whose
  /// response was lost, and would be added twice.
  fileprivate static func identified(_ keywords: [Self], among known: [Self]) -> [Self] {
    let taken = Set(keywords.compactMap(\.id))
    var free = known.filter { $0.id.map { !taken.contains($0) } ?? false }
    return keywords.map { keyword in
      guard keyword.id == nil,
        let index = free.firstIndex(where: { $0.phrase == keyword.phrase && $0.isWholeWord == keyword.isWholeWord })
      else { return keyword }
      return free.remove(at: index)
    }
  }
}

extension ServerFilter {
  /// The names of the contexts in requests.
  var contextNames: [String] {
    ContentFilter.Context.allCases.filter(contexts.contains).map(\.rawValue) + otherContexts
  }

  var actionName: String { otherAction ?? (hides ? "hide" : "warn") }

  /// The time until the filter expires, at least 1 second; nil if it does not expire.
  func seconds(from now: Date) -> Int? {
    expiresAt.map { max(1, Int(min(max(0, $0.timeIntervalSince(now)), 1e9).rounded())) }
  }
}

extension ServerFilter {
  private static let maxKeywords = 1_000

  static func contexts(of value: JSONValue) -> [String] { (value["context"]?.elements ?? []).compactMap(\.text) }

  /// Parses a filter (documentation, entities/Filter); nil without ID.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text else { return nil }
    let keywords = (value["keywords"]?.elements ?? []).prefix(Self.maxKeywords).compactMap { keyword in
      keyword["keyword"]?.string.map {
        Keyword(id: keyword["id"]?.text, $0, isWholeWord: keyword["whole_word"]?.bool == true)
      }
    }
    self.init(
      id: id, title: value["title"]?.text ?? "", keywords: keywords,
      contexts: Set(Self.contexts(of: value).compactMap(ContentFilter.Context.init)),
      expiresAt: value["expires_at"]?.date, hides: value["filter_action"]?.text == "hide",
      otherAction: value["filter_action"]?.text.flatMap { ["hide", "warn"].contains($0) ? nil : $0 },
      otherContexts: Self.contexts(of: value).filter { ContentFilter.Context(rawValue: $0) == nil },
      postCount: value["statuses"]?.elements.count ?? 0)
  }
}

private struct FilterBody: Encodable {
  struct Keyword: Encodable {
    enum CodingKeys: String, CodingKey {
      case id, keyword
      case isWholeWord = "whole_word"
      case isRemoved = "_destroy"
    }

    var id: String?
    var keyword: String?
    var isWholeWord: Bool?
    var isRemoved: Bool?
  }

  enum CodingKeys: String, CodingKey {
    case title, context
    case action = "filter_action"
    case seconds = "expires_in"
    case keywords = "keywords_attributes"
  }

  /// The value that removes the end.
  static let noEnd = ""

  var title: String?
  var context: [String]?
  var action: String?
  /// Without it, the end stays.
  var seconds: String?
  var keywords: [Keyword]?

  var isEmpty: Bool { title == nil && context == nil && action == nil && seconds == nil && keywords == nil }

  /// - Parameter old: the filter at the server; nil to create it. Equal values are omitted, and so stay.
  init(_ filter: ServerFilter, replacing old: ServerFilter?, now: Date) {
    if filter.title != old?.title { title = filter.title.unescapingControls }
    if filter.contextNames != old?.contextNames { context = filter.contextNames }
    if filter.actionName != old?.actionName { action = filter.actionName }
    if filter.expiresAt != old?.expiresAt { seconds = filter.seconds(from: now).map { String($0) } ?? Self.noEnd }
    let known = old?.keywords ?? []
    let kept = Set(filter.keywords.compactMap(\.id))
    let changes =
      filter.keywords.filter { !known.contains($0) }.map {
        Keyword(id: $0.id, keyword: $0.phrase.unescapingControls, isWholeWord: $0.isWholeWord)
      }
      + known.filter { keyword in keyword.id.map { !kept.contains($0) } ?? false }.map {
        Keyword(id: $0.id, isRemoved: true)
      }
    if !changes.isEmpty || old == nil { keywords = changes }
  }
}
