import Domain
import GRDB

/// One branch of a search plan: a scan of row IDs, and the predicates that each has to satisfy.
struct SearchBranch {
  /// The rows that are scanned.
  enum Scan {
    /// The full-text index, by an FTS5 expression.
    case fullText(String)
    case timeline(Int64)
    case allPosts
    /// These row IDs.
    case rowIDs([Int64])
    /// The posts of all profiles whose names match an FTS5 expression. If given, `with` restricts them to posts that
    /// match another expression, and `without` excludes those that do.
    case profiles(String, with: String?, without: String?)
  }

  let account: Int64
  var scan: Scan
  /// Timelines that all have to list the post.
  var timelines: [Int64] = []
  /// Whether these are about as long as the scanned timeline, so that they are intersected with it.
  var haveSimilarLength = false
  /// Timelines that must not list the post.
  var otherTimelines: [Int64] = []
  /// The predicate over `post`; nil if no row has to be read.
  var test: SQL?

  /// The branch restricted to these posts, which are matched against an FTS5 expression.
  func among(_ posts: [Int64], _ match: String) -> SearchBranch {
    var branch = self
    branch.scan = .rowIDs(posts)
    let isFound: SQL =
      "EXISTS (SELECT 1 FROM postWords WHERE postWords MATCH \(match) AND postWords.rowid = post.id)"
    branch.test = test.map { "\(isFound) AND \($0)" } ?? isFound
    return branch
  }

  /// A query for the matching IDs between two IDs.
  /// - Parameter order: nil for any order.
  func rows(from first: Int64, to last: Int64, _ order: SQL?, limit: Int) -> SQL {
    if case .timeline(let timeline) = scan, haveSimilarLength, test == nil, otherTimelines.isEmpty {
      let lists = ([timeline] + timelines).map {
        "SELECT postId AS id FROM entry WHERE timelineId = \($0) AND postId BETWEEN \(first) AND \(last)" as SQL
      }
      // Ordered, they are merged; unordered, one of them would be materialized.
      let order: SQL = order ?? "DESC"
      return "\(lists.joined(separator: " INTERSECT ")) ORDER BY id \(order) LIMIT \(limit)"
    }
    let (walked, rowID, condition) = scannedTable(order ?? "DESC")
    // A lookup in `entry` is cheaper than one in `post`.
    let listed = timelines.enumerated().map { index, timeline -> SQL in
      let name = "listed\(index)"
      return """
         CROSS JOIN entry AS \(sql: name) ON \(sql: name).timelineId = \(timeline) AND \(sql: name).postId = \(sql: rowID)
        """
    }.joined()
    let posts: SQL = test == nil || rowID == "post.id" ? "" : " CROSS JOIN post ON post.id = \(sql: rowID)"
    var conditions: [SQL] = [condition, "\(sql: rowID) BETWEEN \(first) AND \(last)"]
    if !otherTimelines.isEmpty {
      let list = otherTimelines.map(String.init).joined(separator: ", ")
      conditions.append(
        "NOT EXISTS (SELECT 1 FROM entry WHERE entry.timelineId IN (\(sql: list)) AND entry.postId = \(sql: rowID))")
    }
    if let test { conditions.append(test) }
    let ordered: SQL = order.map { " ORDER BY \(sql: rowID) \($0)" } ?? ""
    return """
      SELECT \(sql: rowID) AS id FROM \(walked)\(listed)\(posts) WHERE \(conditions.joined(separator: " AND "))\(ordered)
      LIMIT \(limit)
      """
  }

  /// The scanned table, its column of IDs, and the condition.
  private func scannedTable(_ order: SQL) -> (walked: SQL, rowID: String, condition: SQL) {
    switch scan {
    case .fullText(let match): return ("postWords", "postWords.rowid", "postWords MATCH \(match)")
    case .timeline(let timeline): return ("entry AS walked", "walked.postId", "walked.timelineId = \(timeline)")
    // The plus prevents an index by account, which is not in time order.
    case .allPosts: return ("post", "post.id", "+post.accountId = \(account)")
    case .profiles(let name, let match, let other):
      let profileIDs: SQL = """
        (SELECT profile.id FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
          WHERE profileWords MATCH \(name) AND +profile.accountId = \(account))
        """
      let theirs: SQL = """
        SELECT id FROM post INDEXED BY postByAuthor WHERE authorId IN \(profileIDs)
          UNION ALL SELECT id FROM post INDEXED BY postByReposter WHERE reposterId > 0 AND reposterId IN \(profileIDs)
            AND NOT ifnull(authorId IN \(profileIDs), 0)
        """
      // These are merged.
      var all = theirs
      if match != nil || other != nil { all = "SELECT id FROM (\(theirs))" }
      if let match { all += " INTERSECT SELECT rowid FROM postWords WHERE postWords MATCH \(match)" }
      if let other { all += " EXCEPT SELECT rowid FROM postWords WHERE postWords MATCH \(other)" }
      return ("(\(all) ORDER BY id \(order)) AS theirs", "theirs.id", "TRUE")
    case .rowIDs(let posts):
      return ("post", "post.id", "post.id IN (\(sql: posts.map(String.init).joined(separator: ", ")))")
    }
  }
}
