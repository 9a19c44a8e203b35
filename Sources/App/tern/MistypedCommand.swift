import Domain
import Glibc

/// Detects a first word that is neither a command nor a file: a typo, or a command after options.
enum MistypedCommand {
  /// Options without a value. All other options before the first word take one.
  private static let flags = ["--no-demo", "--offline"]

  /// The failure to report, or nil if the word may be valid.
  /// - Parameters:
  ///   - arguments: the arguments without the program name.
  ///   - exists: whether a file exists.
  static func failure(in arguments: [String], commands: [String], exists: (String) -> Bool = fileExists)
    -> CommandFailure?
  {
    let options = optionCount(in: arguments)
    guard let word = arguments.dropFirst(options).first, isWord(word), !exists(word) else { return nil }
    guard !commands.contains(word) else {
      return options == 0
        ? nil : CommandFailure(.usage, "no file “\(word)”; a command comes first: tern \(word) …")
    }
    let visibleName = ImportText.sanitizedName(word.escapingControls)
    return CommandFailure(
      .usage, "no command or file “\(visibleName)”\(NearestName.suggestion(for: word, among: commands))")
  }

  /// An addition to the parser's error: a query that starts with a hyphen looks like an option.
  static func hint(for arguments: [String]) -> String {
    guard arguments.first == "search",
      let query = arguments.dropFirst().first(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 1 })
    else { return "" }
    let visibleName = ImportText.sanitizedName(query.escapingControls)
    return "; put -- before a query that starts with a hyphen: tern search -- \(visibleName)"
  }

  /// The number of leading arguments that are options or their values.
  private static func optionCount(in arguments: [String]) -> Int {
    var count = 0
    while count < arguments.count, arguments[count].hasPrefix("--"), arguments[count] != "--" {
      count += flags.contains(arguments[count]) || arguments[count].contains("=") ? 1 : 2
    }
    return min(count, arguments.count)
  }

  /// Whether the text is a host and a port: `127.0.0.1:4190`.
  static func isHostWithPort(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
    let port = text[text.index(after: colon)...]
    return !port.isEmpty && port.allSatisfy { $0.isASCII && $0.isNumber } && PublicTimeline(typed: text) != nil
  }

  /// Whether the text looks like a word, not a path or a handle: it contains no slash, no dot and no server.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && FediverseAddress(text) == nil && !isHostWithPort(text)
      && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
  }

  /// Also true if the file cannot be examined: reading it reports the reason.
  static func fileExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }
}
