import Domain
import Glibc
import Runtime
import SystemFiles

/// Has a command of the person's keep the tokens, spoken to as git speaks to its credential helpers (gitcredentials(7)).
/// What servers know Tern by stays in the file: helpers know nothing of that.
///
/// The token goes to the command through a pipe, never by its arguments or its environment. The command has no terminal,
/// and is ended where it has not answered in ten seconds.
public struct CredentialHelper: CredentialRepository {
  private static let patience = 10.0
  /// What would lead a program to Tern's terminal.
  private static let leftOut: Set<String> = ["GPG_TTY", "SSH_TTY"]
  /// In characters.
  private static let maxWords = 200

  private let command: HelperCommand
  private let registrations: CredentialFile
  private let environment: [String: String]
  private let clock: any WallClock

  /// - Parameter command: a program with what it is to be given, found in $PATH; or `!` and what a shell is to run.
  init(
    _ command: String, registrations: CredentialFile, environment: [String: String], clock: any WallClock
  ) {
    self.command = HelperCommand(command, home: environment["HOME"])
    self.registrations = registrations
    self.environment = environment.filter { !Self.leftOut.contains($0.key) }
      .merging(["GIT_TERMINAL_PROMPT": "0"]) { _, new in new }
    self.clock = clock
  }

  public func token(of account: AccountID) async throws(CredentialError) -> Secret? {
    let outcome = try await run("get", HelperProtocol.attributes(of: account), hiding: nil)
    if let token = HelperProtocol.password(in: outcome.output) { return token }
    // Most helpers say nothing where they have nothing; others complain. Whoever ended well has nothing.
    let complaint = words(of: outcome.errors, hiding: nil)
    if let status = outcome.status, status != 0 {
      throw refusal(complaint ?? "it ended with status \(status), and gave no token")
    }
    if outcome.status == nil, let complaint { throw refusal(complaint) }
    return nil
  }

  /// Asks for what it has given to be kept: some helpers keep nothing, and say nothing.
  public func store(_ token: Secret, of account: AccountID) async throws(CredentialError) {
    let attributes = HelperProtocol.attributes(of: account) + [("password", token.revealed)]
    let outcome = try await run("store", attributes, hiding: token)
    let kept = try? await self.token(of: account)
    guard kept != token else { return }
    throw refusal(words(of: outcome.errors, hiding: token) ?? "it has not kept the token that it was given")
  }

  public func removeToken(of account: AccountID) async throws(CredentialError) {
    let outcome = try await run("erase", HelperProtocol.attributes(of: account), hiding: nil)
    guard let status = outcome.status, status != 0 else { return }
    throw refusal(words(of: outcome.errors, hiding: nil) ?? "it ended with status \(status), and may keep the token")
  }

  public func registration(at host: String) async throws(CredentialError) -> ClientRegistration? {
    try await registrations.registration(at: host)
  }

  public func store(_ registration: ClientRegistration, at host: String) async throws(CredentialError) {
    try await registrations.store(registration, at: host)
  }

  public func removeRegistration(at host: String) async throws(CredentialError) {
    try await registrations.removeRegistration(at: host)
  }
}

extension CredentialHelper {
  private func run(
    _ action: String, _ attributes: [(key: String, value: String)], hiding secret: Secret?
  ) async throws(CredentialError) -> HelperProcess.Outcome {
    guard let text = HelperProtocol.lines(attributes) else {
      throw refusal("it cannot be told of a name or a token with a line end in it")
    }
    guard let arguments = command.arguments(for: action) else {
      throw refusal("a quotation mark in the setting “credential-helper” has no second one")
    }
    let process: HelperProcess
    do throws(ProgramStartError) {
      process = try HelperProcess(arguments, environment: environment)
    } catch {
      throw refusal(error.number == ENOENT ? "there is no such program" : error.reason)
    }
    let outcome = await withTaskGroup(of: HelperProcess.Outcome?.self) { group in
      group.addTask { await process.exchange(text) }
      group.addTask { [clock] in
        // Who asks no longer waits, or nobody has answered in time.
        _ = try? await clock.sleep(seconds: Self.patience)
        return nil
      }
      let first = await group.next() ?? nil
      process.kill()
      group.cancelAll()
      return first
    }
    if let outcome { return outcome }
    throw refusal(
      Task.isCancelled ? "it was stopped" : "it gave no answer in \(Int(Self.patience)) s; it has no terminal to ask at"
    )
  }

  /// The last line of what it has complained of, if any.
  private func words(of errors: [UInt8], hiding secret: Secret?) -> String? {
    var text = String(decoding: errors, as: UTF8.self)
    if let secret, !secret.revealed.isEmpty { text = text.replacing(secret.revealed, with: secret.description) }
    let line = text.split(whereSeparator: \.isNewline).last { $0.contains { !$0.isWhitespace } }
    return line.map { String($0.prefix(Self.maxWords)).trimmingBlanks.escapingControls }
  }

  private func refusal(_ reason: String) -> CredentialError {
    CredentialError(place: command.name, reason: reason)
  }
}

extension String {
  /// Without blanks before and after.
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
  }
}
