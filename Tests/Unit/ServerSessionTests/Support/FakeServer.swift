import Domain
import Foundation
import Synchronization

/// A server with growing timelines, configurable failures and a scripted event stream.
final class FakeServer: RemoteTimelines {
  struct Request: Hashable {
    var query: TimelineQuery
    var position: RemotePosition
  }

  private struct State {
    var timelines: [TimelineID: [RemoteEntry]] = [.home: []]
    var failure: TimelineError?
    /// Numbers of hidden posts.
    var hides: @Sendable (Int) -> Bool = { _ in false }
    /// Failures of single timelines.
    var failures: [TimelineID: TimelineError] = [:]
    var pageRequests: [Request] = []
    var listener: AsyncStream<RemoteEvent>.Continuation?
    var streams = 0
    var lastNumber = 0
    var thread: PostThread?
    var filters: [ContentFilter]?
    var filterRequests = 0
  }

  private let state = Mutex(State())
  let canFill: Bool
  let hasStream: Bool
  private let pageLimit: Int
  private let upwardPages: UpwardPages

  /// The response to a request for the entries above another one.
  enum UpwardPages {
    /// Those right above it.
    case lowest
    /// The newest above it, as with `since_id`.
    case newest
    /// The newest of all.
    case ignored
  }

  init(
    posts: Int = 0, canFill: Bool = true, hasStream: Bool = false, pageLimit: Int = 40,
    upwardPages: UpwardPages = .lowest
  ) {
    self.canFill = canFill
    self.upwardPages = upwardPages
    self.hasStream = hasStream
    self.pageLimit = pageLimit
    write(posts)
  }

  var pageRequests: [Request] { state.withLock(\.pageRequests) }
  var streamCount: Int { state.withLock(\.streams) }
  var hasListener: Bool { state.withLock { $0.listener != nil } }

  var failure: TimelineError? {
    get { state.withLock(\.failure) }
    set { state.withLock { $0.failure = newValue } }
  }

  /// nil: the server does not return filters.
  func setFilters(_ filters: [ContentFilter]?) { state.withLock { $0.filters = filters } }
  var filterRequests: Int { state.withLock(\.filterRequests) }

  /// Hides posts with these numbers from now on.
  func hide(_ hides: @escaping @Sendable (Int) -> Bool) { state.withLock { $0.hides = hides } }

  func isHidden(_ text: String) -> Bool { Int(text.dropFirst(5)).map(state.withLock(\.hides)) ?? false }

  func fail(_ error: TimelineError?, in timeline: TimelineID) { state.withLock { $0.failures[timeline] = error } }

  var thread: PostThread? {
    get { state.withLock(\.thread) }
    set { state.withLock { $0.thread = newValue } }
  }

  func dropRequests(but count: Int) { state.withLock { $0.pageRequests = Array($0.pageRequests.prefix(count)) } }

  /// The text of each post of a timeline, newest first.
  func texts(of timeline: TimelineID = .home) -> [String] {
    state.withLock { $0.timelines[timeline, default: []].map(\.post.text.plain) }
  }

  /// Adds a number of posts and returns them as entries, newest first.
  @discardableResult
  func write(_ count: Int, in timeline: TimelineID = .home) -> [RemoteEntry] {
    state.withLock { state in
      let new = (0..<count).map { _ in
        state.lastNumber += 1
        return Self.entry(state.lastNumber)
      }
      state.timelines[timeline, default: []].insert(contentsOf: new.reversed(), at: 0)
      return new.reversed()
    }
  }

  /// Adds posts, oldest first, with the IDs of their notifications as cursors.
  func add(_ posts: [Post], to timeline: TimelineID) {
    let entries = posts.reversed().map {
      RemoteEntry(cursor: RemoteCursor($0.notification?.id ?? $0.id.rawValue), post: $0)
    }
    state.withLock { $0.timelines[timeline, default: []].insert(contentsOf: entries, at: 0) }
  }

  func notify(_ event: RemoteEvent) { state.withLock(\.listener)?.yield(event) }

  func endStream() {
    state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }?.finish()
  }

  private static func entry(_ number: Int) -> RemoteEntry {
    let date = Date(timeIntervalSince1970: 1_795_000_000 + Double(number) * 60)
    let post = Post(
      id: PostID("\(number)"), author: Profile(id: "7", handle: "grace@server.example", name: "Grace"),
      createdAt: date, text: PostText([.text("post \(number)")]))
    return RemoteEntry(cursor: RemoteCursor("\(number)"), post: post)
  }
}

extension FakeServer {
  func overview() async throws(TimelineError) -> TimelineOverview {
    if let failure { throw failure }
    return TimelineOverview(
      profile: Profile(handle: "ada@server.example", name: "Ada"),
      timelines: state.withLock { $0.timelines.keys.sorted { $0.storageKey < $1.storageKey } }.map {
        ListedTimeline($0)
      })
  }

  func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    let (failure, all) = state.withLock { state in
      state.pageRequests.append(Request(query: query, position: position))
      return (state.failure ?? state.failures[query.timeline], state.timelines[query.timeline] ?? [])
    }
    if let failure { throw failure }
    let entries = query.parameters.onlyMedia ? all.filter { !$0.post.media.isEmpty } : all
    let limit = min(limit, pageLimit)
    func index(_ cursor: RemoteCursor) -> Int { entries.firstIndex { $0.cursor == cursor } ?? entries.count }
    let range =
      switch position {
      case .newest: 0..<min(limit, entries.count)
      case .above(let cursor):
        switch upwardPages {
        case .lowest: max(0, index(cursor) - limit)..<index(cursor)
        case .newest: 0..<min(limit, index(cursor))
        case .ignored: 0..<min(limit, entries.count)
        }
      case .below(let cursor): min(index(cursor) + 1, entries.count)..<min(index(cursor) + 1 + limit, entries.count)
      }
    let shown = entries[range].filter { !isHidden($0.post.text.plain) }
    return RemotePage(
      entries: shown, older: range.upperBound < entries.count ? entries[range].last?.cursor : nil,
      canFill: canFill, hasOmissions: shown.count < range.count)
  }

  func filters() async throws(TimelineError) -> [ContentFilter]? {
    if let failure { throw failure }
    return state.withLock { state in
      state.filterRequests += 1
      return state.filters
    }
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    if let failure { throw failure }
    guard let thread else { throw .postUnavailable(id: post, reason: .deleted) }
    return thread
  }

  func events() -> AsyncStream<RemoteEvent> {
    let (stream, listener) = AsyncStream.makeStream(of: RemoteEvent.self)
    state.withLock { $0.streams += 1 }
    guard hasStream else {
      listener.finish()
      return stream
    }
    state.withLock { $0.listener = listener }
    listener.onTermination = { [weak self] _ in self?.state.withLock { $0.listener = nil } }
    return stream
  }
}
