import TerminalKit

/// Keeps what was handed to programs.
@MainActor
public final class SpyTextPrograms: TextPrograms {
  public private(set) var opened: [(text: String, program: TextProgram)] = []
  /// What goes wrong.
  public var error: TextProgramError?

  public init() {}

  public func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    opened.append((text, program))
    if let error { throw error }
  }

  /// What the person makes of a text in their editor.
  public var edits: (String) -> String = { $0 }

  /// What goes wrong after the person has saved.
  public var problem = ""
  /// How many of the texts that were edited have been taken over.
  public private(set) var removed = 0

  public func edit(_ text: String) throws(TextProgramError) -> SavedText {
    opened.append((text, .editor))
    if let error { throw error }
    return SavedText(edits(text), problem: problem) { self.removed += 1 }
  }
}
