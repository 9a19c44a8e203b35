import ArgumentParser

/// Measures Tern. Progress goes to standard error, the tables to standard output.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", subcommands: [BesideCommand.self, LiveCommand.self, StoreCommand.self, TypingCommand.self])
}
