import Domain
import GRDB

/// Writes posts into one account: inserts new ones, updates changed ones, leaves the others.
struct PostWriter {
  /// Posts that are looked up in one query.
  private static let batchSize = 500

  private(set) var counts = ImportCounts()
  /// IDs of server posts whose content changed.
  private(set) var updated: Set<PostID> = []
  private let database: Database
  private var account: StoredAccount
  /// Whether the source is older than the stored posts, which then stay as they are.
  private let isOlder: Bool
  /// The owner's former profile in the source; nil if it is the current one.
  private let formerOwner: Profile?
  private let owner: Profile
  private let rows: PostRows
  private let statements: PostStatements
  private var profiles: Profiles
  private var allocator: TimeOrderedIDAllocator
  private var timelineWriter: TimelineWriter
  private var owners: OwnerTerms
  private var versions: StoredVersions

  /// - Parameter formerOwner: The owner of a source that is older than the account. Posts of the owner are assigned to
  ///   the current owner, whatever the handle is now.
  init(_ database: Database, account: StoredAccount, isOlder: Bool = false, formerOwner: Profile? = nil) throws {
    self.database = database
    owner = account.profile
    self.formerOwner = formerOwner.flatMap { $0.handle.isEmpty || $0.storeKey == account.profile.storeKey ? nil : $0 }
    self.isOlder = isOlder
    self.account = account
    rows = PostRows(database, account: account)
    statements = try PostStatements(database, account: account.id)
    profiles = Profiles(database, account: account.id, hasAllNames: account.isServerAccount, keepsNames: isOlder)
    allocator = try TimeOrderedIDAllocator(database)
    timelineWriter = try TimelineWriter(database, account: account.id)
    owners = OwnerTerms(of: account)
    versions = StoredVersions(database, account: account.id)
  }

  private var isServerAccount: Bool { account.isServerAccount }

  mutating func write(_ items: [ImportItem]) throws { try write(PreparedPosts(items)) }

  /// Writes a batch. Must be called within a transaction.
  mutating func write(_ written: PreparedPosts) throws {
    var posts = written
    // Quoted posts of a server are as current as listed ones.
    if isServerAccount {
      posts.append(PreparedPosts(posts.quotedItems))
    } else {
      posts = try versions.applyVersions(to: reassigningOwner(posts))
    }
    // The first name of a profile in the batch counts.
    let authorship = try authorship(of: posts)
    try findMainAuthor(among: authorship)
    let (added, known) = try insert(posts, authorship, at: allocator.rowIDs(for: posts.map(\.date)))
    counts.new += added
    // Stored posts are compared in batches.
    var moved = MovedPosts()
    for start in stride(from: 0, to: known.count, by: Self.batchSize) {
      let part = known[start..<min(start + Self.batchSize, known.count)]
      try update(part.map { (posts.item(posts[$0]), authorship[$0]) }, &moved)
    }
    try move(moved)
    if !isServerAccount { try add(PreparedPosts(posts.quotedItems)) }
    try retire(versions.takeRetiredPosts())
    try timelineWriter.storeCounts()
  }

  /// The index terms for the owner depend on the main author.
  private mutating func findMainAuthor(among authorship: [PostAuthorship]) throws {
    guard account.mainAuthor == nil else { return }
    try account.findMainAuthor(among: authorship, in: database)
    owners = OwnerTerms(of: account)
  }

  private func reassigningOwner(_ posts: PreparedPosts) -> PreparedPosts {
    guard let former = formerOwner?.storeKey else { return posts }
    return PreparedPosts(
      posts.map { post in
        var item = posts.item(post)
        item.post.renameProfile(former, to: owner)
        return item
      })
  }

  /// Inserts posts that are not stored yet.
  private mutating func add(_ posts: PreparedPosts) throws {
    guard !posts.isEmpty else { return }
    _ = try insert(posts, authorship(of: posts), at: allocator.rowIDs(for: posts.map(\.date)))
  }

  /// Stores posts with new row IDs, and updates the entries of server timelines.
  ///
  /// The new IDs are allocated while the former rows exist. None of them is then the former ID of another post, whose
  /// entries would be taken for those of the first.
  private mutating func move(_ moved: MovedPosts) throws {
    let posts = PreparedPosts(moved.items)
    guard !posts.isEmpty else { return }
    let rows = try allocator.rowIDs(for: posts.map(\.date))
    for former in moved.former { try remove(former.post, from: former.timelines) }
    _ = try insert(posts, authorship(of: posts), at: rows)
    guard isServerAccount else { return }
    for row in rows {
      try database.cachedStatement(sql: "UPDATE liveEntry SET postId = ? WHERE postId = ?")
        .execute(arguments: [row.rowID, moved.former[row.index].post.rowID])
    }
  }

  /// The row ID of an entry's post; nil if it is not stored.
  mutating func rowID(of post: Post) throws -> Int64? {
    let authorship = try authorship(of: PreparedPosts([ImportItem(post: post, timelines: [])]))
    return try statements.rowID(of: post.id, reposter: authorship[0].reposter)
  }

  /// Removes posts from all timelines without deleting them. Must be called within a transaction.
  mutating func unlist(_ rowIDs: [Int64]) throws {
    let listings = try timelineWriter.timelines(of: rowIDs)
    for stored in try rows.posts(at: rowIDs) {
      guard let timelines = listings[stored.rowID] else { continue }
      try removeWords(of: stored, in: timelines)
      try timelineWriter.remove(stored.rowID, from: timelines)
    }
    try timelineWriter.storeCounts()
  }

  /// Inserts table by table, not post by post, for locality of memory.
  /// - Returns: The number of inserted posts, and the indices of those that exist already.
  private mutating func insert(
    _ posts: PreparedPosts, _ authorship: [PostAuthorship], at allocated: [TimeOrderedIDAllocator.AllocatedID]
  ) throws -> (added: Int, known: [Int]) {
    var known: [Int] = []
    let added = try allocated.filter { row in
      let isNew = try statements.insert(posts[row.index], of: posts, authorship[row.index], at: row.rowID)
      if !isNew { known.append(row.index) }
      return isNew
    }
    for row in added where posts[row.index].searched != nil {
      let post = posts[row.index]
      let words = try words(for: authorship[row.index], in: posts.timelines(of: post))
      try statements.insertWords(of: post, of: posts, words, at: row.rowID)
    }
    for row in added {
      try list(row.rowID, in: posts.timelines(of: posts[row.index]))
    }
    return (added.count, known)
  }

  /// Inserts one post with the given row ID.
  private mutating func insert(_ item: ImportItem, _ authorship: PostAuthorship, at rowID: Int64) throws {
    _ = try insert(
      PreparedPosts([item]), [authorship], at: [TimeOrderedIDAllocator.AllocatedID(index: 0, rowID: rowID)])
  }

  private mutating func list(_ rowID: Int64, in timelines: [TimelineID]) throws {
    try timelineWriter.add(rowID, to: timelineWriter.listing(timelines))
  }

  /// - Parameter moved: Receives posts that need another row ID because their date has changed.
  private mutating func update(_ items: [(item: ImportItem, authorship: PostAuthorship)], _ moved: inout MovedPosts)
    throws
  {
    let rowIDs = try items.map { try statements.rowID(of: $0.item.post.id, reposter: $0.authorship.reposter) }
    var stored: [Int64: StoredPost] = [:]
    for post in try rows.posts(at: rowIDs.compactMap(\.self)) { stored[post.rowID] = post }
    var listings = try timelineWriter.timelines(of: Array(stored.keys))
    for (rowID, (item, authorship)) in zip(rowIDs, items) {
      // A batch may list a post several times, in different timelines.
      if moved.list(item, by: authorship.reposter) {
        counts.unchanged += 1
        continue
      }
      guard let rowID else { continue }
      if stored[rowID] == nil {
        stored[rowID] = try rows.posts(at: [rowID]).first
        listings[rowID] = try timelineWriter.timelines(of: [rowID])[rowID]
      }
      guard let old = stored[rowID] else { continue }
      let listed = listings[rowID] ?? []
      // A post from a list of likes has less content than one from its author's archive.
      let stays = isOlder && (old.post.author != nil || item.post.author == nil)
      guard !stays, let new = item.replacing(old.post, staysDeleted: !isServerAccount) else {
        counts.unchanged += 1
        listings[rowID] = try list(old, in: item.timelines, besides: listed)
        continue
      }
      counts.updated += 1
      if isServerAccount { updated.insert(new.id) }
      // Read again if the batch has it again.
      stored[rowID] = nil
      let further = item.timelines.filter { !listed.contains($0) }
      if old.post.timelineDate.map(TimeOrderedID.first) != new.timelineDate.map(TimeOrderedID.first) {
        moved.add(ImportItem(post: new, timelines: listed + further), by: authorship.reposter, from: old, in: listed)
      } else if !listed.isEmpty, isServerAccount || further.isEmpty, old.authorship == authorship,
        old.post.searchedText == new.searchedText
      {
        // Most often only counts have changed: the full-text index stays.
        try statements.remove(at: rowID)
        try insert(ImportItem(post: new, timelines: []), authorship, at: rowID)
        try list(rowID, in: further)
      } else {
        try remove(old, from: listed)
        try insert(ImportItem(post: new, timelines: listed + further), authorship, at: rowID)
      }
    }
  }

  /// Adds a stored post to further timelines.
  /// - Returns: All its timelines.
  private mutating func list(
    _ stored: StoredPost, in timelines: [TimelineID], besides listings: [TimelineID]
  ) throws -> [TimelineID] {
    let all = listings + timelines.filter { !listings.contains($0) }
    try writeWords(of: stored, in: all, insteadOf: listings)
    try list(stored.rowID, in: timelines)
    return all
  }

  /// Updates the timelines of a post in the full-text index. All its terms are written again: see `SearchFacets`.
  private mutating func writeWords(
    of stored: StoredPost, in timelines: [TimelineID], insteadOf listings: [TimelineID]
  ) throws {
    // For server posts, the index has only whether they are listed.
    guard isServerAccount ? timelines.isEmpty != listings.isEmpty : timelines != listings else { return }
    if !listings.isEmpty { try removeWords(of: stored, in: listings) }
    guard !timelines.isEmpty else { return }
    try statements.indexer.insert(
      stored.post.searchedText, words(for: stored.authorship, in: timelines), at: stored.rowID)
  }

  private mutating func words(for authorship: PostAuthorship, in timelines: [TimelineID]) throws -> String {
    try owners.words(for: authorship, in: isServerAccount ? "" : timelineWriter.listing(timelines).words)
  }

  /// Removes posts that have become earlier versions from the timelines of their author.
  private mutating func retire(_ ids: [PostID]) throws {
    let rowIDs = try ids.compactMap { try statements.rowID(of: $0, reposter: PostAuthorship.noReposter) }
    guard !rowIDs.isEmpty else { return }
    let listings = try timelineWriter.timelines(of: rowIDs)
    for stored in try rows.posts(at: rowIDs) {
      let timelines = listings[stored.rowID] ?? []
      let left = timelines.filter { !StoredVersions.timelinesWithVersions.contains($0) }
      try writeWords(
        of: stored, in: timelines.filter(StoredVersions.timelinesWithVersions.contains), insteadOf: timelines)
      try timelineWriter.remove(stored.rowID, from: left)
    }
  }

  /// Deletes posts. Must be called within a transaction.
  mutating func remove(_ rowIDs: [Int64]) throws {
    let listings = try timelineWriter.timelines(of: rowIDs)
    for stored in try rows.posts(at: rowIDs) { try remove(stored, from: listings[stored.rowID] ?? []) }
    try timelineWriter.storeCounts()
  }

  private mutating func remove(_ stored: StoredPost, from listings: [TimelineID]) throws {
    if !listings.isEmpty { try removeWords(of: stored, in: listings) }
    try timelineWriter.remove(stored.rowID, from: listings)
    try statements.remove(at: stored.rowID)
  }

  private mutating func removeWords(of stored: StoredPost, in listings: [TimelineID]) throws {
    try statements.indexer.remove(
      stored.post.searchedText, words(for: stored.authorship, in: listings), at: stored.rowID)
  }

  private mutating func authorship(of posts: PreparedPosts) throws -> [PostAuthorship] {
    let ids = try posts.chunks.map { chunk in try chunk.profiles.map { try profiles.id(of: $0) } }
    return posts.map { post in
      let ids = ids[post.chunk]
      var authorship = PostAuthorship(author: post.author.map { ids[$0] })
      if post.isNotificationAlone { authorship.reposter = PostAuthorship.notification }
      if post.isRepost { authorship.reposter = post.reposter.map { ids[$0] } ?? PostAuthorship.unknownReposter }
      return authorship
    }
  }
}
