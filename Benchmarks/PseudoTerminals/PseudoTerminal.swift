import Glibc

/// A terminal without a screen: what a program writes to it is read here, and what is written here are its keys.
///
/// The program's end is not held open here unless that is asked for, so that reading notices when the program is gone.
public final class PseudoTerminal {
  /// Bytes that came together, and when.
  public struct Reading {
    public let bytes: ArraySlice<UInt8>
    public let time: ContinuousClock.Instant
  }

  /// The path of the program's end.
  let path: String
  private let descriptor: Int32
  private let otherEnd: Int32?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Whether the system has any to give.
  public static let areThere = (try? PseudoTerminal(rows: 24, columns: 80)) != nil

  /// - Parameter keepsOtherEnd: whether its settings outlive the program.
  public init(rows: Int, columns: Int, keepsOtherEnd: Bool = false) throws(PseudoTerminalError) {
    var size = winsize(rows: rows, columns: columns)
    var mine: Int32 = -1
    var other: Int32 = -1
    guard openpty(&mine, &other, nil, nil, &size) == 0 else { throw PseudoTerminalError(call: "openpty") }
    // The program opens it anew: that is what makes it the terminal that controls the program.
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

  /// What the program has set, or found.
  public var settings: termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }

  /// How many bytes have been typed that nobody has read; 0 where the other end is not kept.
  public var unreadCount: Int {
    var count: Int32 = 0
    guard let otherEnd, ioctl(otherEnd, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  /// Gives it another size, which its program is told.
  public func resize(rows: Int, columns: Int) {
    var size = winsize(rows: rows, columns: columns)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Types keys.
  public func write(_ bytes: some Sequence<UInt8>) throws(PseudoTerminalError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw PseudoTerminalError(call: "write") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  public func write(_ text: String) throws(PseudoTerminalError) { try write(text.utf8) }

  /// What comes next within that time, as soon as anything does. `nil` where nothing came.
  public func read(within limit: Duration) throws(PseudoTerminalError) -> Reading? {
    let end = ContinuousClock.now + limit
    while true {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
      let ready = poll(&state, 1, Int32(min(rest.rounded(.up), 1e9)))
      if ready == 0 { return nil }
      // A signal: nothing has come yet.
      if ready < 0 { continue }
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      let time = ContinuousClock.now
      if count > 0 { return Reading(bytes: buffer[..<count], time: time) }
      // EIO: no program has the other end open any more.
      if count == 0 || errno != EINTR { throw PseudoTerminalError(call: "read") }
    }
  }
}

extension winsize {
  fileprivate init(rows: Int, columns: Int) {
    self.init(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
