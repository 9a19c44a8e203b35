import Domain
import FoundationEssentials
import LocalFiles
import Runtime

/// An X or Mastodon archive as downloaded (ZIP, tar, optionally compressed), unpacked in a folder, or a single file of
/// posts. Nothing is unpacked to the disk.
public struct DownloadedArchive: ImportSource {
  private let path: String
  private let displayPath: String
  private let input: SpooledInput?
  private let now: Date

  /// - Parameters:
  ///   - path: `-` is standard input, which has to be a single file.
  ///   - now: The base of `now-14m` in a file.
  public init(path: String, now: Date) {
    self.path = path
    displayPath = path.escapingControls
    input = nil
    self.now = now
  }

  /// An archive from standard input.
  public init(_ input: SpooledInput, now: Date) {
    path = input.path ?? FileQueue.standardInput
    displayPath = SpooledInput.name
    self.input = input
    self.now = now
  }

  /// Reads all posts in batches.
  /// - Parameter body: Receives each batch; returns false to stop.
  public func read(_ body: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    try withoutActuallyEscaping(body) { body throws(TimelineError) in
      let reader = ImportReader(now: now, isReadOnce: path == FileQueue.standardInput, body: body)
      if path != FileQueue.standardInput, OpenedFile.isFolder(path) {
        try readFolder(into: reader)
      } else if path != FileQueue.standardInput, let packed = try PackedFiles(path, shownAs: displayPath) {
        try readPacked(packed, into: reader)
      } else {
        try readFile(into: reader)
      }
      return reader.report()
    }
  }

  public func newestPost(stop: CancellationFlag) -> Date? {
    // Standard input cannot be read twice.
    guard path != FileQueue.standardInput else { return nil }
    return try? read { _ in !stop.isCancelled }.newest
  }
}

extension DownloadedArchive {
  private func readFolder(into reader: ImportReader) throws(TimelineError) {
    let path = path
    try ArchiveReader(path: path.escapingControls, scansFirst: true, into: reader) { FolderFiles(path) }.read()
  }

  private func readPacked(_ packed: PackedFiles, into reader: ImportReader) throws(TimelineError) {
    let (path, displayPath) = (path, displayPath)
    try ArchiveReader(path: packed.path, scansFirst: packed.isZIP, into: reader) { () throws(TimelineError) in
      guard let files = try PackedFiles(path, shownAs: displayPath) else {
        throw .fileUnreadable(path: displayPath, reason: ArchiveRefusal.changed)
      }
      return files
    }.read()
  }

  /// Reads a single file, and the parts that follow it in its folder (`tweets-part1.js`).
  private func readFile(into reader: ImportReader) throws(TimelineError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try reader.read(
      FileQueue([path], prefixedBy: input?.firstBytes ?? [], stop: reader.stop), at: displayPath,
      as: ArchiveMember.formats(ofFile: name))
    if reader.count == 0, let place = reader.skipped.first?.first { throw .fileDamaged(place) }
  }
}
