import CArchiveReader
import Domain
import Formats
import FoundationEssentials
import Glibc
import LocalFiles

/// The files in a ZIP, or in a tar that may be compressed, read by libarchive. In a ZIP, unneeded members are skipped.
final class PackedFiles: ArchiveFiles {
  private(set) var refused: [SkippedFile] = []
  /// libarchive's message, if the archive could not be read further.
  private(set) var damage: String?
  let isZIP: Bool
  /// The path to display.
  let path: String

  private let archive: OpaquePointer
  private let input: ArchiveInput
  private var entry: OpaquePointer?
  private var isAtFirst = true

  /// - Parameter displayPath: the path to display; nil for the path itself.
  /// - Returns: nil if the content of the file is not an archive.
  init?(_ path: String, shownAs displayPath: String? = nil) throws(TimelineError) {
    input = ArchiveInput(try OpenedFile(path: path))
    self.path = displayPath ?? path.escapingControls
    let kind = try Self.kind(of: path)
    isZIP = kind == .zip
    guard tern_archive_open() == 0 else {
      guard let kind else { return nil }
      throw .fileUnreadable(path: self.path, reason: "Is \(kind.rawValue); install libarchive to read it")
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
    guard tern_archive_read_open1(archive) == ARCHIVE_OK, advance() || damage == nil else {
      guard isZIP else { return nil }
      throw .fileUnreadable(
        path: self.path, reason: "Is a damaged or incomplete ZIP: its directory cannot be read")
    }
  }

  deinit { tern_archive_read_free(archive) }

  var size: Int { max(0, Int(tern_archive_entry_size(entry))) }

  /// nil if the archive does not state it before the file's content.
  var statedSize: Int? { tern_archive_entry_size_is_set(entry) == 0 ? nil : size }

  /// nil for a ZIP, in which libarchive seeks back and forth.
  var fraction: Double? { isZIP || input.size == 0 ? nil : Double(input.position) / Double(input.size) }

  func next() -> ArchiveMember? {
    nextPath { ArchiveMember(path: $0) != nil }.flatMap { ArchiveMember(path: $0) }
  }

  /// Advances to the next file that is wanted, by its path within the archive.
  func nextPath(where isWanted: (String) -> Bool) -> String? {
    while isAtFirst || advance() {
      isAtFirst = false
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
  private static func kind(of path: String) throws(TimelineError) -> PackedArchiveFormat? {
    var bytes: [UInt8] = []
    let file = try OpenedFile(path: path)
    while bytes.count < PackedArchiveFormat.length, file.read(into: &bytes) {}
    return PackedArchiveFormat(bytes)
  }

  /// - Returns: whether there is another entry.
  private func advance() -> Bool {
    var status = ARCHIVE_RETRY
    while status == ARCHIVE_RETRY {
      resetErrno()
      status = tern_archive_read_next_header(archive, &entry)
    }
    if status == ARCHIVE_OK || status == ARCHIVE_WARN { return true }
    entry = nil
    if status != ARCHIVE_EOF { damage = Self.errorMessage(of: archive) }
    return false
  }

  /// The unchanged name, with U+FFFD for invalid UTF-8.
  private var name: String {
    resetErrno()
    return (tern_archive_entry_pathname(entry) ?? tern_archive_entry_pathname_utf8(entry)).map { String(cString: $0) }
      ?? ""
  }

  private func reasonToRefuse(_ name: String) -> String? {
    if !ArchiveMember.isWithin(name) { return ArchiveRefusal.outside }
    resetErrno()
    if tern_archive_entry_hardlink(entry) != nil || tern_archive_entry_symlink(entry) != nil {
      return ArchiveRefusal.link
    }
    if tern_archive_entry_filetype(entry) != S_IFREG { return ArchiveRefusal.notRegularFile }
    return tern_archive_entry_is_encrypted(entry) != 0 ? ArchiveRefusal.encrypted : nil
  }

  /// For an invalid name, libarchive checks errno, which may be left from any earlier call, and ends the process if it
  /// is ENOMEM (archive_entry.c, `archive_entry_pathname`).
  private func resetErrno() { errno = 0 }

  static func errorMessage(of archive: OpaquePointer) -> String {
    tern_archive_error_string(archive).map { String(cString: $0).escapingControls } ?? "it is damaged"
  }
}

/// One file in an archive.
final class PackedSource: ByteSource {
  private(set) var readError: SourceReadError?
  private let archive: OpaquePointer
  /// Retained so that the archive stays open.
  private let files: PackedFiles
  private var isAtEnd = false

  init(_ archive: OpaquePointer, of files: PackedFiles) {
    self.archive = archive
    self.files = files
  }

  /// Skips holes of a tar: text files have none.
  func read(into bytes: inout [UInt8]) -> Bool {
    while !isAtEnd {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = tern_archive_read_data_block(archive, &block, &count, &offset)
      if status < ARCHIVE_OK, status != ARCHIVE_RETRY {
        readError = .damaged(expected: "undamaged data (\(PackedFiles.errorMessage(of: archive)))")
      }
      isAtEnd = status != ARCHIVE_OK && status != ARCHIVE_RETRY
      guard let block, count > 0, status == ARCHIVE_OK || status == ARCHIVE_WARN else { continue }
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: block, count: count))
      return true
    }
    return false
  }
}
