import Domain
import Formats
import FoundationEssentials
import Network

/// The user's filters, version 1, of servers without version 2: Pleroma, Akkoma and Mastodon before 4.0. A filter has
/// one phrase (documentation, methods/filters, “v1”).
extension MastodonManagement {
  private var endpoint: HTTPAddress { client.server.at("api", "v1", "filters") }

  private func address(of id: String) -> HTTPAddress { client.address("filters", id) }

  func phraseFilters() async throws(ServerFailure) -> [ServerFilter] {
    try await elements(at: endpoint, of: .phraseFilters).compactMap(ServerFilter.init(phraseFilter:))
  }

  /// - Parameter known: the filters of the server.
  func savePhrase(_ filter: ServerFilter, among known: [ServerFilter]) async throws(ServerFailure) {
    guard let keyword = filter.keywords.first, filter.keywords.count == 1 else {
      throw refused("A filter of this server has exactly one phrase.")
    }
    guard filter.isDroppable else {
      throw refused("This server drops posts only from Home and notifications.")
    }
    let now = client.clock.now
    var id = filter.id
    if id == nil {
      let equal = { (filters: [ServerFilter]) in
        Set(filters.filter { $0.keywords.first?.phrase == keyword.phrase }.compactMap(\.id))
      }
      let body = RequestBody(json: PhraseFilterBody(filter, keyword, replacing: nil, now: now))
      id = try await createFilter(endpoint, body, titled: keyword.phrase, known: equal(known)) {
        () throws(ServerFailure) in
        equal(try await phraseFilters())
      }
    }
    guard let id else { return }
    let body = PhraseFilterBody(filter, keyword, replacing: known.first { $0.id == id }, now: now)
    try await change(.put, address(of: id), RequestBody(json: body), isRepeatable: false)
  }

  func deletePhrase(_ id: String) async throws(ServerFailure) {
    try await delete(address(of: id)) { () throws(ServerFailure) in
      try await phraseFilters().contains { $0.id == id }
    }
  }

  private func refused(_ message: String) -> ServerFailure {
    ServerFailure(error: .refused(host: client.host, message: message), mayHaveArrived: false)
  }
}

extension ServerFilter {
  /// Parses a filter (documentation, entities/V1_Filter); nil without ID or phrase.
  fileprivate init?(phraseFilter value: JSONValue) {
    guard let id = value["id"]?.text, let phrase = value["phrase"]?.string else { return nil }
    self.init(
      id: id, phrase: phrase, isWholeWord: value["whole_word"]?.bool == true,
      contexts: Set(Self.contexts(of: value).compactMap(ContentFilter.Context.init)),
      expiresAt: value["expires_at"]?.date, hides: value["irreversible"]?.bool == true,
      otherContexts: Self.contexts(of: value).filter { ContentFilter.Context(rawValue: $0) == nil })
  }
}

private struct PhraseFilterBody: Encodable {
  enum CodingKeys: String, CodingKey {
    case phrase, context
    case isIrreversible = "irreversible"
    case isWholeWord = "whole_word"
    case seconds = "expires_in"
  }

  var phrase: String
  var context: [String]
  var isIrreversible: Bool
  var isWholeWord: Bool
  /// Null removes the end. Pleroma refuses an empty string.
  var seconds: Int?
  /// Whether `seconds` is sent. Without it, the end stays.
  var changesEnd: Bool

  /// - Parameter old: the filter at the server; nil to create it.
  init(_ filter: ServerFilter, _ keyword: ServerFilter.Keyword, replacing old: ServerFilter?, now: Date) {
    phrase = keyword.phrase.unescapingControls
    context = filter.contextNames
    isIrreversible = filter.hides
    isWholeWord = keyword.isWholeWord
    seconds = filter.seconds(from: now)
    changesEnd = filter.expiresAt != old?.expiresAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(phrase, forKey: .phrase)
    try container.encode(context, forKey: .context)
    try container.encode(isIrreversible, forKey: .isIrreversible)
    try container.encode(isWholeWord, forKey: .isWholeWord)
    if changesEnd { try container.encode(seconds, forKey: .seconds) }
  }
}
