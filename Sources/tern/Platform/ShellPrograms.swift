import Glibc
import NcursesKit
import TerminalKit

/// The pager and the editor that the environment names, run by the shell as they stand there. The text is in a file that
/// its owner alone can read. It is removed when the program has ended, unless the program has left something in it.
struct ShellPrograms: TextPrograms {
  private let terminal: NcursesTerminal
  private let environment: [String: String]

  init(terminal: NcursesTerminal, environment: [String: String]) {
    self.terminal = terminal
    self.environment = environment
  }

  func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    let bytes = Locale.isUTF8 ? Array(text.utf8) : Locale.bytes(of: text)
    let file = try ProgramFile(bytes, for: .reading, environment)
    let end = run(command(of: program), on: file)
    // Where a post was written on in an editor, it is nobody's draft: it stays.
    guard file.holdsOnly(bytes) else {
      throw TextProgramError("What you changed is in \(file.shownFolder)")
    }
    file.remove()
    if let end { throw TextProgramError(end) }
  }

  /// Whatever the locale: what a person writes is not to lose a letter on its way.
  func edit(_ text: String) throws(TextProgramError) -> SavedText {
    let bytes = Array(text.utf8)
    let file = try ProgramFile(bytes, for: .writing, environment)
    let end = run(command(of: .editor), on: file)
    let saved: [UInt8]
    do throws(TextProgramError) {
      saved = try file.read()
    } catch {
      guard file.isEmpty else { throw TextProgramError("\(error.words). It stays in \(file.shownFolder)") }
      file.remove()
      throw end.map { TextProgramError($0) } ?? error
    }
    let others = file.hasOthers
    let rest = others ? "Other files of your editor are in \(file.shownFolder)" : nil
    if saved == bytes, let end {
      if others { throw TextProgramError("\(end). \(rest ?? "")") }
      file.remove()
      throw TextProgramError(end)
    }
    let edited = saved == bytes ? text : EditedBytes.text(of: saved, before: text)
    guard edited.utf8.count <= EditedText.maxLength else {
      throw TextProgramError("What the editor left is too long. It stays in \(file.shownFolder)")
    }
    return SavedText(edited, problem: [end, rest].compactMap(\.self).joined(separator: ". ")) {
      if !others { file.remove() }
    }
  }

  /// - Returns: what went wrong with the program; nil where nothing did.
  private func run(_ command: String, on file: ProgramFile) -> String? {
    let end = terminal.lend { ForegroundProgram.run(command, file: file.path, terminal: terminal.input) }
    return Self.words(for: end, of: command)
  }

  private func command(of program: TextProgram) -> String {
    let (names, standard) =
      switch program {
      case .pager: (["PAGER"], "less")
      case .editor: (["VISUAL", "EDITOR"], "vi")
      }
    return names.lazy.compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } } ?? standard
  }

  /// nil where all went well.
  private static func words(for end: ForegroundProgram.End, of command: String) -> String? {
    let name = TextLayout.truncate(TextLayout.sanitized(command), to: 30)
    switch end {
    case .exited(0): return nil
    case .exited(126): return "\(name) cannot be run"
    case .exited(127): return "There is no program \(name)"
    // So a shell tells of the signal that has ended what it ran.
    case .exited(let status) where 129...192 ~= status: return words(for: .killed(status - 128), of: command)
    case .exited(let status): return "\(name) ended with status \(status)"
    case .killed(let signal): return "\(name) was ended by signal \(signal): \(String(cString: strsignal(signal)))"
    case .failed(let error): return "\(name) cannot be run: \(String(cString: strerror(error)))"
    }
  }
}
