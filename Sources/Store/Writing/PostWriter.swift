import Domain
import GRDB

/// Writes posts into one account: adds those that are new, changes those that have changed, and leaves the others.
struct PostWriter {
  private(set) var counts = ImportCounts()
  private let account: Int64
  private let rows: PostRows
  private let statements: PostStatements
  private var profiles: Profiles
  private var places: PlaceFinder
  private var timelines: TimelineWriter

  init(_ database: Database, account: Int64) throws {
    self.account = account
    rows = PostRows(database, account: account)
    statements = try PostStatements(database, account: account)
    profiles = Profiles(database, account: account)
    places = try PlaceFinder(database)
    timelines = try TimelineWriter(database, account: account)
  }

  /// To be called within a transaction: all of the batch is stored, or nothing.
  mutating func write(_ items: [ImportItem]) throws {
    var moved: [ImportItem] = []
    // Whoever has several names is called by the one that stands first.
    let people = try items.map { try self.people(of: $0.post) }
    for found in try places.places(for: items.map(\.post)) {
      let item = items[found.index]
      if try insert(item.post, people[found.index], at: found.place, in: item.timelines) {
        counts.new += 1
      } else if let elsewhere = try update(item, people[found.index]) {
        moved.append(elsewhere)
      }
    }
    // The places of the batch were given at once: what stands in none of them comes afterwards.
    for item in moved { try write(item) }
    for item in items {
      if case .shown(let quoted)? = item.post.quote { try writeQuoted(quoted) }
    }
    try timelines.storeCounts()
  }

  private mutating func write(_ item: ImportItem) throws {
    let people = try self.people(of: item.post)
    for found in try places.places(for: [item.post]) {
      _ = try insert(item.post, people, at: found.place, in: item.timelines)
    }
  }

  /// A post that is quoted stands in no timeline by that; it is there for the one that quotes it.
  private mutating func writeQuoted(_ quoted: Post) throws {
    var quoted = quoted
    quoted.repost = nil
    try write(ImportItem(post: quoted, timelines: []))
    if case .shown(let further)? = quoted.quote { try writeQuoted(further) }
  }

  /// - Returns: whether it was not there yet.
  private mutating func insert(
    _ post: Post, _ people: PostPeople, at place: Int64, in kinds: [TimelineKind]
  ) throws -> Bool {
    guard try statements.insert(post, people, at: place) else { return false }
    // Only what can be found in a timeline is searched.
    if !kinds.isEmpty { try statements.insertWords(SearchedText(post, people, account: account), at: place) }
    try timelines.add(place, to: kinds)
    return true
  }

  /// - Returns: what is to be stored at another place, because its date has changed.
  private mutating func update(_ item: ImportItem, _ people: PostPeople) throws -> ImportItem? {
    guard let place = try statements.place(of: item.post.id, reposter: people.reposter),
      let stored = try rows.posts(at: [place]).first
    else { return nil }
    let held = try timelines.holding(place)
    if item.isSketch || stored.post.storedForm == item.post.storedForm {
      counts.unchanged += 1
      if held.isEmpty, !item.timelines.isEmpty { try statements.insertWords(words(of: stored), at: place) }
      try timelines.add(place, to: item.timelines)
      return nil
    }
    counts.updated += 1
    try remove(stored, from: held)
    let kinds = held + item.timelines.filter { !held.contains($0) }
    let isElsewhere = stored.post.timelineDate.map(PlaceInTime.first) != item.post.timelineDate.map(PlaceInTime.first)
    if isElsewhere { return ImportItem(post: item.post, timelines: kinds) }
    _ = try insert(item.post, people, at: place, in: kinds)
    return nil
  }

  /// To be called within a transaction.
  mutating func remove(_ places: [Int64]) throws {
    for stored in try rows.posts(at: places) { try remove(stored, from: timelines.holding(stored.place)) }
    try timelines.storeCounts()
  }

  private mutating func remove(_ stored: StoredPost, from held: [TimelineKind]) throws {
    if !held.isEmpty { try statements.removeWords(words(of: stored), at: stored.place) }
    try timelines.remove(stored.place, from: held)
    try statements.remove(at: stored.place)
  }

  private mutating func people(of post: Post) throws -> PostPeople {
    var people = PostPeople()
    if let author = post.author { people.author = try profiles.id(of: author) }
    if let repost = post.repost {
      people.reposter = try repost.by.map { try profiles.id(of: $0) } ?? PostPeople.unnamed
    }
    return people
  }

  /// With those of a post that it quotes: it came with them, or it does no harm to have the index forget them.
  private func words(of stored: StoredPost) throws -> SearchedText {
    let post = try rows.withQuotes([stored.post]).first ?? stored.post
    return SearchedText(post, stored.people, account: account)
  }
}
