import Domain
import Formats
import FoundationEssentials

/// Reads what lies together in an archive: its posts, and beside them who wrote them.
///
/// A folder or ZIP is looked through first, and the small files that say whose posts they are are kept: in a ZIP they
/// often stand behind the posts. A tar can only be read from its beginning to its end, which takes long where there are
/// pictures in it, so it is read once: Mastodon, which packs `actor.json` last, says in each activity who acts. Only
/// where an X archive was packed with its tweets in front of `account.js`, it is looked through first all the same.
final class ArchiveReader {
  /// For people.
  private let path: String
  private let reading: ImportReader
  private let open: () throws(TimelineError) -> any ArchiveFiles
  private let looksFirst: Bool
  private var contents = ArchiveContents()
  /// Those that lie where the posts are.
  private lazy var besides = SiblingFiles { [unowned self] name in
    contents.root.flatMap { contents.sibling(name, in: $0) }
  }
  private var hasLooked = false
  private var done: Set<String> = []
  private var firstError: TimelineError?

  /// - Parameters:
  ///   - looksFirst: whether it costs little to look through all of it.
  ///   - open: opens it at its beginning.
  init(
    path: String, looksFirst: Bool, into reading: ImportReader,
    open: @escaping () throws(TimelineError) -> any ArchiveFiles
  ) {
    self.path = path
    self.looksFirst = looksFirst
    self.reading = reading
    self.open = open
  }

  func read() throws(TimelineError) {
    if looksFirst { try look() }
    let files = try open()
    let reading = reading
    let size = contents.size
    reading.fraction = { files.fraction ?? (size > 0 ? min(1, Double(reading.bytes) / Double(size)) : nil) }
    defer { reading.fraction = { nil } }
    while !reading.stop.isCancelled, let member = files.next() { try take(member, of: files) }
    if !reading.stop.isCancelled { try end(files) }
  }
}

extension ArchiveReader {
  private func look() throws(TimelineError) {
    hasLooked = true
    contents.look(through: try open())
  }

  private func take(_ member: ArchiveMember, of files: any ArchiveFiles) throws(TimelineError) {
    if member.role == .about { return hasLooked ? () : contents.keep(member, of: files) }
    if !hasLooked, member.needsAccount, contents.sibling("account.js", in: member.folder) == nil { try look() }
    let root = contents.settle(member)
    guard member.folder == root else { return refuse(member, ArchiveRefusal.elsewhere(root)) }
    guard done.insert(member.path).inserted else { return refuse(member, ArchiveRefusal.again) }
    // An X archive says itself when it was made; others are as old as their newest post. What the file system says of
    // them is when they were copied.
    for name in ["manifest.js", "payload_details.js"] {
      reading.note(asOf: contents.sibling(name, in: root).flatMap(OwnerFile.date))
    }
    do throws(TimelineError) {
      try reading.read(
        GzipSource(try files.open()), at: shown(member.path), as: member.formats, besides: besides)
    } catch {
      firstError = firstError ?? error
      reading.skipped.append(SkippedFile(error, path: shown(member.path)))
    }
  }

  private func end(_ files: any ArchiveFiles) throws(TimelineError) {
    if let damage = files.damage { reading.skipped.append(SkippedFile(path: path, reason: ArchiveRefusal.cut(damage))) }
    reading.skipped += files.refused
    reading.skipped += contents.refused.sorted { $0.key < $1.key }
      .map { SkippedFile(path: shown($0.key), reason: $0.value) }
    if let root = contents.root, let actor = contents.actor(in: root) { reading.owner = actor }
    guard reading.count == 0 else { return }
    if let firstError { throw firstError }
    // Where everything in a file was refused, there is one line to say it, and it names the first.
    if let first = reading.skipped.first {
      if let place = first.first { throw .fileDamaged(place) }
      throw .fileUnreadable(path: first.path, reason: first.reason)
    }
    if done.isEmpty { throw .fileUnreadable(path: path, reason: ArchiveRefusal.noPosts) }
  }

  private func refuse(_ member: ArchiveMember, _ reason: String) {
    reading.skipped.append(SkippedFile(path: shown(member.path), reason: reason))
  }

  private func shown(_ inner: String) -> String {
    (path.hasSuffix("/") ? path : path + "/") + inner.escapingControls
  }
}

/// What lies in a folder or is packed in a file, one file after another.
protocol ArchiveFiles: AnyObject {
  /// Goes to the next file that is wanted. Those that are wanted and cannot be had are noted in `refused`.
  /// - Returns: nil at the end, which is also where the archive cannot be followed any further.
  func next() -> ArchiveMember?

  /// The file that it has gone to. To be read before the next one.
  func open() throws(TimelineError) -> any ByteSource

  /// Of the file that it has gone to, in bytes, as the archive says.
  var size: Int { get }

  /// How much of all has been read, from 0 to 1; nil where only the files themselves tell.
  var fraction: Double? { get }

  var refused: [SkippedFile] { get }

  /// Why it could not be followed to its end.
  var damage: String? { get }
}
