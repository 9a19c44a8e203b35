import Glibc

/// A pipe for the output of a program.
final class PipeEnds {
  let writing: Int32
  private let reading: Int32
  private var isOpenForWriting = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() throws {
    var ends: [Int32] = [0, 0]
    // Programs started meanwhile must not inherit it.
    guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
      throw BenchmarkError("no pipe: \(String(cString: strerror(errno)))")
    }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    closeWriting()
  }

  /// Closes the write end after the program has inherited it, so that reading ends with the program.
  func closeWriting() {
    if isOpenForWriting { close(writing) }
    isOpenForWriting = false
  }

  var isReady: Bool { isReady(within: .zero) }

  /// Reads the next output within a time.
  /// - Returns: Whether there may be more.
  func read(within limit: Duration, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    guard isReady(within: limit) else { return true }
    let count = Glibc.read(reading, &buffer, buffer.count)
    if count > 0 { take(buffer[..<count]) }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  private func isReady(within limit: Duration) -> Bool {
    var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, Int32(limit / .milliseconds(1))) > 0
  }
}
