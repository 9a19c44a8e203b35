import Glibc

/// A terminal without a screen: what a program writes to it is read here, and what is written here are its keys.
///
/// The program's end is not held open here, so that reading notices when the program is gone.
public final class PseudoTerminal {
  /// Bytes that came together, and when.
  public struct Reading {
    public let bytes: ArraySlice<UInt8>
    public let time: ContinuousClock.Instant
  }

  /// The path of the program's end.
  let path: String
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  public init(rows: Int, columns: Int) throws(PseudoTerminalError) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var mine: Int32 = -1
    var other: Int32 = -1
    guard openpty(&mine, &other, nil, nil, &size) == 0 else { throw PseudoTerminalError(call: "openpty") }
    // The program opens it anew: that is what makes it the terminal that controls the program.
    defer { close(other) }
    descriptor = mine
    var name = [CChar](repeating: 0, count: 128)
    guard fcntl(mine, F_SETFD, FD_CLOEXEC) == 0, ttyname_r(other, &name, name.count) == 0 else {
      let error = PseudoTerminalError(call: "ttyname_r")
      close(mine)
      throw error
    }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    close(descriptor)
  }

  /// Types keys.
  public func write(_ text: String) throws(PseudoTerminalError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw PseudoTerminalError(call: "write") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// What comes next within that time, as soon as anything does. `nil` where nothing came.
  public func read(within limit: Duration) throws(PseudoTerminalError) -> Reading? {
    let end = ContinuousClock.now + limit
    while true {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
      if poll(&state, 1, Int32(min(rest.rounded(.up), 1e9))) == 0 { return nil }
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      let time = ContinuousClock.now
      if count > 0 { return Reading(bytes: buffer[..<count], time: time) }
      // EIO: no program has the other end open any more.
      if count == 0 || errno != EINTR { throw PseudoTerminalError(call: "read") }
    }
  }
}
