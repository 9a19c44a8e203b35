import ArgumentParser
import NcursesKit

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
      tern export HANDLE     what has been imported, as tern list prints it
      tern forget HANDLE     remove an account from the store
      tern accounts          who can sign in
      tern config            the standard settings, as a file with comments
      tern config check      what is wrong with your own
      """,
    version: version,
    subcommands: [
      OpenCommand.self, DemoCommand.self, ListCommand.self, SearchCommand.self, ScreenCommand.self,
      LoginCommand.self, LogoutCommand.self, PostCommand.self, SyncCommand.self, ImportCommand.self,
      ExportCommand.self, ForgetCommand.self, AccountsCommand.self, ConfigCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// A synchronous main keeps the main queue on the main thread, where curses and the crash handler need it.
  static func main() {
    StandardStream.fillGaps()
    do {
      var command = try parseAsRoot()
      MainActor.assumeIsolated { Locale.useEnvironment() }
      try command.run()
    } catch let failure as Failure {
      failure.exit()
    } catch {
      guard exitCode(for: error) != .success else { exit(withError: error) }
      let message = fullMessage(for: error).split(separator: "\n").first.map(String.init) ?? "unusable arguments"
      Failure(.usage, message.replacing("Error: ", with: "", maxReplacements: 1)).exit()
    }
  }
}
