import Domain
import GRDB

/// A list of ids that is walked along, and what is asked of each.
struct SearchBranch {
  /// Along what it is walked.
  enum Walk {
    /// The full-text index, by an expression in its language.
    case words(String)
    /// A timeline.
    case timeline(Int64)
    /// All posts.
    case posts
    /// Few posts.
    case these([Int64])
    /// The posts of all who go by words, an expression in the language of the full-text index; where there are others,
    /// those that the first finds as well, and the second does not.
    case people(String, with: String?, without: String?)
  }

  let account: Int64
  var walk: Walk
  /// Timelines in each of which it has to stand.
  var timelines: [Int64] = []
  /// Whether these are about as long as the timeline that is walked: they are walked beside it then.
  var areAlike = false
  /// Timelines in none of which it may stand.
  var otherTimelines: [Int64] = []
  /// What is asked of each row of `post`; nil where no row has to be read.
  var test: SQL?

  /// Of these posts the ones that it finds.
  func among(_ posts: [Int64], _ match: String) -> SearchBranch {
    var branch = self
    branch.walk = .these(posts)
    let isFound: SQL =
      "EXISTS (SELECT 1 FROM postWords WHERE postWords MATCH \(match) AND postWords.rowid = post.id)"
    branch.test = test.map { "\(isFound) AND \($0)" } ?? isFound
    return branch
  }

  /// The ids of what matches, between two ids.
  /// - Parameter order: nil where any will do.
  func rows(from first: Int64, to last: Int64, _ order: SQL?, limit: Int) -> SQL {
    if case .timeline(let timeline) = walk, areAlike, test == nil, otherTimelines.isEmpty {
      let lists = ([timeline] + timelines).map {
        "SELECT postId AS id FROM entry WHERE timelineId = \($0) AND postId BETWEEN \(first) AND \(last)" as SQL
      }
      // In order they are read beside each other, and else one of them is gathered.
      let order: SQL = order ?? "DESC"
      return "\(lists.joined(separator: " INTERSECT ")) ORDER BY id \(order) LIMIT \(limit)"
    }
    let (walked, rowID, condition) = walking(order ?? "DESC")
    // Whether it stands in a timeline is found out sooner than what its row says.
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

  /// What is walked, what the id is called there, and what is to be said of it.
  private func walking(_ order: SQL) -> (walked: SQL, rowID: String, condition: SQL) {
    switch walk {
    case .words(let match): return ("postWords", "postWords.rowid", "postWords MATCH \(match)")
    case .timeline(let timeline): return ("entry AS walked", "walked.postId", "walked.timelineId = \(timeline)")
    // The plus keeps SQLite from an index by account that is in no order of time.
    case .posts: return ("post", "post.id", "+post.accountId = \(account)")
    case .people(let name, let match, let other):
      let people: SQL = """
        (SELECT profile.id FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
          WHERE profileWords MATCH \(name) AND +profile.accountId = \(account))
        """
      let theirs: SQL = """
        SELECT id FROM post INDEXED BY postByAuthor WHERE authorId IN \(people)
          UNION ALL SELECT id FROM post INDEXED BY postByReposter WHERE reposterId > 0 AND reposterId IN \(people)
            AND NOT ifnull(authorId IN \(people), 0)
        """
      // These are walked beside each other.
      var all = theirs
      if match != nil || other != nil { all = "SELECT id FROM (\(theirs))" }
      if let match { all += " INTERSECT SELECT rowid FROM postWords WHERE postWords MATCH \(match)" }
      if let other { all += " EXCEPT SELECT rowid FROM postWords WHERE postWords MATCH \(other)" }
      return ("(\(all) ORDER BY id \(order)) AS theirs", "theirs.id", "TRUE")
    case .these(let posts):
      return ("post", "post.id", "post.id IN (\(sql: posts.map(String.init).joined(separator: ", ")))")
    }
  }
}
