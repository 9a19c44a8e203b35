import CArchiveReader
import Domain
import Glibc
import LocalFiles

/// The input of libarchive. In a ZIP, it seeks back and forth: reads are small after each seek, so that skipping ten
/// thousand pictures costs ten thousand small reads only.
final class ArchiveInput {
  /// In bytes.
  private static let minChunkSize = 4 << 10
  private static let maxChunkSize = 256 << 10

  let size: Int
  private(set) var position = 0
  private let file: OpenedFile
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: maxChunkSize, alignment: 16)
  private var chunkSize = minChunkSize

  init(_ file: OpenedFile) {
    self.file = file
    size = file.size ?? 0
  }

  deinit { buffer.deallocate() }

  /// Connects the input, which has to outlive the archive.
  func connect(to archive: OpaquePointer) {
    tern_archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    tern_archive_read_set_read_callback(archive) { _, data, bytes in
      guard let input = ArchiveInput.at(data) else { return -1 }
      bytes?.pointee = UnsafeRawPointer(input.buffer.baseAddress)
      return input.read()
    }
    tern_archive_read_set_skip_callback(archive) { _, data, count in
      ArchiveInput.at(data)?.skip(Int(count)) ?? 0
    }
    tern_archive_read_set_seek_callback(archive) { _, data, offset, whence in
      ArchiveInput.at(data)?.seek(Int(offset), whence) ?? Int64(ARCHIVE_FATAL)
    }
  }
}

extension ArchiveInput {
  private static func at(_ data: UnsafeMutableRawPointer?) -> ArchiveInput? {
    data.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read() -> Int {
    let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<chunkSize]))
    chunkSize = min(2 * chunkSize, Self.maxChunkSize)
    position += max(0, count)
    return count
  }

  private func skip(_ count: Int) -> Int64 {
    let target = min(position + max(0, count), size)
    guard target - position >= Self.maxChunkSize else { return 0 }
    let before = position
    return seek(target, SEEK_SET) < 0 ? 0 : Int64(target - before)
  }

  private func seek(_ offset: Int, _ whence: Int32) -> Int64 {
    guard let reached = file.seek(to: offset, whence) else { return Int64(ARCHIVE_FATAL) }
    position = reached
    chunkSize = Self.minChunkSize
    return Int64(reached)
  }
}
