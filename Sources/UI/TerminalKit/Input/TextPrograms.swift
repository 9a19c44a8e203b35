/// An external program that shows or edits text.
public enum TextProgram: Hashable, Sendable, CaseIterable {
  case pager, editor
}

/// Runs external text programs, which use the terminal until they end.
@MainActor
public protocol TextPrograms {
  /// Shows sanitized text in a program. Returns after the program has ended and the terminal is restored.
  func open(_ text: String, with program: TextProgram) throws(TextProgramError)

  /// Lets the user edit text in an external editor.
  /// - Returns: The saved text, even if the editor failed after saving.
  /// - Throws: `TextProgramError` if the editor fails or the saved file cannot be read; its message contains the path
  ///   of that file.
  func edit(_ text: String) throws(TextProgramError) -> SavedText
}

/// Text saved by an editor.
public struct SavedText {
  public let text: String
  /// A problem despite the saved text; empty if none.
  public let problem: String
  /// Removes the temporary file. Call it after the text has been persisted.
  public let remove: @MainActor () -> Void

  public init(_ text: String, problem: String = "", remove: @escaping @MainActor () -> Void = {}) {
    self.text = text
    self.problem = problem
    self.remove = remove
  }
}

/// The failure of an external program.
public struct TextProgramError: Error, Hashable, Sendable {
  /// A message such as "less ended with status 1".
  public let message: String

  public init(_ message: String) {
    self.message = message
  }
}

/// Text programs for environments without a terminal.
public struct NoTextPrograms: TextPrograms {
  public nonisolated init() {}

  /// - Throws: Always, since there is no terminal.
  public func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    throw TextProgramError("No terminal available")
  }

  /// - Throws: Always, since there is no terminal.
  public func edit(_ text: String) throws(TextProgramError) -> SavedText {
    throw TextProgramError("No terminal available")
  }
}
