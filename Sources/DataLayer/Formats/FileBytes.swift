import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads whole files, and nothing that never ends.
enum FileBytes {
  static let standardInput = "standard input"
  /// In bytes.
  static let largest = 2 << 30

  static func read(_ path: String) throws(TimelineError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw .fileMissing(path: path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(path) }
    try requireFile(status, path)
    // Should a pipe take the file's place meanwhile, opening it must not wait for someone to write.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try readAll(descriptor, expecting: Int(status.st_size), path)
  }

  static func readStandardInput() throws(TimelineError) -> [UInt8] {
    var status = stat()
    guard fstat(0, &status) == 0 else { throw failure(standardInput) }
    // A terminal and a pipe end some time; /dev/zero does not.
    let isEndless = kind(status) == S_IFCHR && isatty(0) == 0 && !isNullDevice(status)
    if kind(status) == S_IFDIR || isEndless { try requireFile(status, standardInput) }
    return try readAll(0, expecting: Int(status.st_size), standardInput)
  }
}

extension FileBytes {
  private static func isNullDevice(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev
  }

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
    throw .fileUnreadable(path: path, reason: reason)
  }

  private static func readAll(
    _ descriptor: Int32, expecting size: Int, _ path: String
  ) throws(TimelineError) -> [UInt8] {
    let chunk = 1 << 16
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(size, largest)) + chunk)
    while true {
      guard bytes.count <= largest else { throw .fileUnreadable(path: path, reason: "Larger than 2 GiB") }
      let missing = max(chunk, min(size - bytes.count, 1 << 24))
      var count = 0
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: missing) { buffer, initialized in
          count = Self.readSome(descriptor, buffer.baseAddress, missing)
          initialized = max(0, count)
        })
      if count < 0 { throw failure(path) }
      if count == 0 { return bytes }
    }
  }

  /// Like read(2), and goes on where a signal came between.
  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ limit: Int) -> Int {
    var count = -1
    while true {
      count = systemRead(descriptor, buffer, limit)
      guard count < 0 else { return count }
      if errno == EAGAIN {
        // Whoever writes into the pipe is not there yet.
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, -1)
      } else if errno != EINTR {
        return count
      }
    }
  }

  private static func failure(_ path: String) -> TimelineError {
    let code = errno
    guard code != ENOENT, code != ENOTDIR else { return .fileMissing(path: path) }
    return .fileUnreadable(path: path, reason: String(cString: strerror(code)))
  }
}

/// `FileBytes.read` hides the C library's function of that name.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ limit: Int) -> Int {
  read(descriptor, buffer, limit)
}
