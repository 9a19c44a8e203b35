import ArgumentParser
import Domain
import Glibc

/// `tern [PATH…]`: the program itself, or a list of posts when standard output is not a terminal.
struct OpenCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Browse timelines (the default command).")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(
      options, paths: file.paths, settings: try ProgramSettings(options.settings))
    guard isatty(STDOUT_FILENO) == 1 else {
      try Listing(
        configuration: configuration.excludingUnnamedDemo, limit: nil, format: OutputOptions.Format.text
      ).run()
      return
    }
    try TerminalApp.run(configuration)
  }
}

/// `tern demo`: only the demo accounts.
struct DemoCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try the demo: invented accounts, each in another situation.")

  @OptionGroup var options: SharedOptions
  @Flag(help: "Walk through every empty view and every failure.")
  var tour = false
  @Flag(help: "Show six accounts side by side.")
  var columns = false

  func validate() throws {
    if options.hidesDemo { throw ValidationError("demo and --no-demo exclude each other") }
    if tour, columns { throw ValidationError("--tour and --columns exclude each other") }
  }

  @MainActor
  func runOnMainActor() throws {
    try DemoDirectory.require()
    try TerminalApp.run(
      Configuration(
        options, isDemo: true, isTour: tour, columnHandles: columns ? Self.columnHandles : [],
        settings: try ProgramSettings(options.settings)))
  }

  /// An account with posts, an empty one, and four that fail to load.
  static let columnHandles = [
    "ada@demo", "empty@demo", "offline@demo", "limited@demo", "expired@demo", "slow@demo",
  ]
}
