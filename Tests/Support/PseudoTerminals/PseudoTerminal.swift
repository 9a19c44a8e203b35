import Glibc

/// A pseudoterminal: reads the output of a program and writes its input.
///
/// By default the other end is not kept open here, so that reading ends with the program.
public final class PseudoTerminal {
  /// Bytes read together, with the time.
  public struct Reading {
    public let bytes: ArraySlice<UInt8>
    public let time: ContinuousClock.Instant
  }

  /// The path of the program's end.
  let path: String
  private let descriptor: Int32
  private let otherEnd: Int32?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Whether the system provides pseudoterminals.
  public static let areAvailable = (try? PseudoTerminal(rows: 24, columns: 80)) != nil

  /// - Parameter keepsOtherEnd: whether to keep the other end open, so that its settings remain after the program has
  ///   ended.
  public init(rows: Int, columns: Int, keepsOtherEnd: Bool = false) throws(PseudoTerminalError) {
    var size = winsize(rows: rows, columns: columns)
    var mine: Int32 = -1
    var other: Int32 = -1
    guard openpty(&mine, &other, nil, nil, &size) == 0 else { throw PseudoTerminalError(call: "openpty") }
    // The program opens it again, which makes it the controlling terminal.
    defer { if !keepsOtherEnd { close(other) } }
    descriptor = mine
    otherEnd = keepsOtherEnd ? other : nil
    var name = [CChar](repeating: 0, count: 128)
    guard fcntl(mine, F_SETFD, FD_CLOEXEC) == 0, fcntl(other, F_SETFD, FD_CLOEXEC) == 0,
      ttyname_r(other, &name, name.count) == 0
    else {
      let error = PseudoTerminalError(call: "ttyname_r")
      close(mine)
      if keepsOtherEnd { close(other) }
      throw error
    }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    close(descriptor)
    if let otherEnd { close(otherEnd) }
  }

  public var settings: termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }

  /// The number of unread input bytes; 0 if the other end is not kept open.
  public var unreadCount: Int {
    var count: Int32 = 0
    guard let otherEnd, ioctl(otherEnd, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  /// Changes the size and notifies the program.
  public func resize(rows: Int, columns: Int) {
    var size = winsize(rows: rows, columns: columns)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Writes input.
  public func write(_ bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw PseudoTerminalError(call: "write") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Writes text as input.
  public func write(_ text: String) throws(PseudoTerminalError) { try write(text.utf8) }

  /// Reads the next output within a time. nil if there is none.
  public func read(within limit: Duration) throws(PseudoTerminalError) -> Reading? {
    let end = ContinuousClock.now + limit
    while true {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
      let ready = poll(&state, 1, Int32(min(rest.rounded(.up), 1e9)))
      if ready == 0 { return nil }
      // Interrupted by a signal.
      if ready < 0 { continue }
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      let time = ContinuousClock.now
      if count > 0 { return Reading(bytes: buffer[..<count], time: time) }
      // EIO: the other end is closed.
      if count == 0 || errno != EINTR { throw PseudoTerminalError(call: "read") }
    }
  }
}

extension winsize {
  fileprivate init(rows: Int, columns: Int) {
    self.init(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
