import Glibc

/// What a program writes into, and where that comes out.
final class PipeEnds {
  let writing: Int32
  private let reading: Int32
  private var isOpenForWriting = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() throws {
    var ends: [Int32] = [0, 0]
    // No other program that is started meanwhile may hold it open.
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

  /// The program has it now: once it is gone, there is nobody left to write.
  func closeWriting() {
    if isOpenForWriting { close(writing) }
    isOpenForWriting = false
  }

  var isReady: Bool { isReady(within: .zero) }

  /// Takes what comes next within that time. Says whether more can come.
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
