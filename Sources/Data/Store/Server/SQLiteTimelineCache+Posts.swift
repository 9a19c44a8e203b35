import Domain
import FoundationEssentials
import GRDB

/// Single posts, profiles, hashtags and publishing capabilities.
extension SQLiteTimelineCache {
  func post(_ id: PostID) async throws(StoreError) -> Post? {
    try await read { database, account in
      let rows = PostRows(database, account: account)
      return try rows.rowID(of: id).flatMap { try rows.post(at: $0) }
    }
  }

  /// Scans all posts of the account, so it is not for use while the user scrolls.
  func post(at address: String) async throws(StoreError) -> Post? {
    try await read { database, account in
      let sql = """
        SELECT id FROM post WHERE accountId = ? AND url = ? AND reposterId != \(PostAuthorship.notification)
        ORDER BY reposterId = 0 DESC LIMIT 1
        """
      let rowID = try Int64.fetchOne(database, sql: sql, arguments: [account.id, address])
      return try rowID.flatMap { try PostRows(database, account: account).post(at: $0) }
    }
  }

  func update(_ id: PostID, _ change: @escaping @Sendable (Post) -> Post) async throws(StoreError) -> Post? {
    try await write { database, account in
      let rows = PostRows(database, account: account)
      guard let rowID = try rows.rowID(of: id), let post = try rows.posts(at: [rowID]).first?.post else { return nil }
      var writer = try ServerPosts(database, account: account)
      _ = try writer.write([change(post)], in: [])
      // A changed date gives it another row ID.
      return try rows.rowID(of: id).flatMap { try rows.post(at: $0) }
    }
  }

  /// Matches the beginnings of handles and of the words of names.
  func profiles(matching typed: String, limit: Int) async throws(StoreError) -> [Profile] {
    let typed = typed.drop { $0 == "@" }.lowercased()
    guard !typed.isEmpty, limit > 0 else { return [] }
    let pattern = typed.reduce(into: "") { pattern, character in
      if "%_\\".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return try await read { database, account -> [Profile]? in
      // Authors of recent posts first: their row IDs are higher.
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT handle, name, sourceId FROM profile
          WHERE accountId = :account AND handle != '' AND (key LIKE :start ESCAPE '\\' OR name LIKE :start ESCAPE '\\'
            OR name LIKE :inside ESCAPE '\\')
          ORDER BY key LIKE :start ESCAPE '\\' DESC, id DESC LIMIT :limit
          """,
        arguments: ["account": account.id, "start": pattern + "%", "inside": "% " + pattern + "%", "limit": limit])
      return rows.compactMap { row in
        row.text("handle").map { Profile(id: row.text("sourceId"), handle: $0, name: row.text("name")) }
      }
    } ?? []
  }

  /// The newest matching posts from which hashtags are read.
  private static let maxTaggedPosts = 200
  /// Ranks a followed hashtag before all others.
  private static let rankOfFollowed = 1_000

  func tags(matching typed: String, limit: Int) async throws(StoreError) -> [String] {
    guard let tags = TagSuggestions(startingWith: typed), limit > 0 else { return [] }
    return try await read { database, account -> [String]? in
      var known = tags
      for timeline in StoredOverview(stored: account.overview)?.overview?.timelines ?? [] {
        if case .tag(let name) = timeline.id { known.add(name, uses: Self.rankOfFollowed) }
      }
      if let words = try FullTextExpressions(account: account, database: database).tags(startingWith: typed) {
        let texts = try String.fetchAll(
          database,
          sql: """
            SELECT coalesce(post.text, '') FROM postWords CROSS JOIN post ON post.id = postWords.rowid
            WHERE postWords MATCH ? ORDER BY postWords.rowid DESC LIMIT ?
            """, arguments: [words, Self.maxTaggedPosts])
        for text in texts { known.add(tagsIn: text) }
      }
      return known.names(limit: limit)
    } ?? []
  }

  func publishingCapabilities() async throws(StoreError) -> CachedPublishingCapabilities? {
    try await read { database, account in
      let text = try String.fetchOne(
        database, sql: "SELECT publishing FROM account WHERE id = ?", arguments: [account.id])
      return StoredPublishing(stored: text)?.publishing
    }
  }

  func store(_ publishing: CachedPublishingCapabilities) async throws(StoreError) {
    try await write { database, account in
      try database.execute(
        sql: """
          UPDATE account
          SET publishing = json_set(
            ?, '$.unsupported', json(iif(json_valid(publishing), json_extract(publishing, '$.unsupported'), NULL)),
            '$.scheduled', json(iif(json_valid(publishing), json_extract(publishing, '$.scheduled'), NULL)))
          WHERE id = ?
          """,
        arguments: [StoredJSON.encode(StoredPublishing(publishing)), account.id])
    }
  }

  func scheduledPosts() async throws(StoreError) -> ScheduledPostList? {
    try await read { database, account in
      let text = try String.fetchOne(
        database,
        sql: "SELECT json_extract(publishing, '$.scheduled') FROM account WHERE id = ? AND json_valid(publishing)",
        arguments: [account.id])
      return text.flatMap { StoredJSON.decode(StoredScheduledPosts.self, $0) }?.list(of: self.account)
    }
  }

  func store(_ scheduled: ScheduledPostList) async throws(StoreError) {
    let text = StoredJSON.encode(StoredScheduledPosts(scheduled, of: account))
    try await write { database, account in
      try database.execute(
        sql: """
          UPDATE account
          SET publishing = json_set(iif(json_valid(publishing), publishing, '{}'), '$.scheduled', json(?))
          WHERE id = ?
          """,
        arguments: [text, account.id])
    }
  }

  func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date] {
    try await read { database, account in
      let text = try String.fetchOne(
        database,
        sql: "SELECT json_extract(publishing, '$.unsupported') FROM account WHERE id = ? AND json_valid(publishing)",
        arguments: [account.id])
      let stored: [String: Int64] = text.flatMap { StoredJSON.decode([String: Int64].self, $0) } ?? [:]
      var kinds: [UserAction.Kind: Date] = [:]
      for (name, date) in stored {
        if let kind = UserAction.Kind(rawValue: name) { kinds[kind] = Date(milliseconds: date) }
      }
      return kinds
    } ?? [:]
  }

  func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError) {
    var stored: [String: Int64] = [:]
    for (kind, date) in unsupportedActions { stored[kind.rawValue] = date.milliseconds }
    let text = StoredJSON.encode(stored)
    try await write { database, account in
      try database.execute(
        sql: """
          UPDATE account
          SET publishing = json_set(iif(json_valid(publishing), publishing, '{}'), '$.unsupported', json(?))
          WHERE id = ?
          """,
        arguments: [text, account.id])
    }
  }
}

extension PostRows {
  /// The post without its repost, with the post it quotes.
  fileprivate func post(at rowID: Int64) throws -> Post? {
    try withQuotes(posts(at: [rowID]).map(\.post)).first.map { post in
      var post = post
      post.repost = nil
      return post
    }
  }
}

/// The publishing capabilities of a server, as JSON.
struct StoredPublishing: Codable {
  private var asOf: Int64
  private var characters: Int
  private var charactersPerAddress: Int
  private var attachments: Int
  private var pollOptions: Int
  private var charactersPerPollOption: Int
  private var pollDurations: [Int]
  private var imageBytes: Int?
  private var videoBytes: Int?
  private var descriptionCharacters: Int
  private var mediaTypes: [String]
  private var visibilities: [String]
  private var can: [String]
  private var keyLifetime: Double?
  private var defaultVisibility: String?
  private var defaultQuotePolicy: String?
  private var lengthRule: String?

  private static let abilities: [(name: String, property: WritableKeyPath<PublishingCapabilities, Bool> & Sendable)] = [
    ("edit", \.canEdit), ("quote", \.canQuote), ("schedule", \.canSchedule), ("attach", \.canAttach),
    ("ask", \.canAddPoll), ("quote-policy", \.canSetQuotePolicy),
  ]

  init(_ cached: CachedPublishingCapabilities) {
    let (capabilities, limits) = (cached.capabilities, cached.capabilities.limits)
    asOf = cached.asOf.milliseconds
    characters = limits.characters
    charactersPerAddress = limits.charactersPerAddress
    attachments = limits.attachments
    pollOptions = limits.pollOptions
    charactersPerPollOption = limits.charactersPerPollOption
    pollDurations = [limits.pollDuration.lowerBound, limits.pollDuration.upperBound]
    (imageBytes, videoBytes) = (limits.imageBytes, limits.videoBytes)
    descriptionCharacters = limits.descriptionCharacters
    mediaTypes = limits.mediaTypes
    visibilities = capabilities.visibilities.map(\.rawValue)
    can = Self.abilities.filter { capabilities[keyPath: $0.property] }.map(\.name)
    keyLifetime = capabilities.keyLifetime
    lengthRule = limits.rule.rawValue
    defaultVisibility = capabilities.defaultVisibility?.rawValue
    defaultQuotePolicy = capabilities.defaultQuotePolicy?.rawValue
  }

  /// nil if there is no text, or it cannot be decoded.
  init?(stored text: String?) {
    guard let stored = text.flatMap({ StoredJSON.decode(Self.self, $0) }) else { return nil }
    self = stored
  }

  var publishing: CachedPublishingCapabilities {
    var limits = PostLimits()
    limits.characters = characters
    limits.charactersPerAddress = charactersPerAddress
    limits.attachments = attachments
    limits.pollOptions = pollOptions
    limits.charactersPerPollOption = charactersPerPollOption
    if let shortest = pollDurations.min(), let longest = pollDurations.max() {
      limits.pollDuration = shortest...longest
    }
    (limits.imageBytes, limits.videoBytes) = (imageBytes, videoBytes)
    limits.descriptionCharacters = descriptionCharacters
    limits.mediaTypes = mediaTypes
    limits.rule = lengthRule.flatMap(PostLengthRule.init(rawValue:)) ?? .mastodon
    var capabilities = PublishingCapabilities(
      limits: limits, visibilities: visibilities.map(Visibility.init(rawValue:)), keyLifetime: keyLifetime,
      defaultVisibility: defaultVisibility.map(Visibility.init(rawValue:)),
      defaultQuotePolicy: defaultQuotePolicy.flatMap(QuotePolicy.init))
    for (name, property) in Self.abilities { capabilities[keyPath: property] = can.contains(name) }
    return CachedPublishingCapabilities(capabilities, asOf: Date(milliseconds: asOf))
  }
}
