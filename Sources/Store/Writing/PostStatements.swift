import Domain
import FoundationEssentials
import GRDB

/// What is done with each post of an import, ready to be run.
struct PostStatements {
  private let account: Int64
  private let addPost: BulkStatement
  private let findPost: BulkStatement
  private let removals: [BulkStatement]
  private let addLink: BulkStatement
  private let addMedia: BulkStatement
  private let addOption: BulkStatement
  private let addWords: BulkStatement
  private let forgetWords: BulkStatement

  init(_ database: Database, account: Int64) throws {
    self.account = account
    addPost = try BulkStatement(
      database,
      """
      INSERT INTO post (
        id, accountId, sourceId, reposterId, repostedAt, authorId, createdAt, indexedAt, text, url, replyTo, quoteId,
        quoteState, warning, replies, reposts, likes, visibility, state, isPollClosed, replyToHandle, replyToName,
        viewer, poll, language, application, isAutomated
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountId, sourceId, reposterId) DO NOTHING
      """)
    findPost = try BulkStatement(
      database, "SELECT id FROM post WHERE accountId = ? AND sourceId = ? AND reposterId = ?")
    // What belongs to a post goes first: an import does without SQLite's own look at that.
    removals = try [("link", "postId"), ("media", "postId"), ("pollOption", "postId"), ("post", "id")].map {
      try BulkStatement(database, "DELETE FROM \($0) WHERE \($1) = ?")
    }
    addLink = try BulkStatement(
      database, "INSERT INTO link (postId, number, start, length, url, label, kind) VALUES (?, ?, ?, ?, ?, ?, ?)")
    addMedia = try BulkStatement(
      database, "INSERT INTO media (postId, number, kind, url, description) VALUES (?, ?, ?, ?, ?)")
    addOption = try BulkStatement(
      database, "INSERT INTO pollOption (postId, number, title, votes) VALUES (?, ?, ?, ?)")
    addWords = try BulkStatement(database, "INSERT INTO postWords (rowid, text, more, tags) VALUES (?, ?, ?, ?)")
    // An index without texts has to be told what it is to forget.
    forgetWords = try BulkStatement(
      database, "INSERT INTO postWords (postWords, rowid, text, more, tags) VALUES ('delete', ?, ?, ?, ?)")
  }

  /// Of the entry of that identity.
  func rowID(of id: PostID, reposter: Int64) throws -> Int64? {
    try findPost.number {
      $0.add(account)
      $0.add(id.rawValue)
      $0.add(reposter)
    }
  }

  /// With what belongs to it.
  /// - Returns: whether it was not there yet.
  func insert(_ post: Post, _ text: StoredText, _ people: PostPeople, at rowID: Int64) throws -> Bool {
    let isNew = try addPost.run { values in
      values.add(rowID)
      values.add(account)
      values.add(post.id.rawValue)
      values.add(people.reposter)
      values.add(post.repost?.at?.milliseconds)
      values.add(people.author)
      values.add(post.createdAt?.milliseconds)
      values.add(post.indexedAt?.milliseconds)
      values.add(text.plain)
      values.add(post.url)
      values.add(post.replyTo?.rawValue)
      values.add(post.quote?.id?.rawValue)
      values.add(post.quote?.storedState)
      values.add(post.warning)
      values.add(post.counts?.replies)
      values.add(post.counts?.reposts)
      values.add(post.counts?.likes)
      values.add(post.visibility?.rawValue)
      values.add(post.storedStates)
      values.add(post.poll.map { $0.isClosed ? 1 : 0 })
      let answered = post.replyToAuthor
      values.add(answered?.handle)
      values.add(answered?.name == answered?.handle ? nil : answered?.name)
      values.add(post.viewer?.stored)
      values.add(post.poll.flatMap(StoredPoll.init)?.stored)
      values.add(post.details?.language)
      values.add(post.details?.application)
      values.add(post.details.map { $0.isAutomated ? 1 : 0 })
    }
    if isNew { try insertParts(of: post, text.links, at: rowID) }
    return isNew
  }

  /// With what belongs to it.
  func remove(at rowID: Int64) throws {
    for removal in removals { try removal.run { $0.add(rowID) } }
  }

  /// - Parameter owners: the words for the account and for who wrote and passed it on.
  func insertWords(_ words: SearchedText, _ owners: String, at rowID: Int64) throws {
    try addWords.run { words.bind(to: &$0, owners, rowID) }
  }

  func removeWords(_ words: SearchedText, _ owners: String, at rowID: Int64) throws {
    try forgetWords.run { words.bind(to: &$0, owners, rowID) }
  }

  private func insertParts(of post: Post, _ links: [StoredText.Link], at rowID: Int64) throws {
    for (number, link) in links.enumerated() {
      try addLink.run { values in
        values.add(rowID)
        values.add(number)
        values.add(link.start)
        values.add(link.length)
        values.add(link.url)
        values.add(link.label)
        values.add(link.kind?.stored)
      }
    }
    for (number, media) in post.media.enumerated() {
      try addMedia.run { values in
        values.add(rowID)
        values.add(number)
        values.add(media.kind.rawValue)
        values.add(media.url)
        values.add(media.description)
      }
    }
    for (number, option) in (post.poll?.options ?? []).enumerated() {
      try addOption.run { values in
        values.add(rowID)
        values.add(number)
        values.add(option.title)
        values.add(option.votes)
      }
    }
  }
}

extension SearchedText {
  fileprivate func bind(to values: inout BulkStatement.Binder, _ owners: String, _ rowID: Int64) {
    values.add(rowID)
    values.add(text)
    values.add(more)
    values.add(tags.isEmpty ? owners : owners + tags)
  }
}
