import Glibc
import TerminalKit
import UnicodeSupport

/// Measures strings on the current terminal.
@MainActor
struct TerminalRuler {
  private let terminal: Int32
  private let settings: termios
  private let width: Int

  /// Returns nil if there is no terminal, or it is too narrow.
  init?() {
    terminal = open("/dev/tty", O_RDWR)
    var settings = termios()
    var size = winsize()
    guard terminal >= 0, tcgetattr(terminal, &settings) == 0, ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 60
    else { return nil }
    self.settings = settings
    // Space for the cursor after the text.
    width = min(80, Int(size.ws_col) - 1)
    cfmakeraw(&settings)
    tcsetattr(terminal, TCSANOW, &settings)
    send("\u{1B}[?1049h")
  }

  /// Restores the terminal.
  func close() {
    send("\u{1B}[?1049l")
    var settings = settings
    tcsetattr(terminal, TCSAFLUSH, &settings)
  }

  /// The strings whose lines end at another column than laid out.
  func disagreements(on texts: [UnicodeText]) throws(Silence) -> [UnicodeText] {
    var wrong: [UnicodeText] = []
    var index = 0
    while index < texts.count {
      // Limited by the terminal's input buffer, which must hold all responses.
      let some = texts[index..<min(texts.count, index + 100)]
      let lines = some.map { $0.lines(width: width).map(\.plain) }
      let columns = try columns(after: lines.flatMap { $0 })
      var next = 0
      for (text, lines) in zip(some, lines) {
        let isRight = zip(lines, columns[next...]).allSatisfy { TextLayout.width(of: $0) == $1 }
        if !isRight { wrong.append(text) }
        next += lines.count
      }
      index += some.count
    }
    return wrong
  }
}

extension TerminalRuler {
  /// The terminal does not report its cursor position.
  struct Silence: Error, CustomStringConvertible {
    var description: String { "This terminal does not say where its cursor is." }
  }

  /// The cursor column after each line.
  private func columns(after lines: [String]) throws(Silence) -> [Int] {
    send(lines.map { "\u{1B}[1;1H\u{1B}[2K\($0)\u{1B}[6n" }.joined())
    // ESC [ row ; column R
    var columns: [Int] = []
    var number = 0
    while columns.count < lines.count {
      for byte in try receive() {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number * 10 + Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "R"): columns.append(number - 1)
        default: number = 0
        }
      }
    }
    return columns
  }

  private func receive() throws(Silence) -> [UInt8] {
    var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    // A timeout long enough for a busy terminal.
    guard poll(&state, 1, 60_000) == 1 else { throw Silence() }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(terminal, &bytes, bytes.count)
    guard count > 0 else { throw Silence() }
    return Array(bytes.prefix(count))
  }

  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
