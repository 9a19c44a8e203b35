import Domain
import Formats
import FoundationEssentials
import LocalFiles
import Runtime

/// Reads files one after another, and hands out their posts in batches.
///
/// Quoted posts stay references: which of them stand in the same batch is chance, and the same archive is to give the
/// same posts each time.
final class ImportReader {
  /// How many posts are handed out at once, and after how many bytes of the file at the latest: posts can be large.
  private static let batch = 3_000
  private static let batchBytes = 8 << 20
  /// 21 March 2006, in seconds since 1970.
  private static let firstTweet = 1_142_899_200.0

  let stop = CancellationFlag()
  var owner: Profile?
  /// When what is read was handed out; nil where it does not say.
  private(set) var asOf: Date?
  /// When the newest post of an archive's owner was made.
  private var newest: Date?
  var skipped: [SkippedFile] = []
  /// How far all has come, where that can be known.
  var fraction: () -> Double? = { nil }
  /// How much has come out of the files of an archive, in bytes.
  private(set) var bytes = 0
  private(set) var count = 0
  private(set) var format: FileFormat?

  private let now: Date
  private let isReadOnce: Bool
  private let take: (ImportBatch) -> Bool
  private var kinds: [TimelineID] = []

  /// - Parameter isReadOnce: whether nobody can read it a second time.
  init(now: Date, isReadOnce: Bool = false, take: @escaping (ImportBatch) -> Bool) {
    self.now = now
    self.isReadOnce = isReadOnce
    self.take = take
  }

  /// Reads a file of an archive to its end, or as far as it can be followed.
  /// - Parameters:
  ///   - path: for people.
  ///   - besides: the small files in the same folder.
  func read(
    _ source: any ByteSource, at path: String, as formats: [FileFormat], besides: SiblingFiles
  ) throws(TimelineError) {
    let source = CountingSource(source) { self.bytes += $0 }
    let reading = PostFileReader(path: path, now: now, formats: formats, besides: besides, stop: stop)
    try collect(path, bytesRead: { self.bytes }) { posts throws(TimelineError) in
      try reading.read(TextSource(source, stop: stop), into: &posts)
    }
  }

  /// Reads a file that stands by itself, and those in which it goes on.
  func read(_ files: FileQueue, at path: String, as formats: [FileFormat]) throws(TimelineError) {
    fraction = { files.fraction }
    defer { fraction = { nil } }
    try collect(path, bytesRead: { files.bytesRead }) { posts throws(TimelineError) in
      try files.read(into: &posts, now: now, as: formats)
    }
  }

  /// What was made before there was such a thing as a tweet, or has yet to be made, says nothing; the first counts that
  /// does.
  func note(asOf date: Date?) {
    if asOf == nil, let date, isPlausible(date) { asOf = date }
  }

  private func isPlausible(_ date: Date) -> Bool { date.timeIntervalSince1970 > Self.firstTweet && date <= now }

  func report() -> ImportReport {
    ImportReport(
      owner: owner, format: formatName, timelines: tabs, read: count, skipped: skipped,
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
    var handedOut = (posts: 0, bytes: bytesRead())
    var collector = PostCollector { posts in
      guard posts.count - handedOut.posts >= Self.batch || bytesRead() - handedOut.bytes >= Self.batchBytes else {
        return
      }
      handedOut = (posts.count, bytesRead())
      self.handOut(&posts, path)
    }
    format = try read(&collector) ?? format
    handOut(&collector, path)
    for kind in collector.timelineIDs where !kinds.contains(kind) { kinds.append(kind) }
    if let damage = collector.skipped { skipped.append(SkippedFile(damage, path: damage.first.path)) }
  }

  private func handOut(_ posts: inout PostCollector, _ path: String) {
    owner = owner ?? posts.profile
    format = posts.format ?? format
    var items: [ImportItem] = []
    items.reserveCapacity(Self.batch)
    posts.takeAll { (kind: TimelineID?, post: consuming Post) in
      let isOwn = kind == ArchiveTab.posts || kind == ArchiveTab.replies
      if isOwn, let date = post.timelineDate, date > newest ?? .distantPast, isPlausible(date) { newest = date }
      items.append(ImportItem(post, in: kind))
    }
    guard !items.isEmpty, !stop.isCancelled else { return }
    count += items.count
    let progress = ImportProgress(posts: count, fraction: fraction(), file: path)
    let batch = ImportBatch(
      owner: owner, format: formatName, items: items, progress: progress, asOf: asOf,
      isAgeless: isReadOnce && isArchive && asOf == nil)
    if !take(batch) { stop.cancel() }
  }

  /// All timelines that have posts. An archive has each of its tabs, be it empty; bookmarks only where there are any.
  private var tabs: [TimelineID] {
    guard kinds.contains(where: ArchiveTab.all.contains), isArchive else { return kinds }
    return ArchiveTab.all.filter { $0 != ArchiveTab.bookmarks || kinds.contains($0) }
  }
}

extension SkippedFile {
  init(_ posts: SkippedPosts, path: String) {
    let reason = posts.isCutOff ? "The file cannot be read to its end" : "Posts are damaged"
    self.init(path: path, count: posts.count, reason: reason, first: posts.first)
  }
}

extension ImportItem {
  /// - Parameter kind: where the format puts it; nil is nowhere but in threads.
  init(_ post: consuming Post, in kind: TimelineID?) {
    let isOwn = kind == ArchiveTab.posts || kind == ArchiveTab.replies
    let isListed = kind == ArchiveTab.likes || kind == ArchiveTab.bookmarks
    var timelines = kind.map { [$0] } ?? []
    if isOwn, !post.media.isEmpty { timelines.append(ArchiveTab.media) }
    let isSketch = post.author == nil && (isListed || post.isLinkToItself)
    self.init(post: post, timelines: timelines, isSketch: isSketch)
  }
}

extension Post {
  /// Whether nothing but its address is known: it has no date, and its text is a link to itself.
  fileprivate var isLinkToItself: Bool {
    guard createdAt == nil, case .link(let link)? = text.runs.first else { return false }
    return text.runs.count == 1 && link.url == url
  }
}

/// Passes on the bytes of another source, and tells how many have come.
final class CountingSource: ByteSource {
  private let source: any ByteSource
  private let notify: (Int) -> Void

  /// - Parameter tell: how many have come.
  init(_ source: any ByteSource, notify: @escaping (Int) -> Void) {
    self.source = source
    self.notify = notify
  }

  var trouble: SourceReadError? { source.trouble }

  func read(into bytes: inout [UInt8]) -> Bool {
    let before = bytes.count
    defer { notify(bytes.count - before) }
    return source.read(into: &bytes)
  }
}
