import Domain
import Glibc

/// An open file, closed when the value is destroyed. Programs that Tern starts do not inherit it. Pipes and devices
/// cannot be opened for reading, because they could block forever.
package struct OpenFile: ~Copyable, Sendable {
  private let descriptor: Int32

  /// - Parameter flags: as in open(2). Created files are accessible only to their owner.
  package init(_ path: String, _ flags: Int32) throws(SystemError) {
    // The system would end the path at a NUL.
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .last }
    var status = stat()
    let isReading = flags & O_ACCMODE == O_RDONLY
    guard fstat(descriptor, &status) == 0,
      !isReading || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else {
      close(descriptor)
      throw SystemError(code: ESPIPE)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// - Parameter limit: the maximum size in bytes. A larger file is an error, because Tern's own files are small.
  package func readToEnd(limit: Int = 16 << 20) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
        guard bytes.count <= limit else { throw SystemError(code: EFBIG) }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Ends the file after so many bytes.
  package func truncate(to count: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw .last }
  }

  /// The owner and the permissions of others.
  package func access() throws(SystemError) -> FileAccess {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileAccess(
      isOwn: status.st_uid == geteuid(), othersCanRead: status.st_mode & 0o044 != 0,
      othersCanWrite: status.st_mode & 0o022 != 0)
  }

  /// Returns when the bytes are on disk.
  package func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Tries to acquire the exclusive lock of the file. It is released when the file is closed.
  /// - Returns: whether it was acquired.
  package func tryToLock() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
    return false
  }
}

/// The owner of a file and the permissions of others.
package struct FileAccess: Hashable, Sendable {
  /// Whether the user who runs Tern owns the file.
  package var isOwn: Bool
  package var othersCanRead: Bool
  package var othersCanWrite: Bool
}

/// An error of the operating system.
package struct SystemError: Error, Hashable {
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The current `errno`.
  package static var last: SystemError { SystemError(code: errno) }

  /// “Permission denied”.
  package var reason: String {
    code == ESPIPE ? "Not a regular file" : String(cString: strerror(code)).escapingControls
  }
}
