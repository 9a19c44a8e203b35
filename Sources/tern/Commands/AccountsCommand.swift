import ArgumentParser
import Domain
import Runtime
import TerminalKit

/// `tern accounts`: who can sign in, one a line.
struct AccountsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "accounts", abstract: "Say who can sign in.")

  @OptionGroup var options: SharedOptions

  @MainActor
  func runOnMainActor() throws {
    let sources = try AppEnvironment(
      Configuration(options, settings: try ProgramSettings(options.settings)), clock: SystemClock())
    let accounts = try MainLoop.wait { () async throws(TimelineError) in try await sources.accounts.accounts() }
    guard !accounts.isEmpty else {
      throw CommandFailure(
        .unavailable,
        "no accounts; take in your archive with tern import PATH, open a file with tern PATH, or leave out --no-demo")
    }
    for account in accounts {
      let fields =
        [account.label, account.profile.name, account.origin.label] + (account.givenName.map { [$0.text] } ?? [])
      let line = fields.map { TextLayout.sanitized($0).replacing("\n", with: " ") }.joined(separator: "\t")
      guard try StandardStream.output.write(line + "\n") else { return }
    }
  }
}
