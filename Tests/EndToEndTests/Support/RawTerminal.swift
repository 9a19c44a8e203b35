import Foundation
import Glibc
import ProgramSupport

/// A terminal of which the bytes are kept that Tern sends: of any type and size, and in any locale.
///
/// Both ends are held open, so that the settings can be compared when Tern has gone.
final class RawTerminal {
  /// POSIX_SPAWN_SETSID, which the C library shows to GNU programs alone.
  private static let setsid: Int16 = 0x80

  private let mine: Int32
  private let other: Int32
  private let settings: termios
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var status: Int32?
  private(set) var process: pid_t = 0
  private(set) var output: [UInt8] = []

  init(
    _ arguments: [String] = ["demo"], size: (width: Int, height: Int) = (80, 24), environment: [String: String?] = [:],
    in folder: TemporaryFolder
  ) throws {
    var size = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    var ends: (Int32, Int32) = (-1, -1)
    guard openpty(&ends.0, &ends.1, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
    (mine, other) = ends
    for end in [mine, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    settings = Self.settings(of: other)
    var variables: [String: String?] = [
      "HOME": folder.path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
    ]
    variables.merge(environment) { _, new in new }
    try start(arguments, variables.compactMap { name, value in value.map { "\(name)=\($0)" } })
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(mine)
    close(other)
  }

  /// A session of its own, whose terminal is the first that it opens.
  private func start(_ arguments: [String], _ environment: [String]) throws {
    var name = [CChar](repeating: 0, count: 128)
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard ttyname_r(other, &name, name.count) == 0, posix_spawn_file_actions_init(&actions) == 0,
      posix_spawnattr_init(&attributes) == 0
    else { throw POSIXError(.ENOTTY) }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Self.setsid)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    let words = ([Tern.path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let error = posix_spawn(&process, Tern.path, &actions, &attributes, words, variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
  }
}

extension RawTerminal {
  func write(_ bytes: [UInt8]) {
    _ = Glibc.write(mine, bytes, bytes.count)
  }

  func resize(to size: (width: Int, height: Int)) {
    var size = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(mine, UInt(TIOCSWINSZ), &size)
  }

  /// Takes in what has come, and waits a moment where nothing has.
  /// - Returns: whether anything has come.
  @discardableResult
  func read() async throws -> Bool {
    var state = pollfd(fd: mine, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 0) > 0 else {
      try await Task.sleep(for: .milliseconds(5))
      return false
    }
    let count = Glibc.read(mine, &buffer, buffer.count)
    output += buffer.prefix(max(0, count))
    return count > 0
  }

  // How long is counted in looks of 5 ms and not by a clock: among other tests, one may not get to look for seconds.

  /// Takes in what comes until Tern has had nothing to send for so many milliseconds.
  func settle(for quiet: Int = 100) async throws {
    var empty = 0
    while empty < quiet / 5 { empty = try await read() ? 0 : empty + 1 }
  }

  /// Takes in what comes until one of the texts is there, or Tern has ended.
  func wait(for texts: String...) async throws -> Bool {
    try await wait { output in texts.contains(where: String(decoding: output, as: UTF8.self).contains) }
  }

  /// Takes in what comes until it is as it should be, or Tern has ended.
  func wait(until isThere: ([UInt8]) -> Bool) async throws -> Bool {
    for _ in 0..<Self.mostLooks {
      let hadEnded = hasEnded
      let hasCome = try await read()
      if hasCome, isThere(output) { return true }
      if !hasCome, hadEnded { break }
    }
    return isThere(output)
  }

  /// Waits until Tern has ended; nil where it does not. A signal's number is negative.
  func end() async throws -> Int32? {
    for _ in 0..<Self.mostLooks {
      let hadEnded = hasEnded
      if !(try await read()), hadEnded { return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) } }
    }
    return nil
  }

  private static var mostLooks: Int { 3_000 }

  /// Whether the terminal's settings are those that Tern found.
  var isAsBefore: Bool {
    let now = Self.settings(of: other)
    return withUnsafeBytes(of: now) { now in withUnsafeBytes(of: settings, now.elementsEqual) }
  }

  private var hasEnded: Bool {
    var result: Int32 = 0
    if status == nil, waitpid(process, &result, WNOHANG) == process { status = result }
    return status != nil
  }

  private static func settings(of descriptor: Int32) -> termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }
}
