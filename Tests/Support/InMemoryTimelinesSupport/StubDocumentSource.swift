import InMemoryTimelines
import Domain
import Formats
import Foundation
import Runtime
import Synchronization

/// Returns the given documents one after another, and the last one repeatedly.
public final class StubDocumentSource: DocumentSource {
  private struct State {
    var results: [Result<TimelineDocument, TimelineError>]
    var openedAt: [Date] = []
  }

  private let state: Mutex<State>
  private let clock: VirtualClock?
  private let latency: Double

  public init(
    _ results: [Result<TimelineDocument, TimelineError>], clock: VirtualClock? = nil, latency: Double = 0
  ) {
    state = Mutex(State(results: results))
    self.clock = clock
    self.latency = latency
  }

  public convenience init(_ document: TimelineDocument) {
    self.init([.success(document)])
  }

  public var reads: Int { openedAt.count }
  public var openedAt: [Date] { state.withLock { $0.openedAt } }

  public func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    let result = state.withLock { state in
      state.openedAt.append(openedAt)
      return state.results.count > 1 ? state.results.removeFirst() : state.results[0]
    }
    try? await clock?.sleep(seconds: latency)
    return try result.get()
  }
}

extension TimelineDocument {
  public static func fixture(
    profile: Profile? = nil, home: [Post] = [], mentions: [Post]? = nil, favourites: [Post]? = nil, others: [Post] = [],
    skipped: SkippedPosts? = nil, firstLoads: [PostKey: Int] = [:]
  ) -> TimelineDocument {
    TimelineDocument(
      profile: profile,
      timelines: [Timeline(id: .home, posts: home)]
        + (mentions.map { [Timeline(id: .named("Mentions"), posts: $0)] } ?? [])
        + (favourites.map { [Timeline(id: .named("Favourites"), posts: $0)] } ?? []),
      threadOnlyPosts: others, skipped: skipped, firstLoads: firstLoads)
  }
}

extension JSONTimelineRepository {
  public init(_ document: TimelineDocument) {
    self.init(source: StubDocumentSource(document), clock: VirtualClock(now: Date(timeIntervalSince1970: 0)))
  }

  /// A repository without an account.
  public init(source: any DocumentSource, clock: any WallClock) {
    self.init(account: nil, source: source, clock: clock)
  }
}

extension TimelineRepository {
  /// A cached page.
  public func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await page(of: timeline, PageRequest(position, limit: limit))
  }

  /// A page after a refresh.
  public func freshPage(
    of timeline: TimelineID, at position: PagePosition = .newest, limit: Int = 60
  ) async throws(TimelineError) -> TimelinePage {
    try await page(of: timeline, PageRequest(position, limit: limit, .fresh))
  }
}

extension ThreadRepository {
  public func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    try await thread(of: PostRef(account: nil, id: id), .cached)
  }
}

extension PostSearchRepository {
  /// A page of matches.
  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await matches(of: query, PageRequest(position, limit: limit))
  }
}

extension TimelinePage {
  public var ids: [String] { posts.map(\.id.rawValue) }
}
