import CArchive
import Foundation

/// An archive that a test writes, file by file.
final class TestArchive {
  enum Form: CaseIterable {
    case zip, storedZIP, tar, tarGzip, tarXZ
  }

  private struct CannotWrite: Error {
    let words: String
  }

  private let archive: OpaquePointer

  init(_ form: Form, at path: String, options: String? = nil, password: String? = nil) throws {
    guard let archive = archive_write_new() else { throw CannotWrite(words: "no memory") }
    self.archive = archive
    switch form {
    case .zip, .storedZIP: archive_write_set_format_zip(archive)
    case .tar, .tarGzip, .tarXZ: archive_write_set_format_gnutar(archive)
    }
    switch form {
    case .tarGzip: archive_write_add_filter_gzip(archive)
    case .tarXZ: archive_write_add_filter_xz(archive)
    case .storedZIP: archive_write_zip_set_compression_store(archive)
    case .zip, .tar: break
    }
    if let options { try check(archive_write_set_options(archive, options)) }
    if let password { try check(archive_write_set_passphrase(archive, password)) }
    try check(archive_write_open_filename(archive, path))
  }

  deinit { archive_write_free(archive) }

  func add(_ name: String, _ text: String) throws {
    try add(name: Array(name.utf8), bytes: Array(text.utf8))
  }

  /// - Parameter modified: The modification date.
  func add(_ name: String, _ text: String, modified: Date) throws {
    try add(Array(name.utf8), type: S_IFREG, size: text.utf8.count) { entry in
      archive_entry_set_mtime(entry, time_t(modified.timeIntervalSince1970), 0)
    }
    try write(Array(text.utf8))
  }

  func add(name: [UInt8], bytes: [UInt8]) throws {
    try add(name, type: S_IFREG, size: bytes.count)
    try write(bytes)
  }

  func addFolder(_ name: String) throws {
    try add(Array(name.utf8), type: S_IFDIR, size: 0)
  }

  /// Adds a symbolic link, or a hard link if `isHard`.
  func addLink(_ name: String, to target: String, isHard: Bool = false) throws {
    try add(Array(name.utf8), type: isHard ? S_IFREG : S_IFLNK, size: 0) { entry in
      if isHard { archive_entry_set_hardlink(entry, target) } else { archive_entry_set_symlink(entry, target) }
    }
  }

  /// Adds a file of the given size, filled with one byte.
  func add(_ name: String, start: String, filledWith byte: UInt8, megabytes: Int) throws {
    let piece = [UInt8](repeating: byte, count: 1 << 20)
    try add(Array(name.utf8), type: S_IFREG, size: start.utf8.count + megabytes << 20)
    try write(Array(start.utf8))
    for _ in 0..<megabytes { try write(piece) }
  }

  func close() throws { try check(archive_write_close(archive)) }
}

extension TestArchive {
  private func add(
    _ name: [UInt8], type: mode_t, size: Int, _ change: (OpaquePointer?) -> Void = { _ in }
  ) throws {
    let entry = archive_entry_new()
    defer { archive_entry_free(entry) }
    (name + [0]).withUnsafeBytes { archive_entry_set_pathname(entry, $0.bindMemory(to: CChar.self).baseAddress) }
    archive_entry_set_filetype(entry, UInt32(type))
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_size(entry, Int64(size))
    change(entry)
    try check(archive_write_header(archive, entry))
  }

  private func write(_ bytes: [UInt8]) throws {
    let count = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw CannotWrite(words: "too little was written") }
  }

  private func check(_ status: Int32) throws {
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN else {
      throw CannotWrite(words: archive_error_string(archive).map { String(cString: $0) } ?? "")
    }
  }
}
