import Domain
import FoundationEssentials

/// The user's filters, as JSON.
struct StoredFilters: Codable {
  struct Filter: Codable {
    var title: String
    var phrases: [String]?
    var words: [String]?
    var posts: [String]?
    var contexts: [String]
    /// In milliseconds since 1970.
    var expiresAt: Int64?
    var hides: Bool?
  }

  var filters: [Filter]
  /// In milliseconds since 1970.
  var asOf: Int64
  var formerTitles: [String]?

  init(_ known: CachedFilters) {
    asOf = known.asOf.milliseconds
    formerTitles = known.formerTitles.isEmpty ? nil : known.formerTitles.sorted()
    filters = known.filters.map(Filter.init)
  }

  var cached: CachedFilters {
    CachedFilters(
      filters.map(\.filter), asOf: Date(milliseconds: asOf), formerTitles: Set(formerTitles ?? []))
  }
}

extension StoredFilters.Filter {
  fileprivate init(_ filter: ContentFilter) {
    title = filter.title
    phrases = filter.keywords.filter { !$0.isWholeWord }.map(\.phrase)
    words = filter.keywords.filter(\.isWholeWord).map(\.phrase)
    posts = filter.posts.isEmpty ? nil : filter.posts.map(\.rawValue).sorted()
    contexts = filter.contexts.map(\.rawValue).sorted()
    expiresAt = filter.expiresAt?.milliseconds
    hides = filter.hides ? true : nil
  }

  fileprivate var filter: ContentFilter {
    ContentFilter(
      title: title,
      keywords: (phrases ?? []).map { ContentFilter.Keyword($0) }
        + (words ?? []).map { ContentFilter.Keyword($0, isWholeWord: true) },
      posts: Set((posts ?? []).map { PostID($0) }), contexts: Set(contexts.compactMap(ContentFilter.Context.init)),
      expiresAt: expiresAt.map(Date.init(milliseconds:)), hides: hides ?? false)
  }
}
