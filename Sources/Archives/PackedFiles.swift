import CArchiveReader
import Domain
import Formats
import FoundationEssentials
import Glibc
import LocalFiles

/// The files in a ZIP or a tar, which may be packed in turn, as libarchive reads them. In a ZIP what is not wanted is
/// leapt over.
final class PackedFiles: ArchiveFiles {
  private(set) var refused: [SkippedFile] = []
  /// Where the archive could not be followed any further, in libarchive's words.
  private(set) var damage: String?
  let isZIP: Bool
  /// For people.
  let path: String

  private let archive: OpaquePointer
  private let input: ArchiveInput
  private var entry: OpaquePointer?
  private var hasFirst = true

  /// - Parameter shownPath: for people; nil is the path.
  /// - Returns: nil where the file is no archive, by its content.
  init?(_ path: String, shownAs shownPath: String? = nil) throws(TimelineError) {
    input = ArchiveInput(try OpenedFile(path: path))
    self.path = shownPath ?? path.escapingControls
    let kind = try Self.kind(of: path)
    isZIP = kind == .zip
    guard tern_archive_open() == 0 else {
      guard let kind else { return nil }
      throw .fileUnreadable(path: self.path, reason: "Is \(kind.rawValue), and libarchive is not installed")
    }
    guard let archive = tern_archive_read_new() else { return nil }
    self.archive = archive
    if isZIP {
      tern_archive_read_support_format_zip_seekable(archive)
    } else {
      tern_archive_read_support_format_tar(archive)
      tern_archive_read_support_filter_gzip(archive)
      tern_archive_read_support_filter_bzip2(archive)
      tern_archive_read_support_filter_xz(archive)
      tern_archive_read_support_filter_zstd(archive)
    }
    input.connect(to: archive)
    guard tern_archive_read_open1(archive) == ARCHIVE_OK, goOn() || damage == nil else {
      guard isZIP else { return nil }
      throw .fileUnreadable(
        path: self.path, reason: "Is a ZIP that is damaged or cut off: the list at its end cannot be read")
    }
  }

  deinit { tern_archive_read_free(archive) }

  var size: Int { max(0, Int(tern_archive_entry_size(entry))) }

  /// nil where the archive does not say it before the file itself.
  var statedSize: Int? { tern_archive_entry_size_is_set(entry) == 0 ? nil : size }

  /// nil for a ZIP: libarchive leaps to and fro in it, so its position says nothing.
  var fraction: Double? { isZIP || input.size == 0 ? nil : Double(input.position) / Double(input.size) }

  func next() -> ArchiveMember? {
    nextPath { ArchiveMember(path: $0) != nil }.flatMap { ArchiveMember(path: $0) }
  }

  /// Goes to the next file that is wanted, by its path within the archive.
  func nextPath(where isWanted: (String) -> Bool) -> String? {
    while hasFirst || goOn() {
      hasFirst = false
      guard entry != nil else { return nil }
      let name = name
      guard isWanted(name) else { continue }
      guard let reason = reasonToRefuse(name) else { return name }
      refused.append(SkippedFile(path: "\(path)/\(name.escapingControls)", reason: reason))
    }
    return nil
  }

  func open() -> any ByteSource { PackedSource(archive, of: self) }
}

extension PackedFiles {
  private static func kind(of path: String) throws(TimelineError) -> PackedKind? {
    var bytes: [UInt8] = []
    let file = try OpenedFile(path: path)
    while bytes.count < PackedKind.length, file.read(into: &bytes) {}
    return PackedKind(bytes)
  }

  /// - Returns: whether there is another entry.
  private func goOn() -> Bool {
    var status = ARCHIVE_RETRY
    while status == ARCHIVE_RETRY {
      forgetError()
      status = tern_archive_read_next_header(archive, &entry)
    }
    if status == ARCHIVE_OK || status == ARCHIVE_WARN { return true }
    entry = nil
    if status != ARCHIVE_EOF { damage = Self.words(of: archive) }
    return false
  }

  /// As it stands there; what is no UTF-8 in it becomes U+FFFD.
  private var name: String {
    forgetError()
    return (tern_archive_entry_pathname(entry) ?? tern_archive_entry_pathname_utf8(entry)).map { String(cString: $0) }
      ?? ""
  }

  private func reasonToRefuse(_ name: String) -> String? {
    if !ArchiveMember.isWithin(name) { return ArchiveRefusal.outside }
    forgetError()
    if tern_archive_entry_hardlink(entry) != nil || tern_archive_entry_symlink(entry) != nil {
      return ArchiveRefusal.link
    }
    if tern_archive_entry_filetype(entry) != S_IFREG { return ArchiveRefusal.noFile }
    return tern_archive_entry_is_encrypted(entry) != 0 ? ArchiveRefusal.encrypted : nil
  }

  /// Where a name is no text, libarchive looks at what the last call of anybody has left in errno, and ends the program if
  /// that was a lack of memory (archive_entry.c, `archive_entry_pathname`).
  private func forgetError() { errno = 0 }

  static func words(of archive: OpaquePointer) -> String {
    tern_archive_error_string(archive).map { String(cString: $0).escapingControls } ?? "it is damaged"
  }
}

/// One file in an archive.
final class PackedSource: ByteSource {
  private(set) var trouble: SourceReadError?
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
      let status = tern_archive_read_data_block(archive, &block, &count, &offset)
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
