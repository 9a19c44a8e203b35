import Domain
import Glibc
import Runtime
import SystemFiles

/// Stores tokens with a command of the user, in the protocol of git's credential helpers (gitcredentials(7)).
/// Client registrations stay in the file, because helpers do not support them.
///
/// The token is passed through a pipe, never in arguments or the environment. The command has no terminal and is killed
/// after ten seconds without a response.
public struct CredentialHelper: CredentialRepository {
  /// In seconds.
  private static let timeout = 10.0
  /// Variables that would lead a program to Tern's terminal.
  private static let excludedVariables: Set<String> = ["GPG_TTY", "SSH_TTY"]
  /// In bytes. Valid responses are far shorter.
  private static let maxOutput = 64 << 10
  /// In characters.
  private static let maxMessageLength = 200

  private let command: HelperCommand
  private let registrations: CredentialFile
  private let environment: [String: String]
  private let clock: any WallClock

  /// - Parameter command: a program in $PATH with its arguments, or `!` and a shell command.
  init(
    _ command: String, registrations: CredentialFile, environment: [String: String], clock: any WallClock
  ) {
    self.command = HelperCommand(command, home: environment["HOME"])
    self.registrations = registrations
    self.environment = environment.filter { !Self.excludedVariables.contains($0.key) }
      .merging(["GIT_TERMINAL_PROMPT": "0"]) { _, new in new }
    self.clock = clock
  }

  public func token(of account: AccountID) async throws(CredentialError) -> Secret? {
    let outcome = try await run("get", HelperProtocol.attributes(of: account), hiding: nil)
    if let token = HelperProtocol.password(in: outcome.bytes) { return token }
    // Most helpers print nothing if they have no token, others an error. A successful exit means that there is none.
    let message = message(in: outcome.errors, hiding: nil)
    if let status = outcome.status, status != 0 {
      throw failure(message ?? "it exited with status \(status) without a token")
    }
    if outcome.status == nil, let message { throw failure(message) }
    return nil
  }

  /// Reads the token back after storing it, because some helpers fail silently.
  public func store(_ token: Secret, of account: AccountID) async throws(CredentialError) {
    let attributes = HelperProtocol.attributes(of: account) + [("password", token.revealed)]
    let outcome = try await run("store", attributes, hiding: token)
    let stored = try? await self.token(of: account)
    guard stored != token else { return }
    throw failure(message(in: outcome.errors, hiding: token) ?? "it did not store the token")
  }

  /// - Throws: `CredentialError` if the command fails. It may still have the token.
  public func removeToken(of account: AccountID) async throws(CredentialError) {
    let outcome = try await run("erase", HelperProtocol.attributes(of: account), hiding: nil)
    guard let status = outcome.status, status != 0 else { return }
    throw failure(
      message(in: outcome.errors, hiding: nil) ?? "it exited with status \(status) and may still have the token")
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
  ) async throws(CredentialError) -> CapturedProgram.Output {
    guard let text = HelperProtocol.lines(attributes) else {
      throw failure("names and tokens with control characters are not supported")
    }
    guard let arguments = command.arguments(for: action) else {
      throw failure("missing quotation mark in the setting “credential-helper”")
    }
    let program = CapturedProgram(
      arguments, environment: environment, input: text, maxBytes: Self.maxOutput, timeout: nil)
    let result = await withTaskGroup(of: Result<CapturedProgram.Output, CapturedProgram.Failure>?.self) { group in
      group.addTask {
        do throws(CapturedProgram.Failure) { return .success(try await program.run()) } catch { return .failure(error) }
      }
      group.addTask { [clock] in
        // Ends when the caller is cancelled or the time is over.
        _ = try? await clock.sleep(seconds: Self.timeout)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    switch result {
    case .success(let output)?: return output
    case .failure(.notStarted(let error))?: throw failure(error.number == ENOENT ? "no such program" : error.reason)
    case .failure(.outputTooLarge)?: throw failure("its output is too large")
    case .failure(.cancelled)?, .failure(.timedOut)?, nil:
      throw failure(
        Task.isCancelled
          ? "it was cancelled" : "no response in \(Int(Self.timeout)) s; it has no terminal for prompts")
    }
  }

  /// The last line of the command's error output; nil if it is empty.
  private func message(in errors: [UInt8], hiding secret: Secret?) -> String? {
    var text = String(decoding: errors, as: UTF8.self)
    if let secret, !secret.revealed.isEmpty { text = text.replacing(secret.revealed, with: secret.description) }
    let line = text.split(whereSeparator: \.isNewline).last { $0.contains { !$0.isWhitespace } }
    return line.map { String($0.prefix(Self.maxMessageLength)).trimmingBlanks.escapingControls }
  }

  private func failure(_ reason: String) -> CredentialError {
    CredentialError(location: command.name, reason: reason)
  }
}

extension String {
  /// Without leading and trailing white space.
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
  }
}
