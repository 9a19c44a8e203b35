import Domain
import Glibc

/// A first word that is neither a command nor a file: somebody has mistyped one of the two.
enum MistypedCommand {
  /// What is said of it; nil where the word may be what it is.
  /// - Parameters:
  ///   - arguments: without the program’s own name.
  ///   - exists: whether there is a file of a name.
  static func failure(in arguments: [String], commands: [String], exists: (String) -> Bool = isThere) -> Failure? {
    guard let word = arguments.first, isWord(word), !commands.contains(word), !exists(word) else { return nil }
    let shown = ImportWords.shown(word.escapingControls)
    return Failure(.usage, "no command or file “\(shown)”\(NearestName.question(for: word, among: commands))")
  }

  /// Whether nothing in it says that it is a file: no folder and no dot.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
  }

  /// Also where it cannot be looked at: then the reader of files says why.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }
}
