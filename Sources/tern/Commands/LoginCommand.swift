import ArgumentParser
import Domain
import Glibc
import Runtime

/// `tern login SERVER`: signs in to a server.
struct LoginCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a server.",
    discussion: "Your browser asks whether you agree; over ssh, open the address anywhere and paste the code.")

  @Argument(help: ArgumentHelp("The server, such as mastodon.social.", valueName: "server"))
  var server: String

  // Else a word that begins with a hyphen would be taken for an option, and nobody told what is wrong about it.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("- reads a token from standard input, one that you have made at the server.", valueName: "-"))
  var token: String?

  @Flag(name: .customLong("no-browser"), help: "Open no browser.")
  var opensNoBrowser = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    guard token == nil || token == "-" else {
      throw ValidationError(
        "--token takes - alone, and reads the token from standard input: what stands on the command line, others can see"
      )
    }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let parts = try ServerServices.make(options, clock: clock)
    defer { parts.stop() }
    let account = try token == nil ? signIn(parts, clock) : signInByToken(parts, clock)
    try StandardStream.output.write("\(ImportText.shown(account.profile.nameAndLabel)) is signed in\n")
  }

  @MainActor
  private func signInByToken(_ parts: ServerServices, _ clock: SystemClock) throws -> Account {
    let token = try StandardInput.token()
    let server = server
    return try MainLoop.wait(failing: { CommandFailure($0, now: clock.now) }) { () async throws(ServerSignInError) in
      try await parts.signIn.signIn(at: server, token: token)
    }
  }

  @MainActor
  private func signIn(_ parts: ServerServices, _ clock: SystemClock) throws -> Account {
    let environment = Environment.variables
    let hasBrowser = !opensNoBrowser && environment["SSH_CONNECTION"] == nil
    let opener = BrowserLinkOpener(browser: environment["BROWSER"])
    let run = LoginRun(
      servers: SignInToServer(servers: parts.signIn), openLink: hasBrowser ? OpenLink(opener: opener) : nil,
      clock: clock, say: { _ = try? StandardStream.error.write(ImportText.harmless($0)) },
      lines: { StandardInput.lines() })
    let signals = EndingSignals()
    let server = server
    do {
      return try MainLoop.wait(
        failing: { CommandFailure($0, now: clock.now) },
        onStart: { task in
          signals.listen { _ in
            _ = try? StandardStream.error.write("\n")
            task.cancel()
          }
        }
      ) { () async throws(LoginRun.Stop) in
        try await run.signIn(at: server)
      }
    } catch {
      // Whoever has ended it knows why nobody is signed in.
      guard let signal = signals.received else { throw error }
      parts.stop()
      Signals.raiseByDefault(signal)
    }
  }
}

/// Where accounts of servers, and what is kept of them, are.
struct ServerOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var settings: SettingsOption
}
