import Domain

/// Collects the posts of one or more files, and counts what could not be read.
package struct PostCollector {
  /// The owner of the posts, if a file says so.
  package internal(set) var profile: Profile?
  /// The format of the current file, once known.
  package internal(set) var format: FileFormat?
  private(set) var timelines: [TimelineDocument.Timeline] = []
  private(set) var threadOnlyPosts: [Post] = []
  package private(set) var skipped: SkippedPosts?
  /// The number of collected posts, including removed ones.
  package private(set) var count = 0
  /// The number of consecutive unreadable posts at the end.
  private(set) var consecutiveDamaged = 0
  /// The path of the current file, to display.
  private var path = ""
  /// The timeline of posts without one; the only tab if there are none.
  var defaultTimeline = FileFormat.tabOfPosts

  /// The account to assign posts to.
  private let account: AccountID?
  /// Called after each post; may remove posts.
  private let didAdd: (inout PostCollector) -> Void
  private var firstLoads: [PostKey: Int] = [:]
  private var indices: [TimelineID: Int] = [:]
  private var destination = Destination.unspecified
  /// Whether the name of the current timeline is not known yet.
  private var isTimelineUnnamed = false

  private enum Destination {
    case unspecified
    case timeline(Int)
    case threadsOnly
  }

  package init(account: AccountID? = nil, didAdd: @escaping (inout PostCollector) -> Void = { _ in }) {
    self.account = account
    self.didAdd = didAdd
  }

  /// Starts a file. The timeline of the previous file does not apply.
  /// - Parameter path: the path to display.
  mutating func beginFile(_ path: String) {
    self.path = path
    isTimelineUnnamed = false
    destination = .unspecified
    defaultTimeline = FileFormat.tabOfPosts
  }

  /// Sets the timeline of the following posts.
  mutating func beginTimeline(_ id: TimelineID) {
    isTimelineUnnamed = false
    destination = .timeline(index(of: id))
  }

  /// Starts a timeline whose name may follow its posts.
  mutating func beginUnnamedTimeline() {
    destination = .timeline(timelines.count)
    timelines.append(.init(id: .named("Timeline \(timelines.count + 1)"), posts: []))
    isTimelineUnnamed = true
  }

  /// Names the unnamed timeline. If there is one with this name, its posts are added to that one.
  mutating func nameTimeline(_ id: TimelineID?) {
    guard isTimelineUnnamed, let unnamed = timelines.popLast() else { return }
    beginTimeline(id ?? unnamed.id)
    if case .timeline(let index) = destination { timelines[index].posts += unnamed.posts }
    didAdd(&self)
  }

  /// Sets that the following posts are in threads only.
  mutating func beginThreadOnlyPosts() {
    isTimelineUnnamed = false
    destination = .threadsOnly
  }

  mutating func add(_ post: consuming Post) {
    count += 1
    consecutiveDamaged = 0
    if case .unspecified = destination { beginTimeline(defaultTimeline) }
    if account != nil { post.assign(to: account) }
    switch destination {
    case .timeline(let index): timelines[index].posts.append(post)
    case .threadsOnly, .unspecified: threadOnlyPosts.append(post)
    }
    if !isTimelineUnnamed { didAdd(&self) }
  }

  /// Adds a post of a timeline file that is in no timeline.
  mutating func addWithoutTimeline(_ post: Post) {
    let listed = destination
    destination = .threadsOnly
    add(post)
    destination = listed
  }

  /// Adds a post that is in threads only.
  mutating func addThreadOnly(_ post: Post) {
    threadOnlyPosts.append(post)
    if account != nil { threadOnlyPosts[threadOnlyPosts.count - 1].assign(to: account) }
  }

  /// Records that an entry appears only from the n-th load on.
  mutating func note(firstLoad: Int, of key: PostKey) {
    firstLoads[PostKey(id: key.id, account: account, repostedBy: key.repostedBy)] = firstLoad
  }

  mutating func recordDamage(_ error: JSONError, in reader: JSONReader) {
    // Only the first damage is reported with its position, since counting lines takes time.
    let (line, column) = skipped == nil ? reader.lineAndColumn(of: error) : (1, 1)
    recordDamage(at: FileLocation(path: path, line: line, column: column, expected: error.expected))
  }

  /// Records that the file ends at the last damage.
  mutating func recordTruncation() {
    skipped?.isCutOff = true
  }

  package mutating func recordDamage(at location: FileLocation) {
    consecutiveDamaged += 1
    skipped = SkippedPosts(
      count: (skipped?.count ?? 0) + 1, first: skipped?.first ?? location, isCutOff: skipped?.isCutOff ?? false)
  }
}

extension PostCollector {
  /// The entries of a timeline so far. nil is the first timeline.
  package func posts(of id: TimelineID?) -> [Post] {
    timelines.first { id == nil || $0.id == id }?.posts ?? []
  }

  /// Removes and returns the entries of a timeline, and removes those of all others.
  package mutating func removePosts(of id: TimelineID?) -> [Post] {
    let posts = posts(of: id)
    for index in timelines.indices { timelines[index].posts = [] }
    threadOnlyPosts = []
    return withoutLaterLoads(posts)
  }

  /// Removes all posts and passes them to `take` by timeline, in order. nil is for posts in threads only.
  package mutating func drain(_ take: (TimelineID?, consuming Post) -> Void) {
    for index in timelines.indices {
      let id = timelines[index].id
      if !firstLoads.isEmpty { timelines[index].posts = withoutLaterLoads(timelines[index].posts) }
      timelines[index].posts.drain { take(id, $0) }
    }
    threadOnlyPosts.drain { take(nil, $0) }
  }

  /// The timelines in tab order; at least one.
  package var timelineIDs: [TimelineID] { timelines.isEmpty ? [defaultTimeline] : timelines.map(\.id) }

  /// The collected posts: each timeline newest first, with quoted posts resolved.
  package func document() -> TimelineDocument {
    let resolver = QuoteResolver(timelines.map(\.posts) + [threadOnlyPosts])
    let ordered = timelines.map { timeline in
      TimelineDocument.Timeline(
        id: timeline.id, posts: PostOrder.newestFirst(resolver.resolved(timeline.posts)))
    }
    return TimelineDocument(
      profile: profile ?? owner, timelines: ordered.isEmpty ? [.init(id: defaultTimeline, posts: [])] : ordered,
      threadOnlyPosts: PostOrder.newestFirst(resolver.resolved(threadOnlyPosts)), skipped: skipped,
      firstLoads: firstLoads)
  }

  /// The entries that appear from the first load on.
  private func withoutLaterLoads(_ posts: [Post]) -> [Post] {
    firstLoads.isEmpty ? posts : posts.filter { firstLoads[$0.key] == nil }
  }

  /// The owner, if all posts are written or reposted by one account.
  private var owner: Profile? {
    let entries = timelines.lazy.flatMap(\.posts)
    let authors = entries.map { post in post.repost.map(\.by) ?? post.author }
    guard let first = authors.first, authors.allSatisfy({ $0?.handle == first?.handle }) else { return nil }
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
  /// Removes all elements and passes them to `take` in order. Moves them, which is faster than copying.
  fileprivate mutating func drain(_ take: (consuming Post) -> Void) {
    // `reverse()` would copy.
    withUnsafeMutableBufferPointer { $0.reverse() }
    while let post = popLast() { take(post) }
  }
}
