import CNcurses
import Glibc

/// A terminal mode unknown to curses, with the sequences to enable and disable it.
@MainActor
struct TerminalMode {
  let on: [UInt8]
  let off: [UInt8]

  /// Marks pasted text with two sequences; nil if the terminal probably does not support it. Source: xterm's Control
  /// Sequences, “Bracketed Paste Mode”.
  ///
  /// Call it after curses has started.
  static func bracketedPaste() -> TerminalMode? {
    if let on = capability("BE"), let off = capability("BD") { return TerminalMode(on: on, off: off) }
    // Terminfo may be older than the terminal. Terminals with a mouse or an xterm-like title ignore unknown modes;
    // hardware terminals do not.
    guard tigetflag("XT") == 1 || hasMouse else { return nil }
    return TerminalMode(on: Array("\u{1B}[?2004h".utf8), off: Array("\u{1B}[?2004l".utf8))
  }

  /// Reports buttons and wheel (1000) in the format for screens of any size (1006), without mouse movements; nil if the
  /// terminal has no mouse. Source: xterm's Control Sequences, “Mouse Tracking”.
  ///
  /// Call it after curses has started.
  static func mouse() -> TerminalMode? {
    guard hasMouse else { return nil }
    return TerminalMode(
      on: Array("\u{1B}[?1000h\u{1B}[?1006h".utf8), off: Array("\u{1B}[?1006l\u{1B}[?1000l".utf8))
  }

  /// Saves and restores the window title; nil if the title cannot be set. Source: xterm's Control Sequences, “Window
  /// manipulation (XTWINOPS)”.
  ///
  /// Call it after curses has started.
  static func title() -> TerminalMode? {
    let setsTitle = tigetflag("hs") == 1 && capability("tsl")?.starts(with: "\u{1B}]".utf8) == true
    guard isXtermLike || setsTitle else { return nil }
    return TerminalMode(on: Array("\u{1B}[22;2t".utf8), off: Array("\u{1B}[23;2t".utf8))
  }

  /// Whether the terminal is xterm-like and ignores unknown sequences, in contrast to hardware terminals and the Linux
  /// console.
  ///
  /// Call it after curses has started.
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
