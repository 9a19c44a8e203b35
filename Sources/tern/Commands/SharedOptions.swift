import ArgumentParser

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The account to open.", valueName: "handle"), completion: ShellCompletion.accounts)
  var account: String?

  @Option(
    help: ArgumentHelp("The timeline to open, or the search that stands as a tab.", valueName: "name"),
    completion: ShellCompletion.timelines)
  var timeline: String?

  @Option(help: ArgumentHelp("Where Tern keeps what it remembers.", valueName: "dir"), completion: .directory)
  var stateDirectory: String?

  @Option(help: ArgumentHelp("Where Tern keeps what has been imported.", valueName: "dir"), completion: .directory)
  var dataDirectory: String?

  @Option(help: ArgumentHelp("Write what happens to a file.", valueName: "file"), completion: .file())
  var log: String?

  @OptionGroup var settings: SettingsOption

  @Flag(name: .customLong("no-demo"), help: "Leave the demo's accounts out.")
  var hidesDemo = false

  @Flag(name: .customLong("offline"), help: "Ask no server: show what is kept.")
  var isOffline = false
}

/// Where the settings are.
struct SettingsOption: ParsableArguments {
  @Option(
    name: .customLong("config"), help: ArgumentHelp("Read the settings from this file.", valueName: "file"),
    completion: .file())
  var path: String?
}

/// The files to read.
struct PathArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of posts, shown as one timeline. - is standard input, a folder is the archive in it.", valueName: "path"),
    completion: .file())
  var paths: [String] = []
}

/// How posts are printed, and how many.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  // Else a number below zero would be taken for an option.
  @Option(parsing: .unconditional, help: ArgumentHelp("How many posts at the most.", valueName: "n"))
  var limit: Int?

  @Option(help: "text or jsonl.")
  var format = Format.text

  @Flag(
    name: .customLong("pager"), inversion: .prefixedNo,
    help: "On a terminal, print through the pager ($PAGER, else less).")
  var usesPager = true

  @Flag(name: .customLong("reveal"), help: "Show what is behind content warnings.")
  var reveals = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number of posts, not \(limit)") }
  }
}

/// A command that runs on the main actor, where curses and the screens live.
protocol MainActorCommand: ParsableCommand, Sendable {
  @MainActor
  func runOnMainActor() throws
}

extension MainActorCommand {
  func run() throws {
    try MainActor.assumeIsolated { try runOnMainActor() }
  }
}
