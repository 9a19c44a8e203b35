#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// Files of posts, in any format that Tern knows, as one document.
public struct TimelineFile: Sendable {
  /// A person waits for what is gathered in memory; what is larger than this, in bytes, is for `tern list`.
  private static let largest = 2 << 30
  /// Progress is told after so many posts.
  private static let step = 256
  /// What has been read is told for the first time after so many posts, and then after eight times as many.
  private static let firstPart = 500

  private let paths: [String]
  private let now: Date

  /// - Parameters:
  ///   - paths: `-` is standard input, a folder is the archive that lies unpacked in it.
  ///   - now: the moment that `now-14m` in a file counts from.
  public init(paths: [String], now: Date) {
    self.paths = paths
    self.now = now
  }

  /// Reads all. Every error says which file it is about; a file that is damaged after its first post gives the posts
  /// that can be read, and says in `skipped` where it is. Where the task is cancelled meanwhile, what has been read by
  /// then is the document.
  /// - Parameter tell: told now and then how far it has come.
  public func read(
    tell: @escaping (DocumentPart) -> Void = { _ in }
  ) throws(TimelineError) -> TimelineDocument {
    let files = try FileQueue(paths)
    var nextPart = Self.firstPart
    var posts = PostCollector { posts in
      guard posts.count % Self.step == 0 || posts.count >= nextPart else { return }
      var part = DocumentPart(progress: ReadingProgress(posts: posts.count, fraction: files.fraction))
      if posts.count >= nextPart {
        while nextPart <= posts.count { nextPart *= 8 }
        part.document = posts.document()
        part.document?.isWhole = false
      }
      tell(part)
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

  /// Hands out the entries of one timeline while they are read, newest first: in files that run newest first, but for
  /// exceptions that are no further apart than a thousand posts, it takes no longer and no more memory for the first
  /// entry of a large file than for that of a small one. Quoted posts are found within that distance. Other files are
  /// read to their end first.
  /// - Parameters:
  ///   - kind: nil is the first.
  ///   - take: says whether more is wanted.
  public func stream(
    _ kind: TimelineKind?, take: @escaping ([Post]) -> Bool
  ) throws(TimelineError) -> StreamedTimeline {
    let files = try FileQueue(paths)
    var stream = PostStream(isHeldToTheEnd: paths.count > 1)
    var posts = PostCollector { posts in
      guard posts.count % Self.step == 0, !files.stop.isUp else { return }
      let ready = stream.add(posts.takePosts(of: kind))
      if !ready.isEmpty, !take(ready) { files.stop.putUp() }
    }
    try files.read(into: &posts, now: now)
    if posts.count == 0, let skipped = posts.skipped { throw .fileDamaged(skipped.first) }
    let kinds = posts.kinds
    if let kind, !kinds.contains(kind) { throw .unknownTimeline(name: kind.name, known: kinds.map(\.name)) }
    if !files.stop.isUp {
      let rest = stream.add(posts.takePosts(of: kind)) + stream.end()
      if !rest.isEmpty { _ = take(rest) }
    }
    return StreamedTimeline(kind: kind ?? kinds[0], skipped: posts.skipped, lateCount: stream.lateCount)
  }
}
