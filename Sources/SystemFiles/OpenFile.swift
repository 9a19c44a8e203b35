import Domain
import Glibc

/// An open file, closed when nobody holds it any more. It is not passed on to programs that Tern starts. Pipes and
/// devices, which may keep a reader waiting for ever, are not read.
package struct OpenFile: ~Copyable, Sendable {
  private let descriptor: Int32

  /// `flags` as in open(2). What is made by it is its owner's alone.
  package init(_ path: String, _ flags: Int32) throws(SystemError) {
    // A path with a NUL in it would name another file to the system.
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

  /// - Parameter limit: in bytes. Tern's own files are small; a larger one is refused.
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

  /// Whose it is, and what others may do with it.
  package func access() throws(SystemError) -> FileAccess {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileAccess(
      isOwn: status.st_uid == geteuid(), othersCanRead: status.st_mode & 0o044 != 0,
      othersCanWrite: status.st_mode & 0o022 != 0)
  }

  /// Returns when the bytes are on the disk.
  package func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Whether this is now the one holder of the file's lock; it is given back when the file is closed.
  package func tryToLock() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
    return false
  }
}

/// Who can do what with a file, as its owner and its mode say.
package struct FileAccess: Hashable, Sendable {
  /// Whether it belongs to whoever runs Tern.
  package var isOwn: Bool
  package var othersCanRead: Bool
  package var othersCanWrite: Bool
}

/// What the operating system refused, as `errno` has it.
package struct SystemError: Error, Hashable {
  package var code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// What `errno` says now.
  package static var last: SystemError { SystemError(code: errno) }

  /// “Permission denied”.
  package var reason: String {
    code == ESPIPE ? "It is no regular file" : String(cString: strerror(code)).escapingControls
  }
}
