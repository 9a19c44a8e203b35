import Domain
import FoundationEssentials
import GRDB

/// A post as it was read, and the numbers of its people.
struct StoredPost {
  var rowID: Int64
  var people: PostPeople
  var post: Post
}

/// Who wrote a post and who passed it on, by their numbers.
struct PostPeople: Hashable {
  /// Stands for somebody whom the source does not name.
  static let unnamed: Int64 = -1
  /// Stands where nobody has passed it on.
  static let nobody: Int64 = 0
  /// Stands where there is no post, only a notification that an entry tells of.
  static let notification: Int64 = -2

  var author: Int64?
  var reposter = nobody
}

/// Reads posts of one account.
struct PostRows {
  private let database: Database
  private let account: StoredAccount

  init(_ database: Database, account: StoredAccount) {
    self.database = database
    self.account = account
  }

  /// In the order of the ids; where there is no post, it is left out.
  func posts(at rowIDs: [Int64]) throws -> [StoredPost] {
    guard !rowIDs.isEmpty else { return [] }
    let list = RowIDList(rowIDs)
    let links = try links(of: list)
    let media = try media(of: list)
    let options = try options(of: list)
    var posts: [Int64: StoredPost] = [:]
    var columns: PostRow.Columns?
    // The plus keeps SQLite from looking for the account first, and through all of its posts then.
    let rows = try list.rows(
      of: database,
      """
      SELECT post.*, author.handle AS authorHandle, author.name AS authorName, author.sourceId AS authorSourceId,
        reposter.handle AS reposterHandle, reposter.name AS reposterName, reposter.sourceId AS reposterSourceId
      FROM post LEFT JOIN profile author ON author.id = authorId LEFT JOIN profile reposter ON reposter.id = reposterId
      WHERE +post.accountId = ? AND post.id IN \(list.sql)
      """, after: [account.id])
    while let values = try rows.next() {
      let row = PostRow(values, &columns)
      guard let rowID = row.integer(.id), let id = row.text(.sourceId) else { continue }
      var post = Post(id: PostID(id), account: account.accountID)
      post.author = profile(row.text(.authorHandle)) { (row.text(.authorSourceId), row.text(.authorName)) }
      post.createdAt = row.date(.createdAt)
      post.indexedAt = row.date(.indexedAt)
      post.text =
        StoredText(
          plain: row.text(.text) ?? "", links: links[rowID] ?? [],
          emphasis: [EmphasizedRange](stored: row.text(.emphasis))
        ).text
      post.url = row.text(.url)
      post.replyTo = row.text(.replyTo).map { PostID($0) }
      post.replyToAuthor = row.text(.replyToHandle).map { Profile(handle: $0, name: row.text(.replyToName)) }
      post.quote = Self.quote(id: row.text(.quoteId), state: row.text(.quoteState))
      post.warning = row.text(.warning)
      post.counts = row.counts
      post.media = media[rowID] ?? []
      post.visibility = row.text(.visibility).map(Visibility.init(rawValue:))
      post.states = Set(row.text(.state)?.split(separator: " ").compactMap { PostState(rawValue: String($0)) } ?? [])
      if let isClosed = row.number(.isPollClosed) {
        post.poll = Poll(options: options[rowID] ?? [], isClosed: isClosed != 0)
        StoredPoll(stored: row.text(.poll))?.add(to: &post.poll)
      }
      post.viewer = row.integer(.viewer).map(ViewerState.init(stored:))
      post.details = PostDetails(
        language: row.text(.language), application: row.text(.application),
        isAutomated: row.number(.isAutomated) == 1)
      if let mentions = row.text(.mentions) { post.mentions = StoredMentions(stored: mentions).mentions }
      let people = PostPeople(author: row.integer(.authorId), reposter: row.integer(.reposterId) ?? PostPeople.nobody)
      if people.reposter > PostPeople.nobody || people.reposter == PostPeople.unnamed {
        post.repost = Repost(
          by: profile(row.text(.reposterHandle)) { (row.text(.reposterSourceId), row.text(.reposterName)) },
          at: row.date(.repostedAt))
      }
      posts[rowID] = StoredPost(rowID: rowID, people: people, post: post)
    }
    return rowIDs.compactMap { posts[$0] }
  }

  /// Of the post itself, or else somebody's repost of it.
  func rowID(of id: PostID) throws -> Int64? {
    let sql = """
      SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId != \(PostPeople.notification)
      ORDER BY reposterId = 0 DESC LIMIT 1
      """
    let statement = try database.cachedStatement(sql: sql)
    if let rowID = try Int64.fetchOne(statement, arguments: [account.id, id.rawValue]) { return rowID }
    guard account.isServerAccount, let current = try PostIdentities(database, account: account).current(of: id) else {
      return nil
    }
    return try Int64.fetchOne(statement, arguments: [account.id, current.rawValue])
  }

  /// Shows quoted posts that this account holds.
  func withQuotes(_ posts: [Post]) throws -> [Post] {
    try posts.map { post in
      guard case .unavailable(let id?, .notInSource)? = post.quote, id != post.id, let rowID = try rowID(of: id),
        var quoted = try self.posts(at: [rowID]).first?.post
      else { return post }
      quoted.repost = nil
      var post = post
      post.quote = .shown(quoted)
      return post
    }
  }
}

extension PostRows {
  private func links(of list: RowIDList) throws -> [Int64: [StoredText.Link]] {
    try parts("SELECT postId, start, length, url, label, kind FROM link", of: list) { row in
      StoredText.Link(
        start: row.number("start") ?? -1, length: row.number("length") ?? 0, url: row.text("url"),
        label: row.text("label"), kind: row.number("kind").flatMap(Link.Kind.init(stored:)))
    }
  }

  private func media(of list: RowIDList) throws -> [Int64: [Media]] {
    try parts("SELECT postId, kind, url, description FROM media", of: list) { row in
      Media(
        kind: row.text("kind").flatMap(Media.Kind.init) ?? .other, url: row.text("url"),
        description: row.text("description"))
    }
  }

  private func options(of list: RowIDList) throws -> [Int64: [Poll.Option]] {
    try parts("SELECT postId, title, votes FROM pollOption", of: list) { row in
      Poll.Option(title: row.text("title") ?? "", votes: row.number("votes"))
    }
  }

  private func parts<Part>(_ sql: String, of list: RowIDList, _ part: (Row) -> Part) throws -> [Int64: [Part]] {
    var parts: [Int64: [Part]] = [:]
    let rows = try list.rows(of: database, sql + " WHERE postId IN \(list.sql) ORDER BY postId, number")
    while let row = try rows.next() {
      if let post = row.integer("postId") { parts[post, default: []].append(part(row)) }
    }
    return parts
  }

  /// An archive tells of its owner, and of nobody else.
  private func profile(_ handle: String?, _ names: () -> (id: String?, name: String?)) -> Profile? {
    guard let handle else { return nil }
    let (id, name) = names()
    return Profile(
      id: id, handle: handle, name: name, details: handle == account.profile.handle ? account.profile.details : nil)
  }

  private static func quote(id: String?, state: String?) -> Quote? {
    guard id != nil || state != nil else { return nil }
    let reason = state.map { UnavailableReason(rawValue: $0) ?? .notInSource }
    return .unavailable(id: id.map { PostID($0) }, reason: reason ?? .notInSource)
  }
}
