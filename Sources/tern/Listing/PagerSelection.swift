/// What a list on a terminal goes through, and whether its links can be followed there: pure functions of the
/// environment.
struct PagerSelection: Hashable {
  /// The program, and what it is told.
  let arguments: [String]
  /// nil for Tern’s own.
  let environment: [String: String]?
  /// Whether it hands on what makes a text a link.
  let takesLinks: Bool

  /// As git does it: the command in `$PAGER` for the shell, else less; none where that is empty or `cat`. What `$LESS`
  /// does not say is as git has it: end with what fits the screen, show what styles a text, leave the screen as it is.
  /// - Returns: nil where there is none.
  static func find(in environment: [String: String]) -> PagerSelection? {
    guard !isPlain(environment) else { return nil }
    let command = environment["PAGER"]?.trimmingBlanks
    guard command != "", command != "cat" else { return nil }
    var changed = environment
    if environment["LESS"] == nil { changed["LESS"] = "FRX" }
    return PagerSelection(
      arguments: command.map { ["/bin/sh", "-c", $0] } ?? ["less"], environment: changed,
      takesLinks: isRawLess(command ?? "less", options: changed["LESS"] ?? ""))
  }

  /// Whether the terminal itself is given links: not one that shows what it does not know, nor to who wants no styles.
  static func showsLinks(in environment: [String: String]) -> Bool {
    !isPlain(environment) && environment["TERM"] != "linux" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  private static func isPlain(_ environment: [String: String]) -> Bool {
    ["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Whether it is less, and has been told to let sequences through.
  private static func isRawLess(_ command: String, options: String) -> Bool {
    let words = command.split(separator: " ")
    guard words.first?.split(separator: "/").last == "less" else { return false }
    let set = options.split(separator: " ").map { $0.hasPrefix("-") ? $0 : "-" + $0 }
    return (words.dropFirst() + set).contains { word in
      if word.hasPrefix("--") { return word.lowercased() == "--raw-control-chars" }
      // What follows P is a prompt.
      return word.hasPrefix("-") && word.prefix { $0 != "P" }.contains { "Rr".contains($0) }
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
