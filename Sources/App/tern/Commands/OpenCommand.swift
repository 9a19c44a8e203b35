import ArgumentParser
import Domain
import Glibc

/// `tern [PATH…]` and `tern ADDRESS`: the program itself, or a list of posts when standard output is not a terminal.
struct OpenCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Browse timelines (the default command).",
    discussion: """
      Instead of files, the address of a post or profile at any server can be given: tern https://tern.example/@ada/1234, \
      tern @ada@tern.example. So can a server, or a hashtag at one, to read its public posts: tern tern.example, \
      tern '#loom@tern.example'. It opens in the account of --account, else in the last one, else in the only one at a \
      server; without any it is read at its own server. A file of that name takes precedence.
      """)

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    let address = file.address
    var configuration = Configuration(
      options, paths: address == nil ? file.paths : [], settings: try ProgramSettings(options.settings))
    configuration.address = address
    if let address, isatty(STDOUT_FILENO) != 1 {
      switch address {
      case .timeline: throw CommandFailure(.usage, "the posts of a server open in a terminal only")
      case .item(let item):
        throw CommandFailure(
          .usage, "an address opens in a terminal only; tern thread \(item.text.escapingControls) prints the thread")
      }
    }
    guard isatty(STDOUT_FILENO) == 1 else {
      try Listing(
        configuration: configuration.excludingUnnamedDemo, limit: nil, format: OutputOptions.Format.text
      ).run()
      return
    }
    try TerminalApp.run(configuration)
  }
}

/// `tern all`: the program, starting with the Home of all accounts.
struct AllCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Read the Home of all accounts as one timeline.")

  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    var configuration = Configuration(options, settings: try ProgramSettings(options.settings))
    configuration.opensAllAccounts = true
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
    if options.hidesDemo { throw ValidationError("demo and --no-demo cannot be combined") }
    if tour, columns { throw ValidationError("--tour and --columns cannot be combined") }
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
