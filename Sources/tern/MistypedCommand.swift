import Domain
import Glibc

/// A first word that is neither a command nor a file: somebody has mistyped one of the two, or has put options in front of
/// a command.
enum MistypedCommand {
  /// Options after which no value comes; all others that stand in front of a word have one.
  private static let flags = ["--no-demo", "--offline"]

  /// What is said of it; nil where the word may be what it is.
  /// - Parameters:
  ///   - arguments: without the program’s own name.
  ///   - exists: whether there is a file of a name.
  static func failure(in arguments: [String], commands: [String], exists: (String) -> Bool = isThere) -> CommandFailure?
  {
    let options = optionCount(in: arguments)
    guard let word = arguments.dropFirst(options).first, isWord(word), !exists(word) else { return nil }
    guard !commands.contains(word) else {
      return options == 0
        ? nil : CommandFailure(.usage, "no file “\(word)”; as a command it stands first: tern \(word) …")
    }
    let shown = ImportText.shown(word.escapingControls)
    return CommandFailure(.usage, "no command or file “\(shown)”\(NearestName.question(for: word, among: commands))")
  }

  /// What is said besides of arguments that the parser has refused: a query that begins with a hyphen looks like an option.
  static func hint(for arguments: [String]) -> String {
    guard arguments.first == "search",
      let query = arguments.dropFirst().first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 1 })
    else { return "" }
    let shown = ImportText.shown(query.escapingControls)
    return "; -- stands before a query that begins with a hyphen: tern search -- \(shown)"
  }

  /// How many of the arguments are options and their values, up to the first that is neither.
  private static func optionCount(in arguments: [String]) -> Int {
    var count = 0
    while count < arguments.count, arguments[count].hasPrefix("--"), arguments[count] != "--" {
      count += flags.contains(arguments[count]) || arguments[count].contains("=") ? 1 : 2
    }
    return min(count, arguments.count)
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
