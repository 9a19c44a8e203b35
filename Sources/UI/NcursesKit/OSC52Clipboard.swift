import FoundationEssentials
import TerminalKit

/// Copies by a control sequence of the terminal, which also works over ssh. Source: xterm's Control Sequences,
/// “Operating System Commands”, Ps = 5 2.
@MainActor
public struct OSC52Clipboard: Clipboard {
  private let terminal: NcursesTerminal

  public init(terminal: NcursesTerminal) {
    self.terminal = terminal
  }

  /// Sanitizes the text, since it may be pasted into a shell.
  public func copy(_ text: String) {
    terminal.send(Array("\u{1B}]52;c;\(Data(TextLayout.sanitized(text).utf8).base64EncodedString())\u{07}".utf8))
  }
}
