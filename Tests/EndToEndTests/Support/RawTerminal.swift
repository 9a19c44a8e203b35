import Glibc
import ProgramSupport
import PseudoTerminals

/// A terminal of which the bytes are kept that Tern sends: of any type and size, and in any locale.
final class RawTerminal {
  private let terminal: PseudoTerminal
  private let settings: termios
  private var status: Int32?
  let process: pid_t
  private(set) var output: [UInt8] = []
  /// What it says to which question.
  private let answers: [[UInt8]: [UInt8]]
  private var answeredLength = 0

  /// - Parameters:
  ///   - input: what Tern reads where that is not the terminal.
  ///   - attributes: what it says when it is asked for them, as every terminal is sooner or later; nil where it says
  ///     nothing.
  ///   - answers: what it says to other questions.
  init(
    _ arguments: [String] = ["demo"], size: (width: Int, height: Int) = (80, 24), environment: [String: String?] = [:],
    input: String? = nil, attributes: String? = "\u{1B}[?62;22c", answers: [String: String] = [:],
    in folder: TemporaryFolder
  ) throws {
    var all = answers
    all["\u{1B}[c"] = attributes
    self.answers = Dictionary(uniqueKeysWithValues: all.map { (Array($0.utf8), Array($1.utf8)) })
    // The other end is kept, so that the settings can be compared when Tern has gone.
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

  /// Takes in what has come, and waits a moment where nothing has.
  /// - Returns: whether anything has come.
  @discardableResult
  func read() async throws -> Bool {
    guard let reading = try terminal.read(within: .zero) else {
      try await Task.sleep(for: .milliseconds(5))
      return false
    }
    output += reading.bytes
    answer()
    return true
  }

  private func answer() {
    while answeredLength < output.count {
      let rest = output[answeredLength...]
      if let (question, answer) = answers.first(where: { rest.starts(with: $0.key) }) {
        answeredLength += question.count
        write(answer)
      } else if answers.keys.contains(where: { $0.starts(with: rest) }) {
        // The rest of it is still to come.
        return
      } else {
        answeredLength += 1
      }
    }
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
    for _ in 0..<Self.maxLooks {
      let hadEnded = hasEnded
      let hasCome = try await read()
      if hasCome, isThere(output) { return true }
      if !hasCome, hadEnded { break }
    }
    return isThere(output)
  }

  /// Waits until Tern has ended; nil where it does not. A signal's number is negative.
  func end() async throws -> Int32? {
    for _ in 0..<Self.maxLooks {
      let hadEnded = hasEnded
      if !(try await read()), hadEnded { return status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : -($0 & 0x7F) } }
    }
    return nil
  }

  private static var maxLooks: Int { 3_000 }

  /// Whether the terminal's settings are those that Tern found.
  var isAsBefore: Bool {
    let now = terminal.settings
    return withUnsafeBytes(of: now) { now in withUnsafeBytes(of: settings, now.elementsEqual) }
  }

  /// What nobody has read, in bytes: the next one to read the terminal would find it.
  var unreadInput: Int { terminal.unreadCount }

  var hasEnded: Bool {
    var result: Int32 = 0
    if status == nil, waitpid(process, &result, WNOHANG) == process { status = result }
    return status != nil
  }
}
