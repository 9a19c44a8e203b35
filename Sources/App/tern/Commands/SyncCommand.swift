import ArgumentParser
import Domain
import EmptyState
import Glibc
import Runtime

/// `tern sync`: sends the outbox and caches new posts of all server accounts.
struct SyncCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send the outbox and cache new posts.",
    discussion: """
      Suitable for a timer: cached posts can be read at once and offline. Prints one line per account; the exit status is \
      the worst of them.
      """)

  @Option(help: ArgumentHelp("Only this account.", valueName: "handle"), completion: ShellCompletion.serverAccounts)
  var account: String?

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let accounts: [Account]
    if let account {
      accounts = [try ServerAccountName(account).find(in: services)]
    } else {
      accounts = try MainLoop.wait { () async throws(TimelineError) in try await services.accounts(named: nil) }
    }
    guard !accounts.isEmpty else {
      throw CommandFailure(.unavailable, "no Mastodon accounts; sign in with tern login SERVER")
    }
    let worst = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await Self.sync(
        accounts, services.sync, printMessage: { line throws(CommandFailure) in try StandardStream.output.write(line) })
    }
    guard let worst else { return }
    services.stop()
    Glibc.exit(worst.rawValue)
  }

  /// Prints one line per account. Continues with the other accounts when standard output is closed.
  /// - Returns: the exit status of the worst failure, or nil if all succeeded.
  static func sync(
    _ accounts: [Account], _ sync: any SyncAccountsUseCase, printMessage: (String) throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) -> CommandFailure.Status? {
    var worst: CommandFailure.Status?
    var isOutputOpen = true
    var writeError: CommandFailure?
    for await synced in sync(accounts) {
      let statuses = synced.failures.map(\.status) + (synced.refused > 0 ? [.notAllowed] : [])
      worst = ([worst].compactMap(\.self) + statuses).max()
      guard isOutputOpen, writeError == nil else { continue }
      do throws(CommandFailure) {
        isOutputOpen = try printMessage("\(ImportText.sanitizedName(synced.account.label))\t\(synced.outcome)\n")
      } catch {
        writeError = error
      }
    }
    if let writeError { throw writeError }
    return worst
  }
}

extension SyncedAccount {
  /// The failures of loading and sending; the same failure of both is listed once.
  fileprivate var failures: [CommandFailure] {
    let loading: CommandFailure? = if case .failure(let error) = newPosts { CommandFailure(error) } else { nil }
    let sending = sendingFailure.map(CommandFailure.init)
    return [loading, sending?.message == loading?.message ? nil : sending].compactMap(\.self)
  }

  /// For example “3 posts new, 1 sent, 2 waiting; h: does not respond”.
  fileprivate var outcome: String {
    var messages = failures.map { ImportText.sanitizedName($0.message) }
    let newPostsText: String
    switch newPosts {
    case .success(let count): newPostsText = "\(ImportText.posts(count)) new"
    case .failure: newPostsText = messages.removeFirst()
    }
    let lossTexts = [losses.text].compactMap(\.self)
    return ([newPostsText + sending] + lossTexts + messages).map(\.withoutFullStop).joined(separator: "; ")
  }

  /// The outcome of sending, for example “, 1 sent, 2 waiting”; empty if the outbox was empty.
  fileprivate var sending: String {
    let counts = [
      (sent, "sent"), (refused, "refused, saved as \(refused == 1 ? "a draft" : "drafts")"),
      (waiting, "waiting"),
      (unconfirmed, unconfirmed == 1 ? "needs a decision: press D in tern" : "need a decision: press D in tern"),
    ]
    return counts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }
}

/// Ordered by severity: a server that does not respond may respond later, while an ended session needs the user.
extension CommandFailure.Status: Comparable {
  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
