import Glibc
import NcursesKit
import TerminalKit

/// The pager and the editor that the environment names, run by the shell as they stand there. The text is in a file that
/// its owner alone can read, and that goes when the program has ended.
struct ShellPrograms: TextPrograms {
  private let terminal: NcursesTerminal
  private let environment: [String: String]

  init(terminal: NcursesTerminal, environment: [String: String]) {
    self.terminal = terminal
    self.environment = environment
  }

  func open(_ text: String, with program: TextProgram) throws(TextProgramError) {
    let file = try TemporaryText(Locale.isUTF8 ? Array(text.utf8) : Locale.bytes(of: text), in: environment["TMPDIR"])
    defer { file.remove() }
    try run(command(of: program), on: file)
  }

  /// Whatever the locale: what a person writes is not to lose a letter on its way.
  func edit(_ text: String) throws(TextProgramError) -> String {
    let file = try TemporaryText(Array(text.utf8), in: environment["TMPDIR"])
    defer { file.remove() }
    try run(command(of: .editor), on: file)
    let edited = try file.read()
    // Editors end the last line; the person may not have.
    return edited.hasSuffix("\n") && !text.hasSuffix("\n") ? String(edited.dropLast()) : edited
  }

  private func run(_ command: String, on file: TemporaryText) throws(TextProgramError) {
    let end = terminal.lend { ForegroundProgram.run(command, file: file.path, terminal: terminal.input) }
    if let words = Self.words(for: end, of: command) { throw TextProgramError(words) }
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

/// A text in a file of its own, in a folder of its own: editors put other files beside it.
private struct TemporaryText {
  /// What an editor may leave, in bytes.
  private static let maxLength = 1_000_000

  private let folder: String
  let path: String

  /// - Parameter parent: the folder for what is kept for a short time.
  init(_ bytes: [UInt8], in parent: String?) throws(TextProgramError) {
    let parent = parent.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(parent)/tern-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.failure(parent) }
    folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = folder + "/post.txt"
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0, Self.write(bytes, to: descriptor) else {
      let failure = Self.failure(parent)
      if descriptor >= 0 { close(descriptor) }
      remove()
      throw failure
    }
    close(descriptor)
  }

  /// What stands in it now.
  func read() throws(TextProgramError) -> String {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(reading: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(reading: path) }
      if count == 0 { break }
      bytes += part[..<count]
      guard bytes.count <= Self.maxLength else {
        throw TextProgramError("What the editor left is too long")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TextProgramError("What the editor left is not UTF-8")
    }
    return text
  }

  func remove() {
    if let entries = opendir(folder) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if ![".", ".."].contains(name) { unlink("\(folder)/\(name)") }
      }
      closedir(entries)
    }
    rmdir(folder)
  }

  private static func failure(reading path: String) -> TextProgramError {
    TextProgramError("What the editor left cannot be read: \(String(cString: strerror(errno)))")
  }

  private static func failure(_ folder: String) -> TextProgramError {
    TextProgramError("The text cannot be put into \(folder): \(String(cString: strerror(errno)))")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
