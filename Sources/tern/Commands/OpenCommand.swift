import ArgumentParser
import Domain
import Glibc

/// `tern [PATH…]`: the program itself; a list of posts where nobody looks at a terminal.
struct OpenCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "open", abstract: "Browse timelines (the default).")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(
      options, paths: file.paths, settings: try ProgramSettings(options.settings))
    guard isatty(STDOUT_FILENO) == 1 else {
      try Listing(
        configuration: configuration.withoutUnnamedDemo, limit: nil, format: OutputOptions.Format.text
      ).run()
      return
    }
    try TerminalApp.run(configuration)
  }
}

/// `tern demo`: the demo's accounts alone.
struct DemoCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "demo", abstract: "Look around in the demo.")

  @OptionGroup var options: SharedOptions
  @Flag(help: "Walk through every reason for which there is nothing to list, or a post does not go out.")
  var tour = false
  @Flag(help: "Six accounts in six situations, side by side.")
  var columns = false

  func validate() throws {
    if options.hidesDemo { throw ValidationError("demo and --no-demo: name one of them") }
    if tour, columns { throw ValidationError("--tour and --columns: name one of them") }
  }

  @MainActor
  func runOnMainActor() throws {
    try DemoDirectory.require()
    try TerminalApp.run(
      Configuration(
        options, isDemo: true, isTour: tour, columnHandles: columns ? Self.columnHandles : [],
        settings: try ProgramSettings(options.settings)))
  }

  /// Posts, none, and four reasons why they do not come.
  static let columnHandles = [
    "ada@demo", "empty@demo", "offline@demo", "limited@demo", "expired@demo", "slow@demo",
  ]
}
