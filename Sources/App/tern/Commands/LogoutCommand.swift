import ArgumentParser
import Domain
import Glibc
import Runtime

/// `tern logout HANDLE`: revokes an account’s token and removes it.
struct LogoutCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Sign out of a Mastodon account.",
    discussion: "Asks whether to remove the cached posts too, unless an option says so.")

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.serverAccounts)
  var handle: String

  @Flag(name: .customLong("forget-posts"), help: "Remove the cached posts too.")
  var removesPosts = false

  @Flag(name: .customLong("keep-posts"), help: "Keep the cached posts for reading offline.")
  var keepsPosts = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    if removesPosts, keepsPosts { throw ValidationError("--forget-posts and --keep-posts cannot be combined") }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let services = try ServerServices.make(options, clock: clock)
    defer { services.stop() }
    let account = try ServerAccountName(handle).find(in: services)
    let forgets = try removesPosts || !keepsPosts && confirmsForgetting(account)
    let revocationError = try MainLoop.wait(convertingError: { CommandFailure($0, now: clock.now) }) {
      () async throws(ServerSignInError) in
      try await services.signIn.signOut(of: account.id, removesPosts: forgets)
    }
    try StandardStream.output.write(LogoutText.done(account, forgets: forgets))
    if let revocationError { throw LogoutText.failure(revocationError, account) }
  }

  private func confirmsForgetting(_ account: Account) throws -> Bool {
    guard StandardInput.isTerminal else {
      throw CommandFailure(
        .usage,
        "logout asks whether to remove the cached posts of \(account.label), but standard input is not a terminal; "
          + "add --forget-posts or --keep-posts")
    }
    try StandardStream.error.write(
      "Remove the cached posts of \(ImportText.sanitizedName(account.label)) too? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// Messages of `tern logout`.
enum LogoutText {
  static func done(_ account: Account, forgets: Bool) -> String {
    "\(ImportText.sanitizedName(account.label)) is signed out\(forgets ? "; its posts have been removed" : "")\n"
  }

  /// The failure for a token that was removed here but may still be valid at the server.
  static func failure(_ revocationError: TimelineError, _ account: Account) -> CommandFailure {
    let cause = CommandFailure(revocationError)
    return CommandFailure(
      cause.status,
      "the token was removed here, but \(account.origin.label) may still accept it (\(cause.message)); "
        + "revoke it there: Settings > Account > Authorized apps")
  }
}

/// A server account as named on the command line.
struct ServerAccountName {
  private let name: String

  init(_ name: String) {
    self.name = name.escapingControls
  }

  @MainActor
  func find(in services: ServerServices) throws(CommandFailure) -> Account {
    let (name, all) = (
      name, try MainLoop.wait { () async throws(TimelineError) in try await services.accounts(named: nil) }
    )
    if let account = all.account(named: name) { return account }
    let known = all.map(\.commandLineName).joined(separator: ", ")
    throw CommandFailure(
      .usage,
      "no Mastodon account “\(name)”; "
        + (known.isEmpty ? "sign in with tern login SERVER" : "choose one of \(known)"))
  }
}

/// The account of a server that a command works with.
struct ServerAccountOption: ParsableArguments {
  @Option(
    name: .customLong("account"),
    help: ArgumentHelp("The account; required if there are several.", valueName: "handle"),
    completion: ShellCompletion.serverAccounts)
  var name: String?

  /// The account that was named, or the only one.
  @MainActor
  func account(_ services: ServerServices) throws(CommandFailure) -> Account {
    if let name { return try ServerAccountName(name).find(in: services) }
    let all = try MainLoop.wait { () async throws(TimelineError) in try await services.accounts(named: nil) }
    guard let only = all.first else {
      throw CommandFailure(.unavailable, "no Mastodon accounts; sign in with tern login SERVER")
    }
    guard all.count == 1 else {
      throw CommandFailure(.usage, "choose an account with --account: \(all.map(\.label).joined(separator: ", "))")
    }
    return only
  }
}
