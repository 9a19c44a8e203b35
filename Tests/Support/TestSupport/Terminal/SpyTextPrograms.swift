import TerminalKit

/// Records text passed to external programs.
@MainActor
public final class SpyTextPrograms: TextPrograms {
  public private(set) var opened: [(text: String, program: TextProgram)] = []
  /// The error to throw.
  public var error: TextProgramError?

  public init() {}

  public func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    opened.append((text, program))
    if let error { throw error }
  }

  /// The edit that the user makes.
  public var edits: (String) -> String = { $0 }

  /// The problem after saving.
  public var problem = ""
  /// The number of edited files that were removed.
  public private(set) var removed = 0

  public func edit(_ text: String) throws(TextProgramError) -> SavedText {
    opened.append((text, .editor))
    if let error { throw error }
    return SavedText(edits(text), problem: problem) { self.removed += 1 }
  }
}
