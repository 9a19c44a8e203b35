import ArgumentParser
import Glibc
import NcursesKit
import Pictures

/// `tern`: everything begins here.
@main
struct TernCommand: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tern", abstract: "A timeline in the terminal.",
    usage: """
      tern [PATH...]         browse: files as one timeline (- is standard input), the
                             folder of an archive, or the account read last
      tern demo              look around in the demo
      tern list [PATH...]    posts as text, or --format jsonl
      tern search QUERY      the posts that match, newest first
      tern screen [PATH...]  the screen itself, without a terminal
      tern login SERVER      sign in to a server
      tern logout HANDLE     sign out of one
      tern post TEXT         write a post
      tern sync              send what waits, ask servers for what is new, keep it
      tern import PATH...    take downloaded archives into the store
      tern rename HANDLE NAME
                             give an account a name of your own
      tern stats [HANDLE]    what the posts of an account come to
      tern export HANDLE     what has been imported, as tern list prints it
      tern forget HANDLE     remove an account from the store
      tern accounts          who can sign in
      tern config            the standard settings, as a file with comments
      tern config check      what is wrong with your own
      """,
    discussion: """
      All that show posts take:
        --account <handle>       the account to open
        --timeline <name>        the timeline to open
        --state-directory <dir>  where Tern keeps what it remembers
        --data-directory <dir>   where Tern keeps what has been imported
        --log <file>             write what happens to a file
        --config <file>          read the settings from this file
        --no-demo                leave the demo's accounts out
        --offline                ask no server: show what is kept
      """,
    version: version,
    subcommands: commands,
    defaultSubcommand: OpenCommand.self)

  private static let commands: [any ParsableCommand.Type] = [
    OpenCommand.self, DemoCommand.self, ListCommand.self, SearchCommand.self, ScreenCommand.self,
    LoginCommand.self, LogoutCommand.self, PostCommand.self, SyncCommand.self, ImportCommand.self,
    RenameCommand.self, StatisticsCommand.self, ExportCommand.self, ForgetCommand.self, AccountsCommand.self,
    ConfigCommand.self,
  ]

  private static let names = commands.compactMap { $0.configuration.commandName } + ["help"]

  /// A synchronous main keeps the main queue on the main thread, where curses and the crash handler need it.
  static func main() {
    StandardStream.fillGaps()
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      // What Tern starts of itself for each picture is no command for people.
      if arguments.first == PictureProcess.command { _exit(PictureProcess.run(Array(arguments.dropFirst()))) }
      // Nor is what it starts to start another program.
      if arguments.first == WatchedProgram.command { _exit(WatchedProgram.run(Array(arguments.dropFirst()))) }
      StandardStream.makeWritesFail()
      MainActor.assumeIsolated { Locale.useEnvironment() }
      if let failure = MistypedCommand.failure(in: arguments, commands: names) { throw failure }
      var command = try parseAsRoot()
      if !(command is ImportCommand) { AllocatorTuning.limitPools() }
      try command.run()
    } catch let failure as CommandFailure {
      failure.exit()
    } catch {
      let message = fullMessage(for: error)
      if exitCode(for: error) == .success { answer(message) }
      let line = message.split(separator: "\n").first.map(String.init) ?? "unusable arguments"
      let hint = MistypedCommand.hint(for: Array(CommandLine.arguments.dropFirst()))
      CommandFailure(.usage, line.replacing("Error: ", with: "", maxReplacements: 1) + hint).exit()
    }
  }

  /// Prints what was asked for instead of a command: help, the version, or completions.
  private static func answer(_ text: String) -> Never {
    do throws(CommandFailure) {
      if !text.isEmpty { try StandardStream.output.write(text + "\n") }
      Glibc.exit(EXIT_SUCCESS)
    } catch {
      error.exit()
    }
  }
}
