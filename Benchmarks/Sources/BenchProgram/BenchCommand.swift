import ArgumentParser

/// Measures Tern. Prints progress to standard error and tables to standard output.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", subcommands: [BesideCommand.self, LiveCommand.self, StoreCommand.self, TypingCommand.self])
}
