import ArgumentParser
import Glibc
import NcursesKit
import Pictures

/// The `tern` command: entry point of the program.
@main
struct TernCommand: ParsableCommand {
  static let version = "0.2.0"

  static let configuration = CommandConfiguration(
    commandName: "tern", abstract: "Read Mastodon, and your X or Mastodon archive, in the terminal.",
    usage: """
      tern [PATH...]         browse files (- is standard input), the folder of an
                             archive, or the last account
      tern ADDRESS           open the post or profile at an address
      tern all               read the Home of all accounts as one timeline
      tern demo              try the demo
      tern list [PATH...]    print posts as text, or with --format jsonl
      tern list --follow     print new posts as they arrive
      tern notifications     print notifications
      tern thread ADDRESS    print the thread of a post
      tern search QUERY      print matching posts, newest first
      tern screen [PATH...]  print a screen without a terminal
      tern login SERVER      sign in to a Mastodon server
      tern logout HANDLE     sign out
      tern post TEXT         publish a post
      tern scheduled         list posts to be published later
      tern like|repost|bookmark ADDRESS
                             act on a post
      tern follow|mute ADDRESS
                             follow or mute an account
      tern follows export    print the accounts that you follow, as CSV;
                             tern follows import FILE follows those of a file
      tern sync              send the outbox and cache new posts
      tern import PATH...    import downloaded archives
      tern rename HANDLE NAME
                             give an account a name of your own
      tern stats [HANDLE]    print statistics of an account's posts
      tern export HANDLE     print the stored posts of an account
      tern forget HANDLE     remove an imported account
      tern accounts          list accounts
      tern config            print all settings with their defaults
      tern config check      check your settings
      """,
    discussion: """
      Options of commands that show posts:
        --account <handle>       account to open
        --timeline <name>        timeline or search tab to open
        --state-directory <dir>  state directory: positions, last account
        --data-directory <dir>   data directory: imported and cached posts
        --log <file>             append events to a log file
        --config <file>          settings file
        --no-demo                hide the demo accounts
        --offline                use cached posts only
      """,
    version: version,
    subcommands: commands,
    defaultSubcommand: OpenCommand.self)

  private static let commands: [any ParsableCommand.Type] = [
    OpenCommand.self, AllCommand.self, DemoCommand.self, ListCommand.self, NotificationsCommand.self,
    ThreadCommand.self,
    SearchCommand.self, ScreenCommand.self, LoginCommand.self, LogoutCommand.self, PostCommand.self,
    ScheduledCommand.self,
    LikeCommand.self, RepostCommand.self, BookmarkCommand.self, FollowCommand.self, MuteCommand.self,
    FollowsCommand.self, MoveCommand.self,
    SyncCommand.self, ImportCommand.self,
    RenameCommand.self, StatisticsCommand.self, ExportCommand.self, ForgetCommand.self, AccountsCommand.self,
    ConfigCommand.self,
  ]

  private static let names = commands.compactMap { $0.configuration.commandName } + ["help"]

  /// Not `async`: the main queue must run on the main thread, where curses and the crash handler need it.
  static func main() {
    StandardStream.openClosedDescriptors()
    do {
      let arguments = Array(NonUTF8Paths.arguments.dropFirst())
      // Internal: Tern starts itself with this command to decode a picture.
      if arguments.first == PictureProcess.command { _exit(PictureProcess.run(Array(arguments.dropFirst()))) }
      // Internal: Tern starts itself with this command to start another program.
      if arguments.first == WatchedProgram.command { _exit(WatchedProgram.run(Array(arguments.dropFirst()))) }
      StandardStream.ignoreWriteSignals()
      MainActor.assumeIsolated { Locale.setFromEnvironment() }
      if let failure = MistypedCommand.failure(in: arguments, commands: names) { throw failure }
      var command = try parseAsRoot(arguments)
      if !(command is ImportCommand) { AllocatorTuning.limitPools() }
      try command.run()
    } catch let failure as CommandFailure {
      failure.exit()
    } catch {
      let message = fullMessage(for: error)
      if exitCode(for: error) == .success { printAndExit(message) }
      let line = message.split(separator: "\n").first.map(String.init) ?? "invalid arguments"
      let hint = MistypedCommand.hint(for: Array(NonUTF8Paths.arguments.dropFirst()))
      CommandFailure(.usage, line.replacing("Error: ", with: "", maxReplacements: 1) + hint).exit()
    }
  }

  /// Prints help, the version or completions, and exits.
  private static func printAndExit(_ text: String) -> Never {
    do throws(CommandFailure) {
      if !text.isEmpty { try StandardStream.output.write(text + "\n") }
      Glibc.exit(EXIT_SUCCESS)
    } catch {
      error.exit()
    }
  }
}
