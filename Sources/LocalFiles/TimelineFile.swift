import InMemoryTimelines
import Domain
import Formats
import FoundationEssentials

/// Files of posts, in any format that Tern knows, as one document.
public struct TimelineFile: Sendable {
  /// A person waits for what is gathered in memory; what is larger than this, in bytes, is for `tern list`.
  private static let largest = 2 << 30
  /// Progress is told after so many posts.
  private static let step = 256
  /// What has been read is told for the first time after so many posts, and then after eight times as many.
  private static let firstPart = 500

  private let paths: [String]
  private let account: AccountID?
  private let now: Date

  /// - Parameters:
  ///   - paths: `-` is standard input, a folder is the archive that lies unpacked in it.
  ///   - account: whose posts they become; nil where nobody keeps them.
  ///   - now: the moment that `now-14m` in a file counts from.
  public init(paths: [String], account: AccountID? = nil, now: Date) {
    self.paths = paths
    self.account = account
    self.now = now
  }

  /// Reads all. Every error says which file it is about; a file that is damaged after its first post gives the posts
  /// that can be read, and says in `skipped` where it is. Where the task is cancelled meanwhile, what has been read by
  /// then is the document.
  /// - Parameter tell: told now and then how far it has come.
  public func read(
    notify: @escaping (DocumentPart) -> Void = { _ in }
  ) throws(TimelineError) -> TimelineDocument {
    let files = try FileQueue(paths)
    var nextStep = 0
    var nextPart = Self.firstPart
    var posts = PostCollector(account: account) { posts in
      guard posts.count >= nextStep || posts.count >= nextPart else { return }
      nextStep = posts.count + Self.step
      var part = DocumentPart(progress: LoadingProgress(posts: posts.count, fraction: files.fraction))
      if posts.count >= nextPart {
        nextPart *= 8
        part.document = posts.document()
        part.document?.isWhole = false
      }
      notify(part)
    }
    try files.read(into: &posts, now: now, limit: Self.largest)
    if posts.count == 0 {
      if files.stop.hasStopped { throw .cancelled }
      if let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
    }
    var document = posts.document()
    document.isWhole = !files.stop.hasStopped
    return document
  }

  /// Hands out the entries of one timeline, newest first.
  ///
  /// Of a large file that runs newest first, but for exceptions that are no further apart than `PostStream` looks ahead,
  /// they are handed out while it is read: the first one comes as soon as that of a small file, and the memory that this
  /// takes does not grow with the file. Quoted posts are found within that distance then. All other files, and several
  /// as one, are read to their end first.
  /// - Parameters:
  ///   - id: nil is the first.
  ///   - take: says whether more is wanted.
  public func stream(
    _ id: TimelineID?, take: @escaping ([Post]) -> Bool
  ) throws(TimelineError) -> StreamedTimeline {
    let files = try FileQueue(paths)
    var stream: PostStream?
    var isInOrder = !files.hasSeveral
    var nextStep = 2 * PostStream.reach
    var posts = PostCollector { posts in
      guard isInOrder, posts.count >= nextStep, !files.stop.isCancelled else { return }
      nextStep = posts.count + Self.step
      if stream == nil {
        let first = posts.posts(of: id)
        guard first.count >= 2 * PostStream.reach else { return }
        isInOrder = PostOrder.runsNewestFirst(first)
        guard isInOrder else { return }
      }
      var running = stream ?? PostStream()
      let ready = running.add(posts.takePosts(of: id))
      stream = running
      if !ready.isEmpty, !take(ready) { files.stop.cancel() }
    }
    try files.read(into: &posts, now: now)
    if posts.count == 0, let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
    let ids = posts.timelineIDs
    if let id, !ids.contains(id) { throw .unknownTimeline(name: id.title, known: ids.map(\.title)) }
    if !files.stop.isCancelled {
      let rest = rest(of: id, in: &posts, &stream)
      if !rest.isEmpty { _ = take(rest) }
    }
    return StreamedTimeline(id: id ?? ids[0], skipped: posts.skipped, lateCount: stream?.lateCount ?? 0)
  }
}

extension TimelineFile {
  /// What is left when all has been read: where nothing has been handed out, the timeline as it is shown on a screen.
  private func rest(
    of id: TimelineID?, in posts: inout PostCollector, _ stream: inout PostStream?
  ) -> [Post] {
    guard stream != nil else { return posts.document().firstLoad(of: id) }
    let last = stream?.add(posts.takePosts(of: id)) ?? []
    return last + (stream?.end() ?? [])
  }
}

extension TimelineDocument {
  /// The entries of a timeline that are there from the first load on.
  fileprivate func firstLoad(of id: TimelineID?) -> [Post] {
    let timeline = timelines.first { id == nil || $0.id == id }
    return timeline?.posts.filter { firstLoads[$0.key] == nil } ?? []
  }
}

/// What is known of a timeline once its entries have been handed out.
public struct StreamedTimeline: Hashable, Sendable {
  public var id: TimelineID
  public var skipped: SkippedPosts?
  /// How many entries were handed out behind older ones.
  public var lateCount: Int
}

/// A document that lies in one or more files.
public struct FileDocumentSource: DocumentSource {
  private let paths: [String]

  /// - Parameter paths: `-` is standard input, a folder is the archive that lies unpacked in it.
  public init(paths: [String]) {
    self.paths = paths
  }

  public func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    try TimelineFile(paths: paths, account: account, now: openedAt).read(notify: notify)
  }
}
