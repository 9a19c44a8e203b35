import ArgumentParser
import Domain

/// Options of every command that shows posts.
struct SharedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The account to open, by its name or handle. Not together with PATH.", valueName: "handle"),
    completion: ShellCompletion.accounts)
  var account: String?

  @Option(
    help: ArgumentHelp("The timeline or search tab to open.", valueName: "name"),
    completion: ShellCompletion.timelines)
  var timeline: String?

  @Option(
    help: ArgumentHelp("State directory: positions and the last account.", valueName: "dir"), completion: .directory)
  var stateDirectory: String?

  @Option(help: ArgumentHelp("Data directory: imported and cached posts.", valueName: "dir"), completion: .directory)
  var dataDirectory: String?

  @Option(
    help: ArgumentHelp("Append events to this log file. Never a password.", valueName: "file"), completion: .file())
  var log: String?

  @OptionGroup var settings: SettingsOption

  @Flag(name: .customLong("no-demo"), help: "Hide the demo accounts.")
  var hidesDemo = false

  @Flag(name: .customLong("offline"), help: "Use cached posts only; connect to no server.")
  var isOffline = false
}

/// The option that names the settings file.
struct SettingsOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("Settings file to use instead of your own.", valueName: "file"),
    completion: .file())
  var path: String?
}

/// The files to show as one timeline.
struct PathArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of posts, shown as one timeline. - is standard input; a folder is an unpacked archive.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  /// Endings of files that could also be the end of a server's name.
  private static let fileEndings: Set = [
    "json", "jsonl", "ndjson", "js", "zip", "gz", "tgz", "bz2", "xz", "zst", "tar", "txt", "csv", "html", "xml", "md",
    "7z",
  ]

  /// The address of a post, profile or server, if the only argument is one. A file of that name takes precedence.
  var address: TypedAddress? {
    guard paths.count == 1, let path = paths.first, !MistypedCommand.fileExists(path) else { return nil }
    if let item = FediverseAddress(path) { return .item(item) }
    if path.contains("://") || path.hasPrefix("#") { return TypedAddress(path) }
    if MistypedCommand.isHostWithPort(path) { return PublicTimeline(typed: path).map(TypedAddress.timeline) }
    // The name of a server, and not of a missing file.
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    guard path.contains("."), !Self.fileEndings.contains(ending), ending.contains(where: \.isLetter) else { return nil }
    return PublicTimeline(typed: path).map(TypedAddress.timeline)
  }
}

/// Options for the format and the number of printed posts.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  // Without this, a negative number would be parsed as an option.
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of posts.", valueName: "n"))
  var limit: Int?

  @Option(help: "Output format: text or jsonl.")
  var format = Format.text

  @Flag(
    name: .customLong("pager"), inversion: .prefixedNo,
    help: "Whether to use a pager on a terminal: $PAGER, else less.")
  var usesPager = true

  @Flag(name: .customLong("reveal"), help: "Show posts behind content warnings.")
  var reveals = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit)") }
  }
}

/// A command that runs on the main actor, as curses and the screens do.
protocol MainActorCommand: ParsableCommand, Sendable {
  /// Runs the command.
  /// - Throws: `CommandFailure` with the message and exit status.
  @MainActor
  func runOnMainActor() throws
}

extension MainActorCommand {
  func run() throws {
    try MainActor.assumeIsolated { try runOnMainActor() }
  }
}
