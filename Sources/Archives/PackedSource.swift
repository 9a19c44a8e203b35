import CArchive
import Formats

/// One file in an archive.
final class PackedSource: ByteSource {
  private(set) var trouble: SourceTrouble?
  private let archive: OpaquePointer
  /// Keeps the archive open.
  private let files: PackedFiles
  private var isAtEnd = false

  init(_ archive: OpaquePointer, of files: PackedFiles) {
    self.archive = archive
    self.files = files
  }

  /// Holes, which a tar can have, are passed over: no text has any.
  func read(into bytes: inout [UInt8]) -> Bool {
    while !isAtEnd {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = archive_read_data_block(archive, &block, &count, &offset)
      if status < ARCHIVE_OK, status != ARCHIVE_RETRY {
        trouble = .damaged(expected: "undamaged data (\(PackedFiles.words(of: archive)))")
      }
      isAtEnd = status != ARCHIVE_OK && status != ARCHIVE_RETRY
      guard let block, count > 0, status == ARCHIVE_OK || status == ARCHIVE_WARN else { continue }
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: block, count: count))
      return true
    }
    return false
  }
}
