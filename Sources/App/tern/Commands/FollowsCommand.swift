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
    let text = try MainLoop.wait { () async throws(TimelineError) -> String in
      guard let profiles = services.sources.source(of: account.id)?.profiles else {
        throw .unsupported(host: account.label)
      }
      let own = try await profiles.profile(account.profile, .fresh).profile
      var follows: [FollowsFile.Follow] = []
      try await ListProfiles(.following(of: own.actionTargetID), profiles: profiles).forEachPage {
        page throws(TimelineError) in
        let relationships = try await profiles.relationships(with: page)
        follows += page.map { FollowsFile.Follow($0.handle, relationships[$0.actionTargetID]) }
      }
      return FollowsFile.text(of: follows)
    }
    try StandardStream.output.write(text)
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
    let handles = try FollowsFile.handles(in: contents(), path: path)
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let run = ActionRun(account: try account.account(services), services: services)
    var worst: CommandFailure.Status?
    for handle in handles {
      let isDryRun = isDryRun
      do throws(CommandFailure) {
        let line = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
          () async throws(CommandFailure) in
          try await run.follow(handle, isDryRun: isDryRun)
        }
        guard try StandardStream.output.write("\(line) @\(ImportText.sanitizedName(handle))\n") else { return }
      } catch {
        StandardError.printMessage("@\(handle): \(error.message)")
        worst = [worst, error.status].compactMap(\.self).max()
      }
    }
    guard let worst else { return }
    throw CommandFailure(worst, "not all accounts were followed")
  }

  private func contents() throws -> String {
    if path == "-" { return try StandardInput.text() }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandFailure(.noInput, "\(path): cannot be read as UTF-8 text")
    }
  }
}

/// Mastodon's CSV format of followed accounts.
enum FollowsFile {
  struct Follow: Hashable, Sendable {
    var handle: String
    var showsReposts: Bool
    var notifies: Bool

    /// - Parameter relationship: nil for the defaults of a new follow.
    init(_ handle: String, _ relationship: Relationship?) {
      self.handle = handle
      showsReposts = relationship?.flags.contains(.showingReposts) ?? true
      notifies = relationship?.flags.contains(.notifying) ?? false
    }
  }

  private static let header = "Account address,Show boosts,Notify on new posts,Languages"

  static func text(of follows: [Follow]) -> String {
    ([header] + follows.map { "\($0.handle),\($0.showsReposts),\($0.notifies)," }).map { $0 + "\n" }.joined()
  }

  /// The handles in a file, each once: the first column, without the header.
  /// - Throws: `CommandFailure` with the line that has no handle.
  static func handles(in text: String, path: String) throws(CommandFailure) -> [String] {
    var (handles, seen) = ([String](), Set<String>())
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let cell = line.prefix { $0 != "," }.trimmingCharacters(in: CharacterSet(charactersIn: "\" \t\r\u{FEFF}"))
      if cell.isEmpty || index == 0 && cell == "Account address" { continue }
      let handle = String(cell.drop { $0 == "@" })
      let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), !handle.contains(where: \.isWhitespace) else {
        throw CommandFailure(
          .damagedData, "\(path): \(index + 1):1: expected an account such as user@server.example; nothing was done")
      }
      if seen.insert(handle.lowercased()).inserted { handles.append(handle.escapingControls) }
    }
    return handles
  }
}
