import Domain
import Formats
import FoundationEssentials

/// Reads an archive: its posts, and the files that state their author.
/// Folders and ZIPs are scanned first, and the small files with the author stored: in a ZIP they often follow the
/// posts. A tar is sequential and slow to scan if it has pictures, so it is read once. Mastodon, which packs
/// `actor.json` last, states the actor in each activity. Only an X archive with tweets before `account.js` is still
/// scanned first.
final class ArchiveReader {
  /// The path to display.
  private let path: String
  private let reader: ImportReader
  private let open: () throws(TimelineError) -> any ArchiveFiles
  private let scansFirst: Bool
  private var contents = ArchiveContents()
  /// The small files in the folder of the posts.
  private lazy var smallFiles = SiblingFiles { [unowned self] name in
    contents.root.flatMap { contents.smallFile(name, in: $0) }
  }
  private var hasScanned = false
  private var done: Set<String> = []
  private var firstError: TimelineError?

  /// - Parameters:
  ///   - scansFirst: whether a scan of all members is cheap.
  ///   - open: opens the archive at its beginning.
  init(
    path: String, scansFirst: Bool, into reader: ImportReader,
    open: @escaping () throws(TimelineError) -> any ArchiveFiles
  ) {
    self.path = path
    self.scansFirst = scansFirst
    self.reader = reader
    self.open = open
  }

  /// Reads all posts.
  func read() throws(TimelineError) {
    if scansFirst { try scan() }
    let files = try open()
    let reader = reader
    let size = contents.size
    reader.fraction = { files.fraction ?? (size > 0 ? min(1, Double(reader.bytes) / Double(size)) : nil) }
    defer { reader.fraction = { nil } }
    while !reader.stop.isCancelled, let member = files.next() { try importMember(member, of: files) }
    if !reader.stop.isCancelled { try finish(files) }
  }
}

extension ArchiveReader {
  private func scan() throws(TimelineError) {
    hasScanned = true
    contents.scan(try open())
  }

  private func importMember(_ member: ArchiveMember, of files: any ArchiveFiles) throws(TimelineError) {
    if member.role == .metadata { return hasScanned ? () : contents.storeSmallFile(member, of: files) }
    if !hasScanned, member.needsAccount, contents.smallFile("account.js", in: member.folder) == nil { try scan() }
    let root = contents.chooseFolder(of: member)
    guard member.folder == root else { return refuse(member, ArchiveRefusal.otherFolder(root)) }
    guard done.insert(member.path).inserted else { return refuse(member, ArchiveRefusal.duplicate) }
    // X archives state their date; others are as old as their newest post. File times only tell when a copy was made.
    for name in ["manifest.js", "payload_details.js"] {
      reader.setDate(contents.smallFile(name, in: root).flatMap(OwnerFile.date))
    }
    do throws(TimelineError) {
      try reader.read(
        GzipSource(try files.open()), at: displayPath(member.path), as: member.formats, smallFiles: smallFiles)
    } catch {
      firstError = firstError ?? error
      reader.skipped.append(SkippedFile(error, path: displayPath(member.path)))
    }
  }

  private func finish(_ files: any ArchiveFiles) throws(TimelineError) {
    if let damage = files.damage {
      reader.skipped.append(SkippedFile(path: path, reason: ArchiveRefusal.truncated(damage)))
    }
    reader.skipped += files.refused
    reader.skipped += contents.refused.sorted { $0.key < $1.key }
      .map { SkippedFile(path: displayPath($0.key), reason: $0.value) }
    if let root = contents.root, let actor = contents.actor(in: root) { reader.owner = actor }
    guard reader.count == 0 else { return }
    if let firstError { throw firstError }
    // If everything was refused, the error names the first reason.
    if let first = reader.skipped.first {
      if let place = first.first { throw .fileDamaged(place) }
      throw .fileUnreadable(path: first.path, reason: first.reason)
    }
    if done.isEmpty { throw .fileUnreadable(path: path, reason: ArchiveRefusal.noPosts) }
  }

  private func refuse(_ member: ArchiveMember, _ reason: String) {
    reader.skipped.append(SkippedFile(path: displayPath(member.path), reason: reason))
  }

  private func displayPath(_ inner: String) -> String {
    (path.hasSuffix("/") ? path : path + "/") + inner.escapingControls
  }
}

/// The members of a folder or a packed archive, one after another.
protocol ArchiveFiles: AnyObject {
  /// Advances to the next member to import. Members that cannot be read are added to `refused`.
  /// - Returns: nil at the end, or if the archive cannot be read further.
  func next() -> ArchiveMember?

  /// Opens the current member, which has to be read before the next one.
  func open() throws(TimelineError) -> any ByteSource

  /// The stated size of the current member in bytes.
  var size: Int { get }

  /// The fraction that was read, from 0 to 1; nil if unknown.
  var fraction: Double? { get }

  var refused: [SkippedFile] { get }

  /// The reason for which it could not be read to its end.
  var damage: String? { get }
}
