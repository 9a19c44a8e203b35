import Domain
import FoundationEssentials

/// A file of an exported account, in the order in which the files are imported. Most have the format of Mastodon's data
/// export (app/models/export.rb); Mastodon exports no notes, hashtags and filters as CSV.
enum AccountFile: String, CaseIterable, Sendable {
  case follows = "following_accounts.csv"
  case mutes = "muted_accounts.csv"
  case blocks = "blocked_accounts.csv"
  case servers = "blocked_domains.csv"
  case lists = "lists.csv"
  case notes = "account_notes.csv"
  case tags = "followed_tags.csv"
  case filters = "filters.csv"
  case localFilters = "tern_filters.csv"
  case bookmarks = "bookmarks.csv"

  /// The names that the file can have.
  var names: [String] { self == .servers ? [rawValue, "domain_blocks.csv"] : [rawValue] }

  /// The names of the columns (Mastodon: app/models/form/import.rb).
  var columns: [String] {
    switch self {
    case .follows: ["Account address", "Show boosts", "Notify on new posts", "Languages"]
    case .mutes: ["Account address", "Hide notifications"]
    case .blocks: ["Account address"]
    case .servers: ["#domain"]
    case .lists: ["List name", "Account address"]
    case .notes: ["Account address", "Note"]
    case .tags: ["Hashtag"]
    case .filters: ["Title", "Keyword", "Whole word", "Contexts", "Action", "Expires at"]
    case .localFilters: ["Name", "Query", "Contexts", "Action", "Expires at", "All accounts"]
    case .bookmarks: ["#uri"]
    }
  }

  /// Whether the file is written with the names of its columns, as Mastodon does.
  private var hasHeader: Bool {
    switch self {
    case .blocks, .servers, .lists, .bookmarks: false
    case .follows, .mutes, .notes, .tags, .filters, .localFilters: true
    }
  }

  /// The content of the file as a plural noun, for messages.
  var contentName: String {
    switch self {
    case .follows: "follows"
    case .mutes: "muted accounts"
    case .blocks: "blocked accounts"
    case .servers: "blocked servers"
    case .lists: "lists"
    case .notes: "private notes"
    case .tags: "followed hashtags"
    case .filters: "filters"
    case .localFilters: "filters of Tern"
    case .bookmarks: "bookmarks"
    }
  }

  func text(of data: AccountData) -> String {
    let rows = ((hasHeader ? [columns] : []) + rows(of: data))
    return rows.map { CSVRows.text(of: $0.map(\.unescapingControls)) }.joined()
  }

  private func rows(of data: AccountData) -> [[String]] {
    switch self {
    case .follows: data.follows.map { [$0.handle, "\($0.showsReposts)", "\($0.notifies)", ""] }
    case .mutes: data.mutes.map { [$0.handle, "\($0.hidesNotifications)"] }
    case .blocks: data.blocks.map { [$0] }
    case .servers: data.servers.map { [$0] }
    case .lists: data.lists.flatMap { list in list.members.map { [list.title, $0] } }
    case .notes: data.notes.map { [$0.handle, $0.text] }
    case .tags: data.tags.map { [$0] }
    case .filters: data.filters.filters.flatMap(Self.filterRows)
    case .localFilters: data.localFilters.map(Self.filterRow)
    case .bookmarks: data.bookmarks.map { [$0] }
    }
  }

  /// A row for each keyword.
  private static func filterRows(of filter: ServerFilter) -> [[String]] {
    filter.keywords.map { keyword in
      [
        filter.title, keyword.phrase, "\(keyword.isWholeWord)",
        FilterCells.contexts(filter.contexts, filter.otherContexts),
        filter.otherAction ?? FilterCells.action(hides: filter.hides), FilterCells.expiry(filter.expiresAt),
      ]
    }
  }

  private static func filterRow(of filter: LocalFilter) -> [String] {
    [
      filter.name, filter.query, FilterCells.contexts(filter.contextSet), FilterCells.action(hides: filter.hides),
      FilterCells.expiry(filter.expiresAt), "\(filter.accounts == nil)",
    ]
  }
}

enum FilterCells {
  /// An action of newer servers that Tern does not carry out.
  static let blur = "blur"

  static func contexts(_ contexts: Set<ContentFilter.Context>, _ others: [String] = []) -> String {
    (ContentFilter.Context.allCases.filter(contexts.contains).map(\.rawValue) + others).joined(separator: " ")
  }

  /// The contexts in a cell, and the names that are none, which may be misspelled.
  static func contexts(_ cell: String) -> (known: Set<ContentFilter.Context>, unknown: [String]) {
    let names = cell.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
    let unknown = names.filter { ContentFilter.Context(rawValue: $0) == nil }
    return (Set(names.compactMap(ContentFilter.Context.init)), unknown)
  }

  static func isBlur(_ action: String) -> Bool { action.lowercased() == blur }

  static func action(hides: Bool) -> String { hides ? "hide" : "warn" }

  /// Whether the filter hides posts; nil if the cell names no action.
  static func hides(_ cell: String) -> Bool? {
    switch cell.lowercased() {
    case "hide": true
    case "warn", blur, "": false
    default: nil
    }
  }

  static func expiry(_ date: Date?) -> String { date?.formatted(.iso8601) ?? "" }

  /// nil if the cell is not a date; `.some(nil)` if the filter does not expire.
  static func expiry(_ cell: String) -> Date?? {
    if cell.isEmpty { return .some(nil) }
    return (try? Date(cell, strategy: .iso8601)).map { .some($0) }
  }
}
