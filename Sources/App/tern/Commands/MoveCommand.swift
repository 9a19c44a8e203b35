import ArgumentParser
import Domain
import EmptyState
import Foundation
import Runtime
import ServerSession
import SystemFiles

/// `tern move`: takes what belongs to one account over into another one.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Export follows, blocks, lists, bookmarks and more, or import them into another account.",
    discussion:
      "The files have the formats of Mastodon’s data export where it has one, so each can be used at the other.",
    subcommands: [MoveExportCommand.self, MoveImportCommand.self])
}

/// The options of `tern move`.
struct MoveOptions: ParsableArguments {
  @OptionGroup var account: ServerAccountOption

  @OptionGroup var options: ServerOptions
}

/// `tern move export DIRECTORY`.
struct MoveExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write follows, mutes, blocks, lists, hashtags and bookmarks to CSV files.",
    discussion: "Existing files are not overwritten. Data that the server does not list is reported and left out.")

  @Argument(help: ArgumentHelp("The directory; created if missing.", valueName: "directory"), completion: .directory)
  var directory: String

  @OptionGroup var options: MoveOptions

  @MainActor
  func runOnMainActor() throws {
    let target = AppDirectory(path: directory)
    let existing = AccountFile.allCases.map(\.rawValue).filter {
      FileManager.default.fileExists(atPath: target.path(of: $0))
    }
    if let first = existing.first {
      throw CommandFailure(.usage, "\(target.path(of: first)) exists; nothing was written")
    }
    let services = try ServerServices.make(options.options, clock: SystemClock())
    defer { services.stop() }
    let move = try MoveServices(options, services)
    let data = try move.data(of: Set(AccountFile.allCases))
    for file in AccountFile.allCases where !data.unsupported.contains(file) {
      do throws(FileError) {
        try target.make()
        try target.replace(file.rawValue, with: Array(file.text(of: data).utf8))
      } catch {
        throw CommandFailure(.outputError, "\(error.path): \(error.cause.reason)")
      }
    }
    for loss in data.exportLosses(host: move.host) { StandardError.printMessage(loss) }
    try StandardStream.output.write("\(directory): \(data.summary)\n")
  }
}

/// `tern move import DIRECTORY`.
struct MoveImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Do with your account what the files of another account have.",
    discussion: """
      First a plan is printed: what would be done, what is done already, and what cannot be moved. On a terminal, it is \
      carried out if you agree; otherwise only with --yes. One line is printed for each step. A line that is not valid, and \
      a step that fails, are named with file and line and do not stop the others; the exit status is that of the worst \
      failure. If the server limits requests, Tern waits. A second import continues where the first one ended.
      """)

  @Argument(
    help: ArgumentHelp("The directory of tern move export, or of Mastodon’s files.", valueName: "directory"),
    completion: .directory)
  var directory: String

  @Flag(help: "Carry out the plan without asking.")
  var yes = false

  @OptionGroup var options: MoveOptions

  @MainActor
  func runOnMainActor() throws {
    let content = try MoveFiles(directory).read()
    for message in MoveFiles.messages(about: content.problems) { StandardError.printMessage(message) }
    let services = try ServerServices.make(options.options, clock: SystemClock())
    defer { services.stop() }
    let move = try MoveServices(options, services)
    let current = try move.data(of: Set(content.items.map(\.step.file)))
    let plan = MovePlan(
      content.items, over: current, own: move.account.profile.handle, host: move.host
    ).adding(losses: content.losses)
    try StandardStream.output.write(plan.text(for: ImportText.sanitizedName(move.account.label)))
    if !plan.steps.isEmpty, try yes || agrees() { try move.run().run(plan.steps) }
    guard content.problems.isEmpty else { throw CommandFailure(.damagedData, "not all lines could be read") }
  }

  private func agrees() throws -> Bool {
    guard StandardInput.isTerminal else {
      StandardError.printMessage("nothing was changed; add --yes to carry out the plan")
      return false
    }
    try StandardStream.error.write("Carry it out? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// The account of a move, at its server.
@MainActor
private struct MoveServices {
  let account: Account
  private let source: Source
  private let services: ServerServices
  private let waiting = RateLimitWait(clock: SystemClock())

  init(_ options: MoveOptions, _ services: ServerServices) throws {
    account = try options.account.account(services)
    guard let source = services.sources.source(of: account.id) else {
      throw CommandFailure(TimelineError.unsupported(host: account.label))
    }
    (self.source, self.services) = (source, services)
  }

  /// The server, for messages.
  var host: String {
    if case .server(let origin) = account.origin { origin.host } else { account.label }
  }

  func data(of files: Set<AccountFile>) throws -> AccountData {
    let export = AccountExport(account, source, waiting: waiting)
    return try MainLoop.wait(convertingError: { (error: TimelineError) in CommandFailure(error) }, isLong: true) {
      () async throws(TimelineError) in
      try await export.data(of: files)
    }
  }

  func run() -> MoveRun {
    MoveRun(ActionRun(account: account, services: services), source: source, waiting: waiting)
  }
}

extension AccountData {
  /// “followed 3, muted 1, …”.
  fileprivate var summary: String {
    let counts: [(AccountFile, String, Int)] = [
      (.follows, "followed", follows.count), (.mutes, "muted", mutes.count), (.blocks, "blocked", blocks.count),
      (.servers, "servers blocked", servers.count), (.lists, "lists", lists.count), (.tags, "hashtags", tags.count),
      (.bookmarks, "bookmarked", bookmarks.count),
    ]
    return counts.filter { !unsupported.contains($0.0) }.map { "\($0.1) \($0.2)" }.joined(separator: ", ")
  }

  /// The data missing in the exported files, as sentences without a full stop.
  fileprivate func exportLosses(host: String) -> [String] {
    let losses = AccountFile.allCases.filter(unsupported.contains).map {
      "\($0.rawValue) was not written: \(host) does not list \($0.contentName)"
    }
    return losses
      + lists.filter(\.members.isEmpty).map {
        "\(AccountFile.lists.rawValue): the list “\($0.title)” has no accounts and was left out"
      }
  }
}
