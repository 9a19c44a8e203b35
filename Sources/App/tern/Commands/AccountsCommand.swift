import ArgumentParser
import Domain
import Runtime
import TerminalKit

/// `tern accounts`: lists the accounts, one per line.
struct AccountsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "List accounts: handle, name, source and your name for it, separated by tabs.")

  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    let sources = try AppEnvironment(
      Configuration(options, settings: try ProgramSettings(options.settings)), clock: SystemClock())
    let accounts = try MainLoop.wait { () async throws(TimelineError) in try await sources.accounts.accounts() }
    guard !accounts.isEmpty else {
      throw CommandFailure(
        .unavailable,
        "no accounts; import an archive with tern import PATH, open a file with tern PATH, or leave out --no-demo")
    }
    for account in accounts {
      let fields =
        [account.label, account.profile.name, account.origin.label] + (account.givenName.map { [$0.text] } ?? [])
      let line = fields.map { TextLayout.sanitized($0).replacing("\n", with: " ") }.joined(separator: "\t")
      guard try StandardStream.output.write(line + "\n") else { return }
    }
  }
}
