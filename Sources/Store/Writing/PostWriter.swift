import Domain
import GRDB

/// Writes posts into one account: adds those that are new, changes those that have changed, and leaves the others.
struct PostWriter {
  /// So many posts are looked up at a time.
  private static let handful = 500

  private(set) var counts = ImportCounts()
  private let rows: PostRows
  private let statements: PostStatements
  private var profiles: Profiles
  private var allocator: TimeOrderedIDAllocator
  private var timelineWriter: TimelineWriter
  private var owners: OwnerWords

  init(_ database: Database, account: StoredAccount) throws {
    rows = PostRows(database, account: account)
    statements = try PostStatements(database, account: account.id)
    profiles = Profiles(database, account: account.id)
    allocator = try TimeOrderedIDAllocator(database)
    timelineWriter = try TimelineWriter(database, account: account.id)
    owners = OwnerWords(account: account.id)
  }

  /// To be called within a transaction: all of the batch is stored, or nothing.
  mutating func write(_ items: [ImportItem]) throws {
    // Whoever has several names is called by the one that stands first.
    let people = try items.map { try self.people(of: $0.post) }
    var known: [Int] = []
    for found in try allocator.rowIDs(for: items.map { $0.post.timelineDate }) {
      let item = items[found.index]
      if try insert(item.post, people[found.index], at: found.rowID, in: item.timelines) {
        counts.new += 1
      } else {
        known.append(found.index)
      }
    }
    // What is there already is looked at many at a time.
    var moved: [ImportItem] = []
    for start in stride(from: 0, to: known.count, by: Self.handful) {
      let part = known[start..<min(start + Self.handful, known.count)]
      moved += try update(part.map { (items[$0], people[$0]) })
    }
    // The ids of a batch are given at once: what needs another one comes afterwards.
    try add(moved)
    try add(items.flatMap(\.quotedItems))
    try timelineWriter.storeCounts()
  }

  /// Adds those that are not there yet.
  private mutating func add(_ items: [ImportItem]) throws {
    for found in try allocator.rowIDs(for: items.map { $0.post.timelineDate }) {
      let item = items[found.index]
      _ = try insert(item.post, people(of: item.post), at: found.rowID, in: item.timelines)
    }
  }

  /// - Returns: whether it was not there yet.
  private mutating func insert(
    _ post: Post, _ people: PostPeople, at rowID: Int64, in timelines: [TimelineID]
  ) throws -> Bool {
    let text = StoredText(post.text)
    guard try statements.insert(post, text, people, at: rowID) else { return false }
    // Only what can be found in a timeline is searched.
    if !timelines.isEmpty {
      try statements.insertWords(SearchedText(post, plain: text.plain), owners.words(for: people), at: rowID)
    }
    try timelineWriter.add(rowID, to: timelines)
    return true
  }

  /// - Returns: what is to be stored under another id, because its date has changed.
  private mutating func update(_ items: [(item: ImportItem, people: PostPeople)]) throws -> [ImportItem] {
    let rowIDs = try items.map { try statements.rowID(of: $0.item.post.id, reposter: $0.people.reposter) }
    var stored: [Int64: StoredPost] = [:]
    for post in try rows.posts(at: rowIDs.compactMap(\.self)) { stored[post.rowID] = post }
    let held = try timelineWriter.holding(Array(stored.keys))
    var moved: [ImportItem] = []
    for (rowID, (item, people)) in zip(rowIDs, items) {
      guard let rowID, let old = stored[rowID] else { continue }
      let listed = held[rowID] ?? []
      guard let new = item.replacing(old.post) else {
        counts.unchanged += 1
        try list(old, in: item.timelines, besides: listed)
        continue
      }
      counts.updated += 1
      // A post that stands twice in a batch is not looked at twice.
      stored[rowID] = nil
      try remove(old, from: listed)
      let item = ImportItem(post: new, timelines: listed + item.timelines.filter { !listed.contains($0) })
      if old.post.timelineDate.map(TimeOrderedID.first) != new.timelineDate.map(TimeOrderedID.first) {
        moved.append(item)
      } else {
        _ = try insert(item.post, people, at: rowID, in: item.timelines)
      }
    }
    return moved
  }

  /// Puts a post that is there into further timelines.
  private mutating func list(_ stored: StoredPost, in timelines: [TimelineID], besides held: [TimelineID]) throws {
    if held.isEmpty, !timelines.isEmpty {
      let words = SearchedText(stored.post, plain: stored.post.text.plain)
      try statements.insertWords(words, owners.words(for: stored.people), at: stored.rowID)
    }
    try timelineWriter.add(stored.rowID, to: timelines)
  }

  /// To be called within a transaction.
  mutating func remove(_ rowIDs: [Int64]) throws {
    let held = try timelineWriter.holding(rowIDs)
    for stored in try rows.posts(at: rowIDs) { try remove(stored, from: held[stored.rowID] ?? []) }
    try timelineWriter.storeCounts()
  }

  private mutating func remove(_ stored: StoredPost, from held: [TimelineID]) throws {
    if !held.isEmpty {
      let words = SearchedText(stored.post, plain: stored.post.text.plain)
      try statements.removeWords(words, owners.words(for: stored.people), at: stored.rowID)
    }
    try timelineWriter.remove(stored.rowID, from: held)
    try statements.remove(at: stored.rowID)
  }

  private mutating func people(of post: Post) throws -> PostPeople {
    var people = PostPeople()
    if let author = post.author { people.author = try profiles.id(of: author) }
    if let repost = post.repost {
      people.reposter = try repost.by.map { try profiles.id(of: $0) } ?? PostPeople.unnamed
    }
    return people
  }
}

extension ImportItem {
  /// The posts that it quotes, one within the other. They stand in no timeline by that; they are there for it.
  fileprivate var quotedItems: [ImportItem] {
    var items: [ImportItem] = []
    var quote = post.quote
    while case .shown(var quoted)? = quote {
      quote = quoted.quote
      quoted.repost = nil
      items.append(ImportItem(post: quoted, timelines: []))
    }
    return items
  }

  /// The post as it is to be stored from now on; nil where nothing has changed. What a source does not say is kept, and
  /// what was deleted stays so.
  fileprivate func replacing(_ old: Post) -> Post? {
    guard !isSketch else { return nil }
    var new = post
    if let counts = old.counts {
      new.counts = Counts(
        replies: new.counts?.replies ?? counts.replies, reposts: new.counts?.reposts ?? counts.reposts,
        likes: new.counts?.likes ?? counts.likes)
    }
    if new.replyTo == old.replyTo, new.replyToAuthor == nil { new.replyToAuthor = old.replyToAuthor }
    if old.states.contains(.deleted) { new.states.insert(.deleted) }
    return new.storedForm == old.storedForm ? nil : new
  }
}
