import ArgumentParser
import Domain
import EmptyState
import Foundation
import Runtime
import SystemFiles

/// `tern move`: takes what belongs to one account over into another one.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Export follows, mutes, blocks and bookmarks, or import them into another account.",
    discussion: "The files have the formats of Mastodon’s data export, so each can be used at the other.",
    subcommands: [MoveExportCommand.self, MoveImportCommand.self])
}

/// `tern move export DIRECTORY`.
struct MoveExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the follows, mutes, blocks and bookmarks of an account to CSV files.",
    discussion: "Existing files are not overwritten.")

  @Argument(help: ArgumentHelp("The directory; created if missing.", valueName: "directory"), completion: .directory)
  var directory: String

  @OptionGroup var account: ServerAccountOption

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let target = AppDirectory(path: directory)
    let existing = AccountFile.allCases.map(\.rawValue).filter {
      FileManager.default.fileExists(atPath: target.path(of: $0))
    }
    if let first = existing.first {
      throw CommandFailure(.usage, "\(target.path(of: first)) exists; nothing was written")
    }
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let data = try MoveServices(account.account(services), services).export()
    for file in AccountFile.allCases {
      do throws(FileError) {
        try target.make()
        try target.replace(file.rawValue, with: Array(file.text(of: data).utf8))
      } catch {
        throw CommandFailure(.outputError, "\(error.path): \(error.cause.reason)")
      }
    }
    try StandardStream.output.write(
      """
      \(directory): followed \(data.follows.count), muted \(data.mutes.count), blocked \(data.blocks.count), \
      bookmarked \(data.bookmarks.count)

      """)
  }
}

/// `tern move import DIRECTORY`.
struct MoveImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Follow, mute, block and bookmark what the files of another account have.",
    discussion: """
      First a plan is printed. On a terminal, it is carried out if you agree; otherwise only with --yes. One line is \
      printed for each step. A step that fails does not stop the others; the exit status is that of the worst failure. \
      A second import continues where the first one ended.
      """)

  @Argument(
    help: ArgumentHelp("The directory of tern move export, or of Mastodon’s files.", valueName: "directory"),
    completion: .directory)
  var directory: String

  @OptionGroup var account: ServerAccountOption

  @Flag(help: "Carry out the plan without asking.")
  var yes = false

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let data = try read()
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let account = try account.account(services)
    let plan = MovePlan(data, over: try MoveServices(account, services).export(), own: account.profile.handle)
    try StandardStream.output.write(plan.text(for: ImportText.sanitizedName(account.label)))
    guard !plan.steps.isEmpty, try yes || agrees() else { return }
    let run = ActionRun(account: account, services: services)
    try run.runEach(plan.steps, label: \.label, failure: "not everything was moved") { step throws(CommandFailure) in
      try await run.perform(step)
    }
  }

  private func agrees() throws -> Bool {
    guard StandardInput.isTerminal else {
      StandardError.printMessage("nothing was changed; add --yes to carry out the plan")
      return false
    }
    try StandardStream.error.write("Carry it out? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// The content of the files that exist.
  private func read() throws -> AccountData {
    var data = AccountData()
    let source = AppDirectory(path: directory)
    let files = AccountFile.allCases.filter { FileManager.default.fileExists(atPath: source.path(of: $0.rawValue)) }
    guard !files.isEmpty else {
      let names = AccountFile.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(.noInput, "\(directory): has none of \(names)")
    }
    for file in files {
      let path = source.path(of: file.rawValue)
      try file.read(CommandInput.text(at: path), path: path, into: &data)
    }
    return data
  }
}

/// The account of a move at its server.
@MainActor
private struct MoveServices {
  private let account: Account
  private let services: ServerServices

  init(_ account: Account, _ services: ServerServices) {
    (self.account, self.services) = (account, services)
  }

  func export() throws -> AccountData {
    try MainLoop.wait(convertingError: { (error: TimelineError) in CommandFailure(error) }, isLong: true) {
      [account, services] () async throws(TimelineError) in
      guard let source = services.sources.source(of: account.id) else { throw .unsupported(host: account.label) }
      return try await AccountExport(account, source).data()
    }
  }
}
