import Domain
import Formats
import Glibc
import SystemFiles

/// A regular file or standard input, open for reading. Pipes and devices at a path are refused: they may never end.
package final class OpenedFile: ByteSource {
  static let standardInput = "standard input"
  /// In bytes.
  private static let chunkSize = 1 << 18

  /// In bytes; nil if unknown.
  package let size: Int?
  private(set) var bytesRead = 0
  package private(set) var readError: SourceReadError?
  private let descriptor: Int32
  private let isOwned: Bool
  /// The reused read buffer: allocating one per read takes as long as the read.
  private var buffer: UnsafeMutableRawBufferPointer?
  /// Bytes that were read before, which are returned first.
  private var pendingBytes: [UInt8]

  /// - Throws: `TimelineError.fileMissing` or `.fileUnreadable`.
  package init(path: String) throws(TimelineError) {
    guard !path.utf8.contains(0) else { throw .fileMissing(path: path.escapingControls) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.failure(path) }
    try Self.requireFile(status, path)
    // If a pipe replaces the file in the meantime, opening must not wait for a writer.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failure(path) }
    isOwned = true
    pendingBytes = []
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    size = Self.size(status)
    try Self.requireFile(status, path)
  }

  private init(standardInput size: Int?, prefixedBy beginning: [UInt8]) {
    pendingBytes = beginning
    descriptor = STDIN_FILENO
    self.size = size
    isOwned = false
  }

  /// - Parameter beginning: bytes that were read from it already, which are returned first.
  /// - Throws: `TimelineError.fileUnreadable` if it is a directory or an endless device.
  package static func standardInputFile(prefixedBy beginning: [UInt8] = []) throws(TimelineError) -> OpenedFile {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { throw failure(standardInput) }
    // Terminals and pipes end at some time; /dev/zero does not.
    let isEndless = kind(status) == S_IFCHR && isatty(STDIN_FILENO) == 0 && !isNullDevice(status)
    if kind(status) == S_IFDIR || isEndless { try requireFile(status, standardInput) }
    return OpenedFile(standardInput: kind(status) == S_IFREG ? Self.size(status) : nil, prefixedBy: beginning)
  }

  deinit {
    buffer?.deallocate()
    if isOwned { close(descriptor) }
  }

  package func read(into bytes: inout [UInt8]) -> Bool {
    if !pendingBytes.isEmpty {
      bytes += pendingBytes
      pendingBytes = []
      return true
    }
    guard readError == nil else { return false }
    let buffer = buffer ?? .allocate(byteCount: Self.chunkSize, alignment: 16)
    self.buffer = buffer
    let count = read(into: buffer)
    bytes.append(contentsOf: buffer[..<max(0, count)])
    return count > 0
  }
}

extension OpenedFile {
  /// Like read(2): 0 at the end, negative on failure.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = readRetrying(buffer)
    if count < 0 { readError = .unreadable(reason: SystemError.last.reason) }
    bytesRead += max(0, count)
    return count
  }

  /// Like lseek(2).
  /// - Returns: the new offset; nil on failure.
  package func seek(to offset: Int, _ whence: Int32) -> Int? {
    let reached = lseek(descriptor, offset, whence)
    return reached < 0 ? nil : reached
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0 && kind(status) == S_IFDIR
  }

  /// In bytes; nil if there is no regular file of that name.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, kind(status) == S_IFREG else { return nil }
    return size(status)
  }

  private static func isNullDevice(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev
  }

  /// Bounded, because a sparse file may claim any size, and sizes are added up.
  private static func size(_ status: stat) -> Int { min(max(0, Int(status.st_size)), 1 << 40) }

  private static func kind(_ status: stat) -> mode_t { status.st_mode & mode_t(S_IFMT) }

  private static func requireFile(_ status: stat, _ path: String) throws(TimelineError) {
    let reason: String
    switch kind(status) {
    case S_IFREG: return
    case S_IFDIR: reason = "Is a directory"
    case S_IFIFO: reason = "Is a pipe, not a file"
    case S_IFSOCK: reason = "Is a socket, not a file"
    default: reason = "Is a device, not a file"
    }
    throw .fileUnreadable(path: path.escapingControls, reason: reason)
  }

  /// Like read(2), but continues after signals.
  private func readRetrying(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      guard count < 0 else { return count }
      if errno == EAGAIN, !isOwned {
        // The pipe has no data yet.
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, -1)
      } else if errno != EINTR {
        return count
      }
    }
  }

  private static func failure(_ path: String) -> TimelineError {
    let code = errno
    guard code != ENOENT, code != ENOTDIR else { return .fileMissing(path: path.escapingControls) }
    return .fileUnreadable(path: path.escapingControls, reason: SystemError(code: code).reason)
  }
}

/// The C function, which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ limit: Int) -> Int {
  read(descriptor, buffer, limit)
}
