import CNcurses
import Glibc

/// Something that a terminal does once it is told to, of which curses knows nothing: what is switched on has to be
/// given back by us.
@MainActor
struct TerminalMode {
  let on: [UInt8]
  let off: [UInt8]

  /// What is pasted comes between two sequences, and so is told from what is typed; nil where the terminal is not
  /// likely to know it. Source: xterm's Control Sequences, “Bracketed Paste Mode”.
  ///
  /// To be called once curses has started.
  static func bracketedPaste() -> TerminalMode? {
    if let on = capability("BE"), let off = capability("BD") { return TerminalMode(on: on, off: off) }
    // Terminfo may be older than the terminal. Those that have a mouse, or a title as xterm has, pass over the modes
    // that they do not know; hardware does not have them.
    guard tigetflag("XT") == 1 || hasMouse else { return nil }
    return TerminalMode(on: Array("\u{1B}[?2004h".utf8), off: Array("\u{1B}[?2004l".utf8))
  }

  /// Buttons and wheel are told of (1000), in a form that knows screens of any size (1006); the mere movement of the
  /// mouse is not. nil where the terminal has no mouse. Source: xterm's Control Sequences, “Mouse Tracking”.
  ///
  /// To be called once curses has started.
  static func mouse() -> TerminalMode? {
    guard hasMouse else { return nil }
    return TerminalMode(
      on: Array("\u{1B}[?1000h\u{1B}[?1006h".utf8), off: Array("\u{1B}[?1006l\u{1B}[?1000l".utf8))
  }

  /// The title of the terminal's window is kept, and given back; nil where it has none that can be set. Source: xterm's
  /// Control Sequences, “Window manipulation (XTWINOPS)”.
  ///
  /// To be called once curses has started.
  static func title() -> TerminalMode? {
    let setsTitle = tigetflag("hs") == 1 && capability("tsl")?.starts(with: "\u{1B}]".utf8) == true
    guard isXtermLike || setsTitle else { return nil }
    return TerminalMode(on: Array("\u{1B}[22;2t".utf8), off: Array("\u{1B}[23;2t".utf8))
  }

  /// Whether it is a terminal in the manner of xterm, which passes over what it does not know. Hardware does not, nor does
  /// the console of Linux.
  ///
  /// To be called once curses has started.
  static var isXtermLike: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return (tigetflag("XT") == 1 || hasMouse) && !name.hasPrefix("linux")
  }

  private static var hasMouse: Bool { capability("kmous")?.starts(with: "\u{1B}[".utf8) == true }

  private static func capability(_ name: String) -> [UInt8]? {
    guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
    let bytes = Array(String(cString: value).utf8)
    return bytes.isEmpty ? nil : bytes
  }
}
