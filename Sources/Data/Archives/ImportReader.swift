import Domain
import Formats
import FoundationEssentials
import LocalFiles
import Runtime

/// Reads files one after another, and emits their posts in batches.
///
/// Quoted posts stay references, so that the result does not depend on the batches.
final class ImportReader {
  /// The size of a batch in posts, and the bytes of the file after which one ends at the latest: posts can be large.
  private static let batch = 3_000
  private static let batchBytes = 8 << 20
  /// 21 March 2006, in seconds since 1970.
  private static let firstTweet = 1_142_899_200.0

  let stop = CancellationFlag()
  var owner: Profile?
  /// The stated date of the source; nil if it has none.
  private(set) var asOf: Date?
  /// The date of the owner's newest post.
  private var newest: Date?
  var skipped: [SkippedFile] = []
  /// The fraction that was read; nil if unknown.
  var fraction: () -> Double? = { nil }
  /// The number of bytes read from members of the archive.
  private(set) var bytes = 0
  private(set) var count = 0
  private(set) var format: FileFormat?

  private let now: Date
  private let isReadOnce: Bool
  private let body: (ImportBatch) -> Bool
  private var timelineIDs: [TimelineID] = []

  /// - Parameter isReadOnce: whether the source cannot be read a second time.
  init(now: Date, isReadOnce: Bool = false, body: @escaping (ImportBatch) -> Bool) {
    self.now = now
    self.isReadOnce = isReadOnce
    self.body = body
  }

  /// Reads the readable posts of an archive member.
  /// - Parameters:
  ///   - path: the path to display.
  ///   - smallFiles: the small files in the same folder.
  func read(
    _ source: any ByteSource, at path: String, as formats: [FileFormat], smallFiles: SiblingFiles
  ) throws(TimelineError) {
    let source = CountingSource(source) { self.bytes += $0 }
    let reader = PostFileReader(
      path: path, now: now, formats: formats, smallFiles: smallFiles, allowsEmpty: false, stop: stop)
    try collect(path, bytesRead: { self.bytes }) { posts throws(TimelineError) in
      try reader.read(TextSource(source, stop: stop), into: &posts)
    }
  }

  /// Reads a single file and its continuations.
  func read(_ files: FileQueue, at path: String, as formats: [FileFormat]) throws(TimelineError) {
    fraction = { files.fraction }
    defer { fraction = { nil } }
    try collect(path, bytesRead: { files.bytesRead }) { posts throws(TimelineError) in
      try files.read(into: &posts, now: now, as: formats, allowsEmpty: false)
    }
  }

  /// Sets the date of the source. The first plausible one counts: neither before the first tweet nor in the future.
  func setDate(_ date: Date?) {
    if asOf == nil, let date, isPlausible(date) { asOf = date }
  }

  private func isPlausible(_ date: Date) -> Bool { date.timeIntervalSince1970 > Self.firstTweet && date <= now }

  func report() -> ImportReport {
    ImportReport(
      owner: owner, format: formatName, timelines: listedTimelines, read: count, skipped: skipped,
      newest: asOf == nil && isArchive ? newest : nil)
  }
}

extension ImportReader {
  private var formatName: String { format?.name ?? "archive" }
  private var isArchive: Bool { format?.isArchive == true }

  private func collect(
    _ path: String, bytesRead: @escaping () -> Int,
    _ read: (inout PostCollector) throws(TimelineError) -> FileFormat?
  ) throws(TimelineError) {
    var emitted = (posts: 0, bytes: bytesRead())
    var collector = PostCollector { posts in
      guard posts.count - emitted.posts >= Self.batch || bytesRead() - emitted.bytes >= Self.batchBytes else {
        return
      }
      emitted = (posts.count, bytesRead())
      self.emit(&posts, path)
    }
    format = try read(&collector) ?? format
    emit(&collector, path)
    for kind in collector.timelineIDs where !timelineIDs.contains(kind) { timelineIDs.append(kind) }
    if let damage = collector.skipped { skipped.append(SkippedFile(damage, path: damage.first.path)) }
  }

  private func emit(_ posts: inout PostCollector, _ path: String) {
    owner = owner ?? posts.profile
    format = posts.format ?? format
    var items: [ImportItem] = []
    items.reserveCapacity(Self.batch)
    posts.drain { (kind: TimelineID?, post: consuming Post) in
      let isOwn = kind == ArchiveTab.posts || kind == ArchiveTab.replies
      if isOwn, let date = post.timelineDate, date > newest ?? .distantPast, isPlausible(date) { newest = date }
      items.append(ImportItem(post, in: kind))
    }
    guard !items.isEmpty, !stop.isCancelled else { return }
    count += items.count
    let progress = ImportProgress(posts: count, fraction: fraction(), file: path)
    let batch = ImportBatch(
      owner: owner, format: formatName, items: items, progress: progress, asOf: asOf,
      hasUnknownAge: isReadOnce && isArchive && asOf == nil)
    if !body(batch) { stop.cancel() }
  }

  /// All timelines with posts. An archive has all of its tabs, even empty ones; bookmarks only if there are any.
  private var listedTimelines: [TimelineID] {
    guard timelineIDs.contains(where: ArchiveTab.all.contains), isArchive else { return timelineIDs }
    return ArchiveTab.all.filter { $0 != ArchiveTab.bookmarks || timelineIDs.contains($0) }
  }
}

extension SkippedFile {
  init(_ posts: SkippedPosts, path: String) {
    let reason = posts.isCutOff ? "The file cannot be read to its end" : "Posts are damaged"
    self.init(path: path, count: posts.count, reason: reason, first: posts.first)
  }
}

extension ImportItem {
  /// - Parameter kind: the timeline according to the format; nil for posts in threads only.
  init(_ post: consuming Post, in kind: TimelineID?) {
    let isOwn = kind == ArchiveTab.posts || kind == ArchiveTab.replies
    let isListed = kind == ArchiveTab.likes || kind == ArchiveTab.bookmarks
    var timelines = kind.map { [$0] } ?? []
    if isOwn, !post.media.isEmpty { timelines.append(ArchiveTab.media) }
    let isIncomplete = post.author == nil && (isListed || post.isLinkToItself)
    self.init(post: post, timelines: timelines, isIncomplete: isIncomplete)
  }
}

extension Post {
  /// Whether only its URL is known: it has no date, and its text is a link to itself.
  fileprivate var isLinkToItself: Bool {
    guard createdAt == nil, case .link(let link)? = text.runs.first else { return false }
    return text.runs.count == 1 && link.url == url
  }
}

/// A source that counts the bytes of another one.
final class CountingSource: ByteSource {
  private let source: any ByteSource
  private let notify: (Int) -> Void

  /// - Parameter notify: called with the number of bytes of each read.
  init(_ source: any ByteSource, notify: @escaping (Int) -> Void) {
    self.source = source
    self.notify = notify
  }

  var readError: SourceReadError? { source.readError }

  func read(into bytes: inout [UInt8]) -> Bool {
    let before = bytes.count
    defer { notify(bytes.count - before) }
    return source.read(into: &bytes)
  }
}
