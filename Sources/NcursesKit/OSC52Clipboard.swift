import FoundationEssentials
import TerminalKit

/// Copies through the terminal, so that it works over ssh too. Source of the sequence: xterm's Control Sequences,
/// “Operating System Commands”, Ps = 5 2.
@MainActor
public struct OSC52Clipboard: Clipboard {
  private let terminal: NcursesTerminal

  public init(terminal: NcursesTerminal) {
    self.terminal = terminal
  }

  /// What is copied is as harmless as what is drawn: it may be pasted into a shell.
  public func copy(_ text: String) {
    terminal.send(Array("\u{1B}]52;c;\(Data(TextLayout.sanitized(text).utf8).base64EncodedString())\u{07}".utf8))
  }
}
