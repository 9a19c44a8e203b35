import ArgumentParser
import Domain
import Glibc
import Runtime

/// `tern login SERVER`: signs in to a Mastodon server.
struct LoginCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a Mastodon server.",
    discussion: """
      Your browser opens, asks whether you agree, and returns to Tern. Over ssh or without a graphical display, open the \
      address in any browser and paste the code.
      """)

  @Argument(help: ArgumentHelp("The server, such as mastodon.social.", valueName: "server"))
  var server: String

  // Without this, a value that begins with a hyphen would be parsed as an option, with a confusing error.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Read an access token from standard input instead of opening the browser.", valueName: "-"))
  var token: String?

  @Flag(name: .customLong("no-browser"), help: "Print the address instead of opening a browser.")
  var opensNoBrowser = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    guard token == nil || token == "-" else {
      throw ValidationError(
        "--token takes only - and reads the token from standard input, because other users can see the command line"
      )
    }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let services = try ServerServices.make(options, clock: clock)
    defer { services.stop() }
    let account = try token == nil ? signIn(services, clock) : signInByToken(services, clock)
    try StandardStream.output.write("\(ImportText.sanitizedName(account.profile.nameAndLabel)) is signed in\n")
  }

  @MainActor
  private func signInByToken(_ services: ServerServices, _ clock: SystemClock) throws -> Account {
    let token = try StandardInput.token()
    let server = server
    return try MainLoop.wait(convertingError: { CommandFailure($0, now: clock.now) }) {
      () async throws(ServerSignInError) in
      try await services.signIn.signIn(at: server, token: token)
    }
  }

  @MainActor
  private func signIn(_ services: ServerServices, _ clock: SystemClock) throws -> Account {
    let environment = Environment.variables
    let hasBrowser = !opensNoBrowser && Environment.hasBrowser(environment)
    let opener = BrowserLinkOpener(browser: environment["BROWSER"])
    let run = LoginRun(
      servers: SignInToServer(servers: services.signIn), openLink: hasBrowser ? OpenLink(opener: opener) : nil,
      clock: clock, printMessage: { _ = try? StandardStream.error.write(ImportText.sanitized($0)) },
      lines: { StandardInput.lines() })
    let signals = EndingSignals()
    let server = server
    do {
      return try MainLoop.wait(
        convertingError: { CommandFailure($0, now: clock.now) },
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
      // A signal ended the program: end by the same signal, without an error message.
      guard let signal = signals.received else { throw error }
      services.stop()
      Signals.raiseWithDefaultAction(signal)
    }
  }
}

/// Options of commands that work with server accounts.
struct ServerOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var settings: SettingsOption
}
