import Domain
import FoundationEssentials
import GRDB

/// A post as read from the store, with the row IDs of its profiles.
struct StoredPost {
  var rowID: Int64
  var authorship: PostAuthorship
  var post: Post
}

/// The author and the reposter of a post, by the row IDs of their profiles.
struct PostAuthorship: Hashable {
  /// A repost whose source does not name the reposter.
  static let unknownReposter: Int64 = -1
  /// No repost.
  static let noReposter: Int64 = 0
  /// A placeholder for a notification without a post.
  static let notification: Int64 = -2

  var author: Int64?
  var reposter = noReposter
}

/// Reads posts of one account.
struct PostRows {
  private let database: Database
  private let account: StoredAccount

  init(_ database: Database, account: StoredAccount) {
    self.database = database
    self.account = account
  }

  /// Posts in the order of the IDs. Missing ones are left out.
  func posts(at rowIDs: [Int64]) throws -> [StoredPost] {
    guard !rowIDs.isEmpty else { return [] }
    let list = RowIDList(rowIDs)
    let links = try links(of: list)
    let media = try media(of: list)
    let options = try options(of: list)
    var posts: [Int64: StoredPost] = [:]
    var columns: PostRow.Columns?
    // The plus prevents an index by account, with which SQLite would scan all of its posts.
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
      if let emojis = row.text(.emojis) { post.emojis = StoredEmojis(stored: emojis).emojis }
      if let mentions = row.text(.mentions) { post.mentions = StoredMentions(stored: mentions).mentions }
      let authorship = PostAuthorship(
        author: row.integer(.authorId), reposter: row.integer(.reposterId) ?? PostAuthorship.noReposter)
      if authorship.reposter > PostAuthorship.noReposter || authorship.reposter == PostAuthorship.unknownReposter {
        post.repost = Repost(
          by: profile(row.text(.reposterHandle)) { (row.text(.reposterSourceId), row.text(.reposterName)) },
          at: row.date(.repostedAt))
      }
      posts[rowID] = StoredPost(rowID: rowID, authorship: authorship, post: post)
    }
    if account.isServerAccount { try addImages(to: &posts) }
    return rowIDs.compactMap { posts[$0] }
  }

  /// The row ID of the post itself, or of a repost of it.
  func rowID(of id: PostID) throws -> Int64? {
    let sql = """
      SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId != \(PostAuthorship.notification)
      ORDER BY reposterId = 0 DESC LIMIT 1
      """
    let statement = try database.cachedStatement(sql: sql)
    if let rowID = try Int64.fetchOne(statement, arguments: [account.id, id.rawValue]) { return rowID }
    guard account.isServerAccount, let current = try PostIdentities(database, account: account).current(of: id) else {
      return nil
    }
    return try Int64.fetchOne(statement, arguments: [account.id, current.rawValue])
  }

  /// Adds quoted posts that the account has.
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
  /// Adds avatars and custom emoji to authors and reposters. All columns are read, because an earlier migration reads
  /// rows that have none of these yet.
  private func addImages(to posts: inout [Int64: StoredPost]) throws {
    let ids = Set(posts.values.flatMap { [$0.authorship.author, $0.authorship.reposter] }.compactMap(\.self))
    let list = RowIDList(ids.filter { $0 > 0 }.sorted())
    guard ids.contains(where: { $0 > 0 }) else { return }
    var images: [Int64: ProfileImages] = [:]
    let rows = try list.rows(of: database, "SELECT * FROM profile WHERE id IN \(list.sql)")
    while let row = try rows.next() {
      let emojis = row.text("emojis").map { StoredEmojis(stored: $0).emojis } ?? []
      if let id = row.integer("id") { images[id] = ProfileImages(avatar: row.text("avatar"), emojis: emojis) }
    }
    guard !images.isEmpty else { return }
    for (id, stored) in posts {
      if let author = stored.authorship.author { posts[id]?.post.author?.images = images[author] }
      posts[id]?.post.repost?.by?.images = images[stored.authorship.reposter]
    }
  }

  private func links(of list: RowIDList) throws -> [Int64: [StoredText.Link]] {
    try parts("SELECT postId, start, length, url, label, kind FROM link", of: list) { row in
      StoredText.Link(
        start: row.number("start") ?? -1, length: row.number("length") ?? 0, url: row.text("url"),
        label: row.text("label"), kind: row.number("kind").flatMap(Link.Kind.init(stored:)))
    }
  }

  /// All columns, because an earlier migration reads rows that have no sizes yet.
  private func media(of list: RowIDList) throws -> [Int64: [Media]] {
    try parts("SELECT * FROM media", of: list) { row in
      Media(
        kind: row.text("kind").flatMap(Media.Kind.init) ?? .other, url: row.text("url"),
        previewURL: row.text("previewUrl"), description: row.text("description"),
        size: PixelSize(reportedWidth: row.number("width"), height: row.number("height")),
        isSensitive: row.number("isSensitive") == 1,
        card: LinkCard(site: row.text("site"), author: row.text("author"), summary: row.text("summary")))
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

  /// An archive has details of its owner only.
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
