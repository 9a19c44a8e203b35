import Domain
import Formats

/// A document in memory as it is at its n-th load, with the tables that its questions need.
struct LoadedDocument: Sendable {
  let overview: TimelineOverview
  let threads: OnDemand<ThreadIndex>
  let search: DocumentSearch
  private let timelines: [TimelineID: InMemoryTimeline]

  /// `load` counts from 1: entries that come with a later load are not there yet.
  init(_ document: TimelineDocument, load: Int) {
    let hidden = Set(document.firstLoads.filter { $0.value > load }.keys)
    func shown(_ posts: [Post]) -> [Post] {
      hidden.isEmpty ? posts : posts.filter { !hidden.contains($0.key) }
    }
    let lists = document.timelines.map { shown($0.posts) }
    let others = shown(document.others)
    overview = TimelineOverview(profile: document.profile, timelines: document.timelines.map { ListedTimeline($0.id) })
    let loaded = lists.map { InMemoryTimeline(posts: $0, skipped: document.skipped, isCutShort: !document.isWhole) }
    timelines = Dictionary(zip(document.timelines.map(\.id), loaded), uniquingKeysWith: { first, _ in first })
    search = DocumentSearch(Array(zip(overview.timelines, lists)), others: others)
    threads = OnDemand { ThreadIndex(timelines: lists, others: others) }
  }

  func timeline(_ id: TimelineID) throws(TimelineError) -> InMemoryTimeline {
    guard let timeline = timelines[id] else {
      throw .unknownTimeline(name: id.title, known: overview.timelines.map(\.title))
    }
    return timeline
  }

  /// A page of a document that is still being read; nil where one has to wait for more of it.
  func pageSoFar(of id: TimelineID, at position: PagePosition, limit: Int) async -> TimelinePage? {
    await timelines[id]?.pageSoFar(at: position, limit: limit)
  }
}

/// A value that takes a while to make: made when it is first asked for, while whoever asks can answer others, and
/// kept from then on.
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
