/// The pager for output on a terminal, and whether links can be followed there. Pure functions of the environment.
struct PagerSelection: Hashable {
  /// The program and its arguments.
  let arguments: [String]
  /// nil to inherit Tern’s environment.
  let environment: [String: String]?
  /// Whether it passes OSC 8 sequences through.
  let passesLinks: Bool

  /// Chooses as git does: the shell command in `$PAGER`, otherwise less. If `$LESS` is not set, it is `FRX` as with
  /// git: quit if the output fits the screen, pass styles through, leave the screen as it is.
  /// - Returns: nil if `$PAGER` is empty or `cat`, or the terminal is dumb.
  static func find(in environment: [String: String]) -> PagerSelection? {
    guard !isPlain(environment) else { return nil }
    let command = environment["PAGER"]?.trimmingBlanks
    guard command != "", command != "cat" else { return nil }
    var changed = environment
    if environment["LESS"] == nil { changed["LESS"] = "FRX" }
    return PagerSelection(
      arguments: command.map { ["/bin/sh", "-c", $0] } ?? ["less"], environment: changed,
      passesLinks: showsEscapes(command ?? "less", options: changed["LESS"] ?? ""))
  }

  /// Whether links are written to the terminal: not on terminals that would show the sequence, nor with `NO_COLOR`.
  static func showsLinks(in environment: [String: String]) -> Bool {
    !isPlain(environment) && environment["TERM"] != "linux" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  private static func isPlain(_ environment: [String: String]) -> Bool {
    ["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Whether the command is less with an option that passes sequences through.
  private static func showsEscapes(_ command: String, options: String) -> Bool {
    let words = command.split(separator: " ")
    guard words.first?.split(separator: "/").last == "less" else { return false }
    let set = options.split(separator: " ").map { $0.hasPrefix("-") ? $0 : "-" + $0 }
    return (words.dropFirst() + set).contains { word in
      if word.hasPrefix("--") { return word.lowercased() == "--raw-control-chars" }
      // P takes the rest of the word as a prompt.
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
