import Domain
import FoundationEssentials
import GRDB

/// SQL predicates over `post` for conditions that the full-text index does not cover.
struct RowPredicates {
  let account: StoredAccount
  let database: Database

  /// A predicate over `post`, in which NULL means no; nil if only the full-text index can tell.
  func test(_ term: SearchQuery.Term) throws -> SQL? {
    switch term {
    case .word, .phrase, .from, .hasMedia, .hasLink, .isRepost, .anyOf: nil
    case .tag(let words): "\(sql: SearchFunctions.tag)(post.text, \(words.joined(separator: " ")))"
    case .mentions(let handle): Self.mentions(handle)
    case .to(let handle): "(\(Self.isReply) AND \(sql: SearchFunctions.isMeant)(\(Self.recipient), \(handle)))"
    case .since(let date): "(post.id >= \(date.firstRowID) AND \(Self.isDated))"
    case .until(let date): "(post.id < \(date.firstRowID) AND \(Self.isDated))"
    case .has(.poll): "(post.isPollClosed IS NOT NULL)"
    case .has(.quote): "(post.quoteId IS NOT NULL OR post.quoteState IS NOT NULL)"
    case .has(let attachment): Self.hasAttachment(attachment)
    case .isReply: Self.isReply
    case .isThread: "(\(Self.isReply) AND \(Self.isThread))"
    case .hasState(let state): "(instr(' ' || post.state || ' ', \(" \(state.rawValue) ")) > 0)"
    case .count(let counted, let span):
      "(post.\(sql: counted.rawValue) BETWEEN \(span.from) AND \(span.through))"
    case .language(let code): "(lower(post.language) = \(code) OR lower(post.language) GLOB \(code + "-*"))"
    case .timeline(let name): Self.isListed(in: try timelines(named: name))
    }
  }

  /// Whether a post is in any timeline: others are not searched.
  func isListed() throws -> SQL {
    Self.isListed(
      in: try Int64.fetchAll(database, sql: "SELECT id FROM timeline WHERE accountId = ?", arguments: [account.id]))
  }

  /// The row IDs of the timelines that match a name.
  func timelines(named name: String) throws -> [Int64] {
    try Row.fetchAll(
      database, sql: "SELECT id, key, title FROM timeline WHERE accountId = ? ORDER BY position",
      arguments: [account.id]
    ).compactMap { row in
      ListedTimeline(row: row).flatMap { $0.matches(name) ? row.integer("id") : nil }
    }
  }

  /// The timeline with the fewest entries; nil if the list is empty.
  func shortest(_ timelines: some Sequence<Int64>) throws -> (id: Int64, count: Int)? {
    let list = timelines.map(String.init).joined(separator: ", ")
    let row = try Row.fetchOne(
      database, sql: "SELECT id, count FROM timeline WHERE id IN (\(list)) ORDER BY count LIMIT 1")
    return row.flatMap { row in row.integer("id").map { ($0, row.number("count") ?? 0) } }
  }

  /// The number of entries of the longest timeline.
  func longest(_ timelines: [Int64]) throws -> Int {
    let list = timelines.map(String.init).joined(separator: ", ")
    return try Int.fetchOne(database, sql: "SELECT max(count) FROM timeline WHERE id IN (\(list))") ?? 0
  }

  /// Whether some posts have no date, so that row IDs do not tell it.
  func hasUndated() throws -> Bool {
    let match = "\(FullTextExpressions.tag(.account(account.id))) AND \(FullTextExpressions.tag(.undated))"
    let sql = "SELECT EXISTS (SELECT 1 FROM postWords WHERE postWords MATCH ?)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql), arguments: [match]) ?? false
  }

  /// All conditions as SQL; nil if one of them needs the full-text index.
  func rowTests(_ conditions: [SearchQuery.Condition]) throws -> [SQL]? {
    var tests: [SQL] = []
    for condition in conditions {
      switch condition.term {
      case .timeline(let name) where try timelines(named: name).isEmpty:
        guard condition.isExcluded else { return nil }
      default:
        guard let test = try rowPredicate(condition.term) else { return nil }
        tests.append(condition.isExcluded ? "NOT ifnull(\(test), 0)" : test)
      }
    }
    return tests
  }

  private func rowPredicate(_ term: SearchQuery.Term) throws -> SQL? {
    switch term {
    // Text that begins with "RT @" is a repost, too. SQLite joins its first pages only.
    case .isRepost: "(post.reposterId NOT IN (0, -2) OR substr(post.text, 1, 4) = 'RT @')"
    case .from(let handle): try isByProfiles(handle)
    case .hasMedia: "EXISTS (SELECT 1 FROM media WHERE media.postId = post.id AND media.kind != 'link')"
    default: try test(term)
    }
  }

  private func isByProfiles(_ handle: String) throws -> SQL {
    let profileIDs = try FullTextExpressions.profiles(withHandle: handle, of: account, in: database).map(String.init)
    let list = profileIDs.joined(separator: ", ")
    return "(ifnull(post.authorId IN (\(sql: list)), 0) OR (post.reposterId > 0 AND post.reposterId IN (\(sql: list))))"
  }

  static let isDated: SQL = "(post.repostedAt IS NOT NULL OR post.indexedAt IS NOT NULL OR post.createdAt IS NOT NULL)"
}

extension RowPredicates {
  private static let isReply: SQL = "(post.replyTo IS NOT NULL OR post.replyToHandle IS NOT NULL)"

  /// The handle it replies to: from its source, or the author of the answered post.
  private static let recipient: SQL = """
    ifnull(post.replyToHandle, (
      SELECT profile.handle FROM post AS parent JOIN profile ON profile.id = parent.authorId
      WHERE parent.accountId = post.accountId AND parent.sourceId = post.replyTo
        AND parent.reposterId != \(PostAuthorship.notification) LIMIT 1))
    """
  private static let isThread: SQL = """
    (SELECT author.handle != '' AND author.handle = \(recipient) COLLATE NOCASE FROM profile AS author
      WHERE author.id = post.authorId)
    """

  /// As `SearchQuery.Term.mentions` of posts in memory: the source's own list, or links if none exists.
  private static func mentions(_ handle: String) -> SQL {
    let isNamed: SQL = """
      \(sql: SearchFunctions.handle)(post.text, \(handle))
      OR (post.mentions IS NOT NULL AND \(sql: SearchFunctions.mentioned)(post.mentions, \(handle)))
      """
    guard let address = Profile(handle: handle).pageAddress else { return "(\(isNamed))" }
    return """
      (\(isNamed) OR (post.mentions IS NULL
        AND \(sql: SearchFunctions.handle)(post.text, \(String(handle.prefix { $0 != "@" })))
        AND EXISTS (SELECT 1 FROM link WHERE link.postId = post.id AND lower(\(linkAddress)) = \(address))))
      """
  }

  /// The URL of a link. Without one of its own, it is the range of the text, in bytes of UTF-8.
  private static let linkAddress: SQL =
    "ifnull(link.url, CAST(substr(CAST(post.text AS BLOB), link.start + 1, link.length) AS TEXT))"

  private static func hasAttachment(_ attachment: SearchQuery.Attachment) -> SQL {
    let kinds = attachment.kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "EXISTS (SELECT 1 FROM media WHERE media.postId = post.id AND media.kind IN (\(sql: kinds)))"
  }

  static func isListed(in timelines: [Int64]) -> SQL {
    let list = timelines.map(String.init).joined(separator: ", ")
    return "EXISTS (SELECT 1 FROM entry WHERE entry.timelineId IN (\(sql: list)) AND entry.postId = post.id)"
  }
}

extension Date {
  /// The first row ID at or after the date. Row IDs have whole seconds.
  var firstRowID: Int64 {
    TimeOrderedID.first(of: Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up)))
  }
}
