import ArgumentParser
import Domain
import EmptyState
import Foundation
import Runtime

/// `tern follows`: moves the accounts that one follows between accounts, in Mastodon's CSV format.
struct FollowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follows", abstract: "Export or import the accounts that you follow, as CSV.",
    subcommands: [FollowsExportCommand.self, FollowsImportCommand.self])
}

/// `tern follows export`: prints the accounts that an account follows.
struct FollowsExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the accounts that you follow, in the CSV format of Mastodon.")

  @OptionGroup var account: ServerAccountOption

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let account = try account.account(services)
    let follows = try MainLoop.wait { () async throws(TimelineError) in
      guard let source = services.sources.source(of: account.id) else { throw .unsupported(host: account.label) }
      return try await AccountExport(account, source, waiting: RateLimitWait(clock: SystemClock())).follows()
    }
    try StandardStream.output.write(AccountFile.follows.text(of: AccountData(follows: follows)))
  }
}

/// `tern follows import FILE`: follows the accounts of a file.
struct FollowsImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Follow the accounts of a CSV file, as Mastodon and tern follows export write it.",
    discussion: """
      One line is printed for each account. An account that cannot be followed does not stop the others; the exit status \
      is that of the worst failure. --dry-run only lists who would be followed.
      """)

  @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
  var path: String

  @OptionGroup var account: ServerAccountOption

  @Flag(name: .customLong("dry-run"), help: "Follow no account, and print who would be followed.")
  var isDryRun = false

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let content = AccountFile.follows.content(of: try CommandInput.text(at: path), path: path)
    if let problem = content.problems.first {
      throw CommandFailure(.damagedData, problem.message).appending("nothing was done")
    }
    let handles = content.items.compactMap { item in
      if case .follow(let follow) = item.step { follow.handle } else { nil }
    }
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let run = ActionRun(account: try account.account(services), services: services)
    let isDryRun = isDryRun
    try run.runEach(handles, label: { "@\($0)" }, failure: "not all accounts were followed") {
      handle throws(CommandFailure) in
      "\(try await run.follow(handle, isDryRun: isDryRun)) @\(handle)"
    }
  }
}
