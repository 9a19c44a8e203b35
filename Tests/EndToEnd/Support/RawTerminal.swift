import Glibc
import ProgramSupport
import PseudoTerminals

/// A pseudoterminal of any type, size and locale that records the bytes Tern sends.
final class RawTerminal {
  private let terminal: PseudoTerminal
  private let settings: termios
  /// The home directory, which exists as long as the program: deleting its settings file would change the settings.
  private let folder: TemporaryFolder
  private var status: Int32?
  let process: pid_t
  private(set) var output: [UInt8] = []
  /// The replies to queries.
  private let answers: [[UInt8]: [UInt8]]
  private var answeredLength = 0

  /// - Parameters:
  ///   - input: a file for standard input instead of the terminal.
  ///   - attributes: the reply to the query of device attributes; nil for no reply.
  ///   - answers: the replies to other queries.
  init(
    _ arguments: [String] = ["demo"], size: (width: Int, height: Int) = (80, 24), environment: [String: String?] = [:],
    input: String? = nil, attributes: String? = "\u{1B}[?62;22c", answers: [String: String] = [:],
    in folder: TemporaryFolder
  ) throws {
    self.folder = folder
    var all = answers
    all["\u{1B}[c"] = attributes
    self.answers = Dictionary(uniqueKeysWithValues: all.map { (Array($0.utf8), Array($1.utf8)) })
    // The other end stays open, so that the settings can be compared after Tern has ended.
    terminal = try PseudoTerminal(rows: size.height, columns: size.width, keepsOtherEnd: true)
    settings = terminal.settings
    var variables: [String: String?] = [
      "HOME": folder.path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
    ]
    variables.merge(environment) { _, new in new }
    process = try TerminalProgram.spawn(
      [Tern.path] + arguments, environment: variables.compactMapValues { $0 }, input: input, on: terminal)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }
}

extension RawTerminal {
  func write(_ bytes: [UInt8]) {
    try? terminal.write(bytes)
  }

  func resize(to size: (width: Int, height: Int)) {
    terminal.resize(rows: size.height, columns: size.width)
  }

  /// Reads available output, or waits a moment if there is none.
  /// - Returns: whether there was any.
  @discardableResult
  func read() async throws -> Bool {
    guard let reading = try terminal.read(within: .zero) else {
      try await Task.sleep(for: .milliseconds(5))
      return false
    }
    output += reading.bytes
    reply()
    return true
  }

  private func reply() {
    while answeredLength < output.count {
      let rest = output[answeredLength...]
      if let (query, reply) = answers.first(where: { rest.starts(with: $0.key) }) {
        answeredLength += query.count
        write(reply)
      } else if answers.keys.contains(where: { $0.starts(with: rest) }) {
        // The query is not complete yet.
        return
      } else {
        answeredLength += 1
      }
    }
  }

  // Timeouts are counted in polls of 5 ms instead of by a clock, because with other tests running this one may not be
  // scheduled for seconds.

  /// Reads until Tern has sent nothing for some milliseconds.
  func settle(for quiet: Int = 100) async throws {
    var empty = 0
    while empty < quiet / 5 { empty = try await read() ? 0 : empty + 1 }
  }

  /// Reads until one of the strings was sent or Tern has ended.
  func wait(for texts: String...) async throws -> Bool {
    try await wait { output in texts.contains(where: String(decoding: output, as: UTF8.self).contains) }
  }

  /// Reads until the output satisfies a condition or Tern has ended.
  func wait(until isThere: ([UInt8]) -> Bool) async throws -> Bool {
    for _ in 0..<Self.maxPolls {
      let hadEnded = hasEnded
      let hasOutput = try await read()
      if hasOutput, isThere(output) { return true }
      if !hasOutput, hadEnded { break }
    }
    return isThere(output)
  }

  /// Waits until Tern has ended.
  /// - Returns: the exit status, a negative signal number, or nil if it does not end.
  func end() async throws -> Int32? {
    for _ in 0..<Self.maxPolls {
      let hadEnded = hasEnded
      if !(try await read()), hadEnded { return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) } }
    }
    return nil
  }

  private static var maxPolls: Int { 3_000 }

  /// Whether the terminal's settings are those from before.
  var isRestored: Bool {
    let now = terminal.settings
    return withUnsafeBytes(of: now) { now in withUnsafeBytes(of: settings, now.elementsEqual) }
  }

  /// The number of unread input bytes, which the next reader of the terminal would get.
  var unreadInput: Int { terminal.unreadCount }

  var hasEnded: Bool {
    var result: Int32 = 0
    if status == nil, waitpid(process, &result, WNOHANG) == process { status = result }
    return status != nil
  }
}
