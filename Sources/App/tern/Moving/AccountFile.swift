import Domain

/// A file of an exported account, in the order in which the files are imported. Most have the format of Mastodon's data
/// export (app/models/export.rb); Mastodon exports no hashtags as CSV.
enum AccountFile: String, CaseIterable, Sendable {
  case follows = "following_accounts.csv"
  case mutes = "muted_accounts.csv"
  case blocks = "blocked_accounts.csv"
  case servers = "blocked_domains.csv"
  case lists = "lists.csv"
  case tags = "followed_tags.csv"
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
    case .tags: ["Hashtag"]
    case .bookmarks: ["#uri"]
    }
  }

  /// Whether the file is written with the names of its columns, as Mastodon does.
  private var hasHeader: Bool {
    switch self {
    case .blocks, .servers, .lists, .bookmarks: false
    case .follows, .mutes, .tags: true
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
    case .tags: "followed hashtags"
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
    case .tags: data.tags.map { [$0] }
    case .bookmarks: data.bookmarks.map { [$0] }
    }
  }
}
