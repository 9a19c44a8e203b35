import Glibc

/// A file written sequentially. Closed by deinit.
final class OutputFile {
  private let path: String
  private let descriptor: Int32
  /// The length in bytes.
  private(set) var length = 0

  init(_ path: String) throws(SampleArchiveError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw SampleArchiveError(path) }
  }

  deinit {
    close(descriptor)
  }

  func write(_ bytes: [UInt8]) throws(SampleArchiveError) {
    try write(bytes, at: length)
    length += bytes.count
  }

  /// Writes bytes at an offset, overwriting or appending.
  /// - Throws: `SampleArchiveError` if writing fails.
  func write(_ bytes: [UInt8], at offset: Int) throws(SampleArchiveError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, offset + done)
      }
      if count < 0, errno != EINTR { throw SampleArchiveError(path) }
      done += max(0, count)
    }
  }
}
