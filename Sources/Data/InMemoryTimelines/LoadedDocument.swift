import Domain
import Formats

/// A document in memory at its n-th load, with its indexes.
struct LoadedDocument: Sendable {
  let overview: TimelineOverview
  let threads: OnDemand<ThreadIndex>
  let search: DocumentSearch
  private let timelines: [TimelineID: InMemoryTimeline]

  /// - Parameter load: The number of the load, from 1. Entries of later loads are left out.
  init(_ document: TimelineDocument, load: Int) {
    let hidden = Set(document.firstLoads.filter { $0.value > load }.keys)
    func shown(_ posts: [Post]) -> [Post] {
      hidden.isEmpty ? posts : posts.filter { !hidden.contains($0.key) }
    }
    let lists = document.timelines.map { shown($0.posts) }
    let others = shown(document.threadOnlyPosts)
    overview = TimelineOverview(profile: document.profile, timelines: document.timelines.map { ListedTimeline($0.id) })
    let loaded = lists.map { InMemoryTimeline(posts: $0, skipped: document.skipped, isTruncated: !document.isComplete) }
    timelines = Dictionary(zip(document.timelines.map(\.id), loaded), uniquingKeysWith: { first, _ in first })
    search = DocumentSearch(Array(zip(overview.timelines, lists)), others: others)
    threads = OnDemand { ThreadIndex(timelines: lists, others: others) }
  }

  /// - Throws: `TimelineError.unknownTimeline` if the document has no such timeline.
  func timeline(_ id: TimelineID) throws(TimelineError) -> InMemoryTimeline {
    guard let timeline = timelines[id] else {
      throw .unknownTimeline(name: id.title, known: overview.timelines.map(\.title))
    }
    return timeline
  }

  /// A page of a document that is still being loaded; nil if it needs more of it.
  func partialPage(of id: TimelineID, _ request: PageRequest) async -> TimelinePage? {
    await timelines[id]?.partialPage(request)
  }
}

/// A value that is computed on first use and cached.
actor OnDemand<Value: Sendable> {
  private let make: @Sendable () -> Value
  private var made: Value?

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    if let made { return made }
    let value = make()
    made = value
    return value
  }
}
