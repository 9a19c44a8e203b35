import InMemoryTimelines
import Domain
import Formats
import FoundationEssentials

/// Files of posts, in any format that Tern knows, as one document.
public struct TimelineFile: Sendable {
  /// The maximum size in bytes of what is loaded into memory while the user waits. Larger files are for `tern list`.
  private static let maxSize = 2 << 30
  /// Posts between two progress notifications.
  private static let step = 256
  /// Posts after which the first partial document is published; the next follows after eight times as many.
  private static let firstPart = 500

  private let paths: [String]
  private let account: AccountID?
  private let now: Date

  /// - Parameters:
  ///   - paths: `-` is standard input, a folder stands for the unpacked archive in it.
  ///   - account: The account to assign the posts to; nil for none.
  ///   - now: The base of `now-14m` in a file.
  public init(paths: [String], account: AccountID? = nil, now: Date) {
    self.paths = paths
    self.account = account
    self.now = now
  }

  /// Reads all files. Errors name the file. Of a file that is damaged after its first post, the readable posts are
  /// returned, and `skipped` has the location of the damage. If the task is cancelled, the document is what was read
  /// until then.
  /// - Parameter notify: Called repeatedly with the progress.
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
        part.document?.isComplete = false
      }
      notify(part)
    }
    try files.read(into: &posts, now: now, limit: Self.maxSize)
    if posts.count == 0 {
      if files.stop.hasStopped { throw .cancelled }
      if let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
    }
    var document = posts.document()
    document.isComplete = !files.stop.hasStopped
    return document
  }

  /// Streams the entries of one timeline, newest first.
  ///
  /// A large file that is sorted newest first, except for deviations within `PostStream.lookahead`, is streamed while
  /// it is read: the first entries are available immediately, and memory does not grow with the file. Quoted posts are
  /// resolved within that distance. Other files, and several files, are read completely first.
  /// - Parameters:
  ///   - id: nil for the first timeline.
  ///   - body: Receives entries; returns false to stop.
  public func stream(
    _ id: TimelineID?, body: @escaping ([Post]) -> Bool
  ) throws(TimelineError) -> StreamedTimeline {
    let files = try FileQueue(paths)
    var stream: PostStream?
    var isInOrder = !files.hasSeveralFiles
    var nextStep = 2 * PostStream.lookahead
    var posts = PostCollector { posts in
      guard isInOrder, posts.count >= nextStep, !files.stop.isCancelled else { return }
      nextStep = posts.count + Self.step
      if stream == nil {
        let first = posts.posts(of: id)
        guard first.count >= 2 * PostStream.lookahead else { return }
        isInOrder = PostOrder.isNewestFirst(first)
        guard isInOrder else { return }
      }
      var running = stream ?? PostStream()
      let ready = running.add(posts.removePosts(of: id))
      stream = running
      if !ready.isEmpty, !body(ready) { files.stop.cancel() }
    }
    try files.read(into: &posts, now: now)
    if posts.count == 0, let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
    let ids = posts.timelineIDs
    if let id, !ids.contains(id) { throw .unknownTimeline(name: id.title, known: ids.map(\.title)) }
    if !files.stop.isCancelled {
      let rest = rest(of: id, in: &posts, &stream)
      if !rest.isEmpty { _ = body(rest) }
    }
    return StreamedTimeline(id: id ?? ids[0], skipped: posts.skipped, lateCount: stream?.lateCount ?? 0)
  }
}

extension TimelineFile {
  /// The remaining entries at the end; all entries of the timeline if nothing was streamed.
  private func rest(
    of id: TimelineID?, in posts: inout PostCollector, _ stream: inout PostStream?
  ) -> [Post] {
    guard stream != nil else { return posts.document().firstLoad(of: id) }
    let last = stream?.add(posts.removePosts(of: id)) ?? []
    return last + (stream?.finish() ?? [])
  }
}

extension TimelineDocument {
  /// The entries of a timeline at the first load.
  fileprivate func firstLoad(of id: TimelineID?) -> [Post] {
    let timeline = timelines.first { id == nil || $0.id == id }
    return timeline?.posts.filter { firstLoads[$0.key] == nil } ?? []
  }
}

/// The summary of a streamed timeline.
public struct StreamedTimeline: Hashable, Sendable {
  public var id: TimelineID
  public var skipped: SkippedPosts?
  /// The number of entries that were streamed after older ones.
  public var lateCount: Int
}

/// A document in one or more files.
public struct FileDocumentSource: DocumentSource {
  private let paths: [String]

  /// - Parameter paths: `-` is standard input, a folder stands for the unpacked archive in it.
  public init(paths: [String]) {
    self.paths = paths
  }

  public func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    try TimelineFile(paths: paths, account: account, now: openedAt).read(notify: notify)
  }
}
