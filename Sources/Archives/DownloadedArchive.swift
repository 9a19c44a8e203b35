import Domain
import FoundationEssentials
import LocalFiles
import Runtime

/// An archive of X or Mastodon as it was downloaded: a ZIP, a tar, packed with gzip or others, or the folder in which it
/// lies unpacked. Or a single file of posts. Nothing is unpacked to the disk.
public struct DownloadedArchive: ImportSource {
  private let path: String
  /// For people.
  private let shownPath: String
  private let input: SpooledInput?
  private let now: Date

  /// - Parameters:
  ///   - path: `-` is standard input, of which a single file is read as it comes.
  ///   - now: the moment that `now-14m` in a file counts from.
  public init(path: String, now: Date) {
    self.path = path
    shownPath = path.escapingControls
    input = nil
    self.now = now
  }

  /// What comes from standard input.
  public init(_ input: SpooledInput, now: Date) {
    path = input.path ?? FileQueue.standardInput
    shownPath = SpooledInput.name
    self.input = input
    self.now = now
  }

  public func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    try withoutActuallyEscaping(take) { take throws(TimelineError) in
      let reading = ImportReader(now: now, isReadOnce: path == FileQueue.standardInput, take: take)
      if path != FileQueue.standardInput, OpenedFile.isFolder(path) {
        try readFolder(into: reading)
      } else if path != FileQueue.standardInput, let packed = try PackedFiles(path, shownAs: shownPath) {
        try readPacked(packed, into: reading)
      } else {
        try readFile(into: reading)
      }
      return reading.report()
    }
  }

  public func newestPost(stop: CancellationFlag) -> Date? {
    // Nobody knows more of standard input than what has come by.
    guard path != FileQueue.standardInput else { return nil }
    return try? read { _ in !stop.isCancelled }.newest
  }
}

extension DownloadedArchive {
  private func readFolder(into reading: ImportReader) throws(TimelineError) {
    let path = path
    try ArchiveReader(path: path.escapingControls, looksFirst: true, into: reading) { FolderFiles(path) }.read()
  }

  private func readPacked(_ packed: PackedFiles, into reading: ImportReader) throws(TimelineError) {
    let (path, shownPath) = (path, shownPath)
    try ArchiveReader(path: packed.path, looksFirst: packed.isZIP, into: reading) { () throws(TimelineError) in
      guard let files = try PackedFiles(path, shownAs: shownPath) else {
        throw .fileUnreadable(path: shownPath, reason: ArchiveRefusal.changed)
      }
      return files
    }.read()
  }

  /// Reads a single file, and the parts that follow it in its folder (`tweets-part1.js`).
  private func readFile(into reading: ImportReader) throws(TimelineError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try reading.read(
      FileQueue([path], behind: input?.beginning ?? [], stop: reading.stop), at: shownPath,
      as: ArchiveMember.formats(ofFile: name))
    if reading.count == 0, let place = reading.skipped.first?.first { throw .fileDamaged(place) }
  }
}
