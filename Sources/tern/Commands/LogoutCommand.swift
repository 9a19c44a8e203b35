import ArgumentParser
import Domain
import Glibc
import Runtime

/// `tern logout ACCOUNT`: takes back at its server what opens an account.
struct LogoutCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "logout", abstract: "Sign out of a server.")

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.serverAccounts)
  var handle: String

  @Flag(name: .customLong("forget-posts"), help: "Remove what is kept of its timelines, too.")
  var forgetsPosts = false

  @Flag(name: .customLong("keep-posts"), help: "Keep what there is of its timelines, to be read without its server.")
  var keepsPosts = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    if forgetsPosts, keepsPosts { throw ValidationError("--forget-posts and --keep-posts: name one of them") }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let parts = try ServerServices.make(options, clock: clock)
    defer { parts.stop() }
    let account = try ServerAccountName(handle).find(in: parts)
    let forgets = try forgetsPosts || !keepsPosts && asksToForget(account)
    let answer = try MainLoop.wait(failing: { CommandFailure($0, now: clock.now) }) {
      () async throws(ServerSignInError) in
      try await parts.signIn.signOut(of: account.id, forgetsPosts: forgets)
    }
    try StandardStream.output.write(LogoutText.done(account, forgets: forgets))
    if let answer { throw LogoutText.failure(answer, account) }
  }

  private func asksToForget(_ account: Account) throws -> Bool {
    guard StandardInput.isTerminal else {
      throw CommandFailure(
        .usage,
        "logout asks whether the posts of \(account.label) go as well, and there is nobody to ask; "
          + "add --forget-posts or --keep-posts")
    }
    try StandardStream.error.write(
      "Remove what is kept of the timelines of \(ImportText.shown(account.label)) as well? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// What signing out says: pure functions.
enum LogoutText {
  static func done(_ account: Account, forgets: Bool) -> String {
    "\(ImportText.shown(account.label)) is signed out\(forgets ? ", and its posts are gone" : "")\n"
  }

  /// The token is gone here, and may still be good at the server.
  static func failure(_ answer: TimelineError, _ account: Account) -> CommandFailure {
    let cause = CommandFailure(answer)
    return CommandFailure(
      cause.status,
      "the token is forgotten here, but \(account.origin.label) may still take it (\(cause.message)); "
        + "you can take it back there, in its settings, among the programs that you have allowed")
  }
}

/// The handle of an account at a server, as a person types it.
struct ServerAccountName {
  private let name: String

  init(_ name: String) {
    self.name = name.escapingControls
  }

  @MainActor
  func find(in parts: ServerServices) throws(CommandFailure) -> Account {
    let (name, all) = (
      name, try MainLoop.wait { () async throws(TimelineError) in try await parts.accounts(named: nil) }
    )
    if let account = all.account(called: name) { return account }
    let known = all.map(\.callingName).joined(separator: ", ")
    throw CommandFailure(
      .usage,
      "no account of a server “\(name)”; "
        + (known.isEmpty ? "there are none: tern login SERVER" : "there are \(known)"))
  }
}
