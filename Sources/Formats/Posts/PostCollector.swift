import Domain

/// Gathers the posts of one or more files one by one, and what could not be read between them.
package struct PostCollector {
  /// Whose posts they are, where a file says so.
  package internal(set) var profile: Profile?
  /// Of the file that is being read, once that is known.
  package internal(set) var format: FileFormat?
  private(set) var timelines: [TimelineDocument.Timeline] = []
  private(set) var others: [Post] = []
  package private(set) var skipped: SkippedPosts?
  /// How many posts have been gathered, also those that were taken away.
  package private(set) var count = 0
  /// How many posts that could not be read stand behind the last one that could.
  private(set) var damagedInARow = 0
  /// The file that is being read, for people.
  private var path = ""
  /// Where posts belong if nobody says; the only tab where there are none.
  var defaultTimeline = FileFormat.tabOfPosts

  /// Whose posts they become.
  private let account: AccountID?
  /// Told after each post; it may take posts away.
  private let didAdd: (inout PostCollector) -> Void
  private var firstLoads: [PostKey: Int] = [:]
  private var indices: [TimelineID: Int] = [:]
  private var destination = Destination.unsaid
  /// Whether it is not known yet which timeline the posts belong to.
  private var isUnnamed = false

  private enum Destination {
    case unsaid
    case timeline(Int)
    case others
  }

  package init(account: AccountID? = nil, didAdd: @escaping (inout PostCollector) -> Void = { _ in }) {
    self.account = account
    self.didAdd = didAdd
  }

  /// Starts a file. What the one before it said of where its posts belong is forgotten.
  /// - Parameter path: for people.
  mutating func beginFile(_ path: String) {
    self.path = path
    isUnnamed = false
    destination = .unsaid
    defaultTimeline = FileFormat.tabOfPosts
  }

  /// Which timeline the posts that follow belong to: the default one, where nobody says.
  mutating func begin(_ id: TimelineID) {
    isUnnamed = false
    destination = .timeline(index(of: id))
  }

  /// A timeline whose name comes after its posts, if at all.
  mutating func beginUnnamed() {
    destination = .timeline(timelines.count)
    timelines.append(.init(id: .named("Timeline \(timelines.count + 1)"), posts: []))
    isUnnamed = true
  }

  /// Gives the unnamed timeline its name. Where one of that name is there already, its posts join that one: nobody could
  /// tell two tabs of one name apart.
  mutating func endUnnamed(_ id: TimelineID?) {
    guard isUnnamed, let unnamed = timelines.popLast() else { return }
    begin(id ?? unnamed.id)
    if case .timeline(let index) = destination { timelines[index].posts += unnamed.posts }
    didAdd(&self)
  }

  /// The posts that follow stand in no timeline, but in threads.
  mutating func beginOthers() {
    isUnnamed = false
    destination = .others
  }

  mutating func add(_ post: consuming Post) {
    count += 1
    damagedInARow = 0
    if case .unsaid = destination { begin(defaultTimeline) }
    if account != nil { post.assign(to: account) }
    switch destination {
    case .timeline(let index): timelines[index].posts.append(post)
    case .others, .unsaid: others.append(post)
    }
    if !isUnnamed { didAdd(&self) }
  }

  /// A post of the file itself that stands in no timeline, though those around it do.
  mutating func addAside(_ post: Post) {
    let listed = destination
    destination = .others
    add(post)
    destination = listed
  }

  /// A post that stands in no timeline, but in threads.
  mutating func addOther(_ post: Post) {
    others.append(post)
    if account != nil { others[others.count - 1].assign(to: account) }
  }

  /// That an entry is there only from the n-th load on.
  mutating func note(firstLoad: Int, of key: PostKey) {
    firstLoads[PostKey(id: key.id, account: account, repostedBy: key.repostedBy)] = firstLoad
  }

  mutating func noteDamage(_ error: JSONError, in reader: JSONReader) {
    // Counting lines takes a while, and only the first damage is told with its place.
    let (line, column) = skipped == nil ? reader.lineAndColumn(of: error) : (1, 1)
    noteDamage(at: FileLocation(path: path, line: line, column: column, expected: error.expected))
  }

  /// That the file ends where the damage is that was noted last.
  mutating func noteCut() {
    skipped?.isCutOff = true
  }

  package mutating func noteDamage(at place: FileLocation) {
    damagedInARow += 1
    skipped = SkippedPosts(
      count: (skipped?.count ?? 0) + 1, first: skipped?.first ?? place, isCutOff: skipped?.isCutOff ?? false)
  }
}

extension PostCollector {
  /// The entries of a timeline that have been gathered so far. nil is the first timeline.
  package func posts(of id: TimelineID?) -> [Post] {
    timelines.first { id == nil || $0.id == id }?.posts ?? []
  }

  /// Hands over the entries of a timeline, and forgets those of all others.
  package mutating func takePosts(of id: TimelineID?) -> [Post] {
    let posts = posts(of: id)
    for index in timelines.indices { timelines[index].posts = [] }
    others = []
    return withoutLater(posts)
  }

  /// Hands over all posts by their timelines, each timeline's in their order, and forgets them. Under nil are those that
  /// stand in threads only.
  package mutating func takeAll(_ take: (TimelineID?, consuming Post) -> Void) {
    for index in timelines.indices {
      let id = timelines[index].id
      if !firstLoads.isEmpty { timelines[index].posts = withoutLater(timelines[index].posts) }
      timelines[index].posts.takeAll { take(id, $0) }
    }
    others.takeAll { take(nil, $0) }
  }

  /// The timelines that there are, in the order of their tabs; at least one.
  package var timelineIDs: [TimelineID] { timelines.isEmpty ? [defaultTimeline] : timelines.map(\.id) }

  /// All that has been gathered: each timeline newest first, quoted posts found where they stand elsewhere.
  package func document() -> TimelineDocument {
    let resolver = QuoteResolver(timelines.map(\.posts) + [others])
    let ordered = timelines.map { timeline in
      TimelineDocument.Timeline(
        id: timeline.id, posts: PostOrder.newestFirst(resolver.resolved(timeline.posts)))
    }
    return TimelineDocument(
      profile: profile ?? owner, timelines: ordered.isEmpty ? [.init(id: defaultTimeline, posts: [])] : ordered,
      others: PostOrder.newestFirst(resolver.resolved(others)), skipped: skipped, firstLoads: firstLoads)
  }

  /// The entries that are there from the first load on.
  private func withoutLater(_ posts: [Post]) -> [Post] {
    firstLoads.isEmpty ? posts : posts.filter { firstLoads[$0.key] == nil }
  }

  /// Where everything was written or reposted by one person, these are that person's posts.
  private var owner: Profile? {
    let entries = timelines.lazy.flatMap(\.posts)
    let people = entries.map { post in post.repost.map(\.by) ?? post.author }
    guard let first = people.first, people.allSatisfy({ $0?.handle == first?.handle }) else { return nil }
    return first
  }

  private mutating func index(of id: TimelineID) -> Int {
    if let index = indices[id] { return index }
    timelines.append(.init(id: id, posts: []))
    indices[id] = timelines.count - 1
    return timelines.count - 1
  }
}

extension [Post] {
  /// Hands over each, the first first. To copy one, with all its parts, takes longer than to move it twice.
  fileprivate mutating func takeAll(_ take: (consuming Post) -> Void) {
    // `reverse` itself copies.
    withUnsafeMutableBufferPointer { $0.reverse() }
    while let post = popLast() { take(post) }
  }
}
