/// A program of the person's own that shows or takes a text.
public enum TextProgram: Hashable, Sendable, CaseIterable {
  case pager, editor
}

/// Hands texts to programs of the person's own, which have the terminal meanwhile.
@MainActor
public protocol TextPrograms {
  /// Returns when the program has ended, and the terminal is Tern's again.
  /// - Throws: what went wrong with the program. The text was harmless, and is lost to nobody.
  func open(_ text: String, with program: TextProgram) throws(TextProgramError)

  /// Has the person change a text in their editor.
  /// - Returns: what they have saved, also where the editor ended with an error after that.
  /// - Throws: what went wrong with the program, or where lies what it left and cannot be taken over. The text is as it
  ///   was.
  func edit(_ text: String) throws(TextProgramError) -> SavedText
}

/// What was written in an editor.
public struct SavedText {
  public let text: String
  /// What went wrong all the same; empty where nothing did.
  public let problem: String
  /// To be called once the text is on the disk elsewhere: removes the file.
  public let remove: @MainActor () -> Void

  public init(_ text: String, problem: String = "", remove: @escaping @MainActor () -> Void = {}) {
    self.text = text
    self.problem = problem
    self.remove = remove
  }
}

/// Why a program did not do as it should.
public struct TextProgramError: Error, Hashable, Sendable {
  /// “less ended with status 1”.
  public let words: String

  public init(_ words: String) {
    self.words = words
  }
}

/// Where there is no terminal to hand over.
public struct NoTextPrograms: TextPrograms {
  public nonisolated init() {}

  public func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    throw TextProgramError("There is no terminal for it here")
  }

  public func edit(_ text: String) throws(TextProgramError) -> SavedText {
    throw TextProgramError("There is no terminal for it here")
  }
}
