import Domain
import FoundationEssentials

/// The verdicts of the user's filters, as matched by the server, on a status and its quote (Mastodon documentation:
/// entities/FilterResult).
package struct MastodonFilter: Hashable, Sendable {
  /// The verdict on the status or the status it reblogs; nil if no filter applies.
  package var verdict: FilterVerdict?
  /// The title of the filter that the quoted status matches; nil if there is none.
  package var quoteTitle: String?

  package init(of status: JSONValue, in scope: FilterScope, now: Date) {
    guard scope != .none else { return }
    let original = status["reblog"].flatMap { $0.isObject ? $0 : nil }
    verdict = Self.verdict(
      of: (status["filtered"]?.elements ?? []) + (original?["filtered"]?.elements ?? []), in: scope, now: now)
    if let quoted = Self.quotedStatus(in: original ?? status) {
      quoteTitle = Self.verdict(of: quoted["filtered"]?.elements ?? [], in: scope, now: now)?.title
    }
  }

  private static func verdict(of results: [JSONValue], in scope: FilterScope, now: Date) -> FilterVerdict? {
    var verdict: FilterVerdict?
    for result in results {
      guard let filter = result["filter"], isActive(filter, in: scope, now: now) else { continue }
      let title = filter["title"]?.text ?? ""
      if filter["filter_action"]?.text == "hide", scope.hides { return .hide(title: title) }
      verdict = verdict ?? .fold(title: title)
    }
    return verdict
  }

  private static func isActive(_ filter: JSONValue, in scope: FilterScope, now: Date) -> Bool {
    if let end = filter["expires_at"]?.date, end <= now { return false }
    // A filter without contexts applies: the server has already checked them.
    guard let contexts = filter["context"]?.elements else { return true }
    return scope.includes(Set(contexts.compactMap { $0.text.flatMap(ContentFilter.Context.init) }))
  }

  /// The quoted status. Mastodon wraps it in an object with a state; other servers have the status itself, Pleroma in
  /// its own extension.
  private static func quotedStatus(in status: JSONValue) -> JSONValue? {
    if let quote = status["quote"], quote.isObject {
      if let quoted = quote["quoted_status"], quoted.isObject { return quoted }
      if quote["id"] != nil { return quote }
    }
    return status["pleroma"]?["quote"].flatMap { $0.isObject ? $0 : nil }
  }

  /// A copy of the entry with the verdicts.
  /// - Parameter owner: the user's handle. Own posts are never filtered; see `ContentFilters`.
  package func applied(to entry: Post, owner: String? = nil) -> Post {
    guard verdict != nil || quoteTitle != nil else { return entry }
    func isOwn(_ post: Post) -> Bool { owner != nil && post.author?.handle.lowercased() == owner?.lowercased() }
    var entry = entry
    if let verdict, !isOwn(entry) { entry.filterVerdict = verdict }
    if let quoteTitle {
      if case .shown(let quoted)? = entry.quote, isOwn(quoted) { return entry }
      entry.quoteFilter = quoteTitle
    }
    return entry
  }
}

extension ContentFilter {
  /// Parses a filter of `/api/v2/filters` (Mastodon documentation: entities/Filter) or of `/api/v1/filters`
  /// (entities/V1_Filter), whose only phrase is also its title.
  /// - Returns: nil if it is malformed or applies nowhere.
  package init?(_ value: JSONValue) {
    let phrase = value["phrase"]?.string
    guard value.isObject, let title = value["title"]?.text ?? phrase else { return nil }
    let contexts = Set((value["context"]?.elements ?? []).compactMap { $0.text.flatMap(Context.init) })
    guard !contexts.isEmpty else { return nil }
    self.init(
      title: title,
      keywords: phrase.map { [Keyword($0, isWholeWord: value["whole_word"]?.bool == true)] }
        ?? (value["keywords"]?.elements ?? []).prefix(Self.maxKeywords).compactMap { keyword in
          keyword["keyword"]?.string.map { Keyword($0, isWholeWord: keyword["whole_word"]?.bool == true) }
        },
      posts: Set((value["statuses"]?.elements ?? []).compactMap { $0["status_id"]?.text.map { PostID($0) } }),
      contexts: contexts, expiresAt: value["expires_at"]?.date,
      hides: value["filter_action"]?.text == "hide" || value["irreversible"]?.bool == true)
  }

  private static let maxKeywords = 1_000
}
