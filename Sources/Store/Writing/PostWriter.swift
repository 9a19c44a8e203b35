import Domain
import GRDB

/// Writes posts into one account: adds those that are new, changes those that have changed, and leaves the others.
struct PostWriter {
  /// So many posts are looked up at a time.
  private static let handful = 500

  private(set) var counts = ImportCounts()
  /// The posts of a server that say something else now.
  private(set) var updated: Set<PostID> = []
  private let database: Database
  private var account: StoredAccount
  /// Whether what is there is newer than what comes: it stays as it is.
  private let isOlder: Bool
  /// By what name the owner goes in what comes; nil where it is the same as now.
  private let formerOwner: Profile?
  private let owner: Profile
  private let rows: PostRows
  private let statements: PostStatements
  private var profiles: Profiles
  private var allocator: TimeOrderedIDAllocator
  private var timelineWriter: TimelineWriter
  private var owners: OwnerTerms
  private var versions: StoredVersions

  /// - Parameter formerOwner: who owns what comes, where that is older than what is there: its owner's posts are those
  ///   of the account's owner, by whatever handle that goes now.
  init(_ database: Database, account: StoredAccount, isOlder: Bool = false, formerOwner: Profile? = nil) throws {
    self.database = database
    owner = account.profile
    self.formerOwner = formerOwner.flatMap { $0.handle.isEmpty || $0.storeKey == account.profile.storeKey ? nil : $0 }
    self.isOlder = isOlder
    self.account = account
    rows = PostRows(database, account: account)
    statements = try PostStatements(database, account: account.id)
    profiles = Profiles(database, account: account.id, knowsNames: account.isServerAccount, keepsNames: isOlder)
    allocator = try TimeOrderedIDAllocator(database)
    timelineWriter = try TimelineWriter(database, account: account.id)
    owners = OwnerTerms(of: account)
    versions = StoredVersions(database, account: account.id)
  }

  private var isServerAccount: Bool { account.isServerAccount }

  mutating func write(_ items: [ImportItem]) throws { try write(PreparedPosts(items)) }

  /// To be called within a transaction: all of the batch is stored, or nothing.
  mutating func write(_ written: PreparedPosts) throws {
    var posts = written
    // What a server quotes it knows as well as what it lists.
    if isServerAccount {
      posts.append(PreparedPosts(posts.quotedItems))
    } else {
      posts = try versions.settle(byOwner(posts))
    }
    // Whoever has several names is called by the one that stands first.
    let people = try people(of: posts)
    try findMainAuthor(among: people)
    let (added, known) = try insert(posts, people, at: allocator.rowIDs(for: posts.map(\.date)))
    counts.new += added
    // What is there already is looked at many at a time.
    var moved = MovedPosts()
    for start in stride(from: 0, to: known.count, by: Self.handful) {
      let part = known[start..<min(start + Self.handful, known.count)]
      try update(part.map { (posts.item(posts[$0]), people[$0]) }, &moved)
    }
    // The ids of a batch are given at once: what needs another one comes afterwards.
    for (old, new) in zip(moved.rowIDs, try add(PreparedPosts(moved.items))) { try move(old, to: new) }
    if !isServerAccount { _ = try add(PreparedPosts(posts.quotedItems)) }
    try retire(versions.takeRetired())
    try timelineWriter.storeCounts()
  }

  /// The words for whose a post is hang on that.
  private mutating func findMainAuthor(among people: [PostPeople]) throws {
    guard account.mainAuthor == nil else { return }
    try account.findMainAuthor(among: people, in: database)
    owners = OwnerTerms(of: account)
  }

  private func byOwner(_ posts: PreparedPosts) -> PreparedPosts {
    guard let former = formerOwner?.storeKey else { return posts }
    return PreparedPosts(
      posts.map { post in
        var item = posts.item(post)
        item.post.call(former, owner)
        return item
      })
  }

  /// Adds those that are not there yet.
  /// - Returns: where each was to stand.
  private mutating func add(_ posts: PreparedPosts) throws -> [Int64] {
    guard !posts.isEmpty else { return [] }
    let places = try allocator.rowIDs(for: posts.map(\.date))
    _ = try insert(posts, people(of: posts), at: places)
    var rowIDs = [Int64](repeating: 0, count: posts.count)
    for place in places { rowIDs[place.index] = place.rowID }
    return rowIDs
  }

  /// The entries of servers' timelines go along.
  private func move(_ old: Int64, to new: Int64) throws {
    guard isServerAccount else { return }
    try database.cachedStatement(sql: "UPDATE liveEntry SET postId = ? WHERE postId = ?").execute(arguments: [new, old])
  }

  /// Where an entry's post stands; nil where it is not there.
  mutating func rowID(of post: Post) throws -> Int64? {
    let people = try people(of: PreparedPosts([ImportItem(post: post, timelines: [])]))
    return try statements.rowID(of: post.id, reposter: people[0].reposter)
  }

  /// To be called within a transaction. They leave all timelines, and stay.
  mutating func unlist(_ rowIDs: [Int64]) throws {
    let held = try timelineWriter.holding(rowIDs)
    for stored in try rows.posts(at: rowIDs) {
      guard let timelines = held[stored.rowID] else { continue }
      try removeWords(of: stored, in: timelines)
      try timelineWriter.remove(stored.rowID, from: timelines)
    }
    try timelineWriter.storeCounts()
  }

  /// Table by table, not post by post: what is near in time is near in memory.
  /// - Returns: how many were not there yet, and the others by their indices.
  private mutating func insert(
    _ posts: PreparedPosts, _ people: [PostPeople], at places: [TimeOrderedIDAllocator.Found]
  ) throws -> (added: Int, known: [Int]) {
    var known: [Int] = []
    let added = try places.filter { place in
      let isNew = try statements.insert(posts[place.index], of: posts, people[place.index], at: place.rowID)
      if !isNew { known.append(place.index) }
      return isNew
    }
    for place in added where posts[place.index].searched != nil {
      let post = posts[place.index]
      let words = try words(for: people[place.index], in: posts.timelines(of: post))
      try statements.insertWords(of: post, of: posts, words, at: place.rowID)
    }
    for place in added {
      try list(place.rowID, in: posts.timelines(of: posts[place.index]))
    }
    return (added.count, known)
  }

  /// One of which another id has been found.
  private mutating func insert(_ item: ImportItem, _ people: PostPeople, at rowID: Int64) throws {
    _ = try insert(PreparedPosts([item]), [people], at: [TimeOrderedIDAllocator.Found(index: 0, rowID: rowID)])
  }

  private mutating func list(_ rowID: Int64, in timelines: [TimelineID]) throws {
    try timelineWriter.add(rowID, to: timelineWriter.listing(timelines))
  }

  /// - Parameter moved: takes what is to be stored under another id, because its date has changed.
  private mutating func update(_ items: [(item: ImportItem, people: PostPeople)], _ moved: inout MovedPosts) throws {
    let rowIDs = try items.map { try statements.rowID(of: $0.item.post.id, reposter: $0.people.reposter) }
    var stored: [Int64: StoredPost] = [:]
    for post in try rows.posts(at: rowIDs.compactMap(\.self)) { stored[post.rowID] = post }
    var held = try timelineWriter.holding(Array(stored.keys))
    for (rowID, (item, people)) in zip(rowIDs, items) {
      // A post may stand several times in a batch, each time in other timelines.
      if moved.list(item, by: people.reposter) {
        counts.unchanged += 1
        continue
      }
      guard let rowID else { continue }
      if stored[rowID] == nil {
        stored[rowID] = try rows.posts(at: [rowID]).first
        held[rowID] = try timelineWriter.holding([rowID])[rowID]
      }
      guard let old = stored[rowID] else { continue }
      let listed = held[rowID] ?? []
      // What a list of likes has told says less than any archive of its author's.
      let stays = isOlder && (old.post.author != nil || item.post.author == nil)
      guard !stays, let new = item.replacing(old.post, staysDeleted: !isServerAccount) else {
        counts.unchanged += 1
        held[rowID] = try list(old, in: item.timelines, besides: listed)
        continue
      }
      counts.updated += 1
      if isServerAccount { updated.insert(new.id) }
      // Read anew where it stands in the batch once more.
      stored[rowID] = nil
      let further = item.timelines.filter { !listed.contains($0) }
      if old.post.timelineDate.map(TimeOrderedID.first) != new.timelineDate.map(TimeOrderedID.first) {
        try remove(old, from: listed)
        moved.add(ImportItem(post: new, timelines: listed + further), by: people.reposter, from: rowID)
      } else if !listed.isEmpty, isServerAccount || further.isEmpty, old.people == people,
        old.post.searchedText == new.searchedText
      {
        // Most often it is the counts: the index of words is left alone.
        try statements.remove(at: rowID)
        try insert(ImportItem(post: new, timelines: []), people, at: rowID)
        try list(rowID, in: further)
      } else {
        try remove(old, from: listed)
        try insert(ImportItem(post: new, timelines: listed + further), people, at: rowID)
      }
    }
  }

  /// Puts a post that is there into further timelines.
  /// - Returns: all in which it stands now.
  private mutating func list(
    _ stored: StoredPost, in timelines: [TimelineID], besides held: [TimelineID]
  ) throws -> [TimelineID] {
    let all = held + timelines.filter { !held.contains($0) }
    try writeWords(of: stored, in: all, insteadOf: held)
    try list(stored.rowID, in: timelines)
    return all
  }

  /// Has the index know where a post stands. All of its words are written anew: see `SearchFacets`.
  private mutating func writeWords(
    of stored: StoredPost, in timelines: [TimelineID], insteadOf held: [TimelineID]
  ) throws {
    // Of what servers list the index knows that they do, and not where.
    guard isServerAccount ? timelines.isEmpty != held.isEmpty : timelines != held else { return }
    if !held.isEmpty { try removeWords(of: stored, in: held) }
    guard !timelines.isEmpty else { return }
    try statements.words.insert(
      stored.post.searchedText, words(for: stored.people, in: timelines), at: stored.rowID)
  }

  private mutating func words(for people: PostPeople, in timelines: [TimelineID]) throws -> String {
    try owners.words(for: people, in: isServerAccount ? "" : timelineWriter.listing(timelines).words)
  }

  /// Takes what has become an earlier version out of the timelines of its author.
  private mutating func retire(_ ids: [PostID]) throws {
    let rowIDs = try ids.compactMap { try statements.rowID(of: $0, reposter: PostPeople.nobody) }
    guard !rowIDs.isEmpty else { return }
    let held = try timelineWriter.holding(rowIDs)
    for stored in try rows.posts(at: rowIDs) {
      let timelines = held[stored.rowID] ?? []
      let left = timelines.filter { !StoredVersions.keptIn.contains($0) }
      try writeWords(of: stored, in: timelines.filter(StoredVersions.keptIn.contains), insteadOf: timelines)
      try timelineWriter.remove(stored.rowID, from: left)
    }
  }

  /// To be called within a transaction.
  mutating func remove(_ rowIDs: [Int64]) throws {
    let held = try timelineWriter.holding(rowIDs)
    for stored in try rows.posts(at: rowIDs) { try remove(stored, from: held[stored.rowID] ?? []) }
    try timelineWriter.storeCounts()
  }

  private mutating func remove(_ stored: StoredPost, from held: [TimelineID]) throws {
    if !held.isEmpty { try removeWords(of: stored, in: held) }
    try timelineWriter.remove(stored.rowID, from: held)
    try statements.remove(at: stored.rowID)
  }

  private mutating func removeWords(of stored: StoredPost, in held: [TimelineID]) throws {
    try statements.words.remove(
      stored.post.searchedText, words(for: stored.people, in: held), at: stored.rowID)
  }

  private mutating func people(of posts: PreparedPosts) throws -> [PostPeople] {
    let ids = try posts.chunks.map { chunk in try chunk.people.map { try profiles.id(of: $0) } }
    return posts.map { post in
      let ids = ids[post.chunk]
      var people = PostPeople(author: post.author.map { ids[$0] })
      if post.isNotificationAlone { people.reposter = PostPeople.notification }
      if post.isRepost { people.reposter = post.reposter.map { ids[$0] } ?? PostPeople.unnamed }
      return people
    }
  }
}
