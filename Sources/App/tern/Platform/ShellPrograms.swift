import Glibc
import NcursesKit
import TerminalKit

/// Runs the pager and editor from the environment through the shell, on a private temporary file. The file is removed
/// afterwards, unless it contains changes that were not taken over.
struct ShellPrograms: TextPrograms {
  private let terminal: NcursesTerminal
  private let environment: [String: String]

  init(terminal: NcursesTerminal, environment: [String: String]) {
    self.terminal = terminal
    self.environment = environment
  }

  /// Shows text in a program, encoded for the locale.
  func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    let bytes = Locale.isUTF8 ? Array(text.utf8) : Locale.bytes(of: text)
    let file = try ProgramFile(bytes, for: .reading, environment)
    let end = run(command(of: program), on: file)
    // Changes made while reading belong to no draft, so the file stays.
    guard file.isUnchanged(bytes) else {
      throw TextProgramError("Your changes are in \(file.displayedFolder)")
    }
    file.remove()
    if let end { throw TextProgramError(end) }
  }

  /// Edits text in the editor. The file is UTF-8 in every locale, so that no character is lost.
  func edit(_ text: String) throws(TextProgramError) -> SavedText {
    let bytes = Array(text.utf8)
    let file = try ProgramFile(bytes, for: .writing, environment)
    let end = run(command(of: .editor), on: file)
    let saved: [UInt8]
    do throws(TextProgramError) {
      saved = try file.read()
    } catch {
      guard file.isEmpty else { throw TextProgramError("\(error.message). Saved in \(file.displayedFolder)") }
      file.remove()
      throw end.map { TextProgramError($0) } ?? error
    }
    let leftOtherFiles = file.hasOtherFiles
    let otherFilesNote = leftOtherFiles ? "Your editor left other files in \(file.displayedFolder)" : nil
    if saved == bytes, let end {
      if leftOtherFiles { throw TextProgramError("\(end). \(otherFilesNote ?? "")") }
      file.remove()
      throw TextProgramError(end)
    }
    let edited = saved == bytes ? text : EditedBytes.text(of: saved, before: text)
    guard edited.utf8.count <= EditedText.maxLength else {
      throw TextProgramError("The edited text is too long. Saved in \(file.displayedFolder)")
    }
    return SavedText(edited, problem: [end, otherFilesNote].compactMap(\.self).joined(separator: ". ")) {
      if !leftOtherFiles { file.remove() }
    }
  }

  /// - Returns: the problem with the program, or nil.
  private func run(_ command: String, on file: ProgramFile) -> String? {
    let end = terminal.withTerminalReleased {
      ForegroundProgram.run(command, file: file.path, terminal: terminal.input)
    }
    return Self.failureText(for: end, of: command)
  }

  private func command(of program: TextProgram) -> String {
    let (names, standard) =
      switch program {
      case .pager: (["PAGER"], "less")
      case .editor: (["VISUAL", "EDITOR"], "vi")
      }
    return names.lazy.compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } } ?? standard
  }

  /// The problem in words, or nil for success.
  private static func failureText(for end: ForegroundProgram.Outcome, of command: String) -> String? {
    let name = TextLayout.truncate(TextLayout.sanitized(command), to: 30)
    switch end {
    case .exited(0): return nil
    case .exited(126): return "\(name) cannot be run"
    case .exited(127): return "\(name) was not found"
    // A shell reports the signal of its child as 128 plus the number.
    case .exited(let status) where 129...192 ~= status: return failureText(for: .killed(status - 128), of: command)
    case .exited(let status): return "\(name) ended with status \(status)"
    case .killed(let signal): return "\(name) was ended by signal \(signal): \(String(cString: strsignal(signal)))"
    case .failed(let error): return "\(name) cannot be run: \(String(cString: strerror(error)))"
    }
  }
}
