import ArgumentParser
import Domain
import EmptyState
import Glibc
import Runtime

/// `tern sync`: asks the servers of all accounts for what is new, and keeps it.
struct SyncCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send what waits, ask servers for what is new, and keep it.",
    discussion: "To be started by a timer, say: what is kept can be read at once, and without a server.")

  @Option(help: ArgumentHelp("This account alone.", valueName: "handle"), completion: ShellCompletion.serverAccounts)
  var account: String?

  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let parts = try ServerServices.make(options, clock: SystemClock())
    defer { parts.stop() }
    let accounts: [Account]
    if let account {
      accounts = [try ServerAccountName(account).find(in: parts)]
    } else {
      accounts = try MainLoop.wait { () async throws(TimelineError) in try await parts.accounts(named: nil) }
    }
    guard !accounts.isEmpty else {
      throw CommandFailure(.unavailable, "no accounts of servers; tern login SERVER adds one")
    }
    let worst = try MainLoop.wait(failing: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await Self.sync(
        accounts, parts.sync, say: { line throws(CommandFailure) in try StandardStream.output.write(line) })
    }
    guard let worst else { return }
    parts.stop()
    Glibc.exit(worst.rawValue)
  }

  /// Says a line an account. Where nobody hears it, the accounts are asked all the same.
  /// - Returns: the exit status of the worst; nil where all went well.
  static func sync(
    _ accounts: [Account], _ sync: any SyncAccountsUseCase, say: (String) throws(CommandFailure) -> Bool
  ) async throws(CommandFailure) -> CommandFailure.Status? {
    var worst: CommandFailure.Status?
    var isHeard = true
    var unsaid: CommandFailure?
    for await synced in sync(accounts) {
      let statuses = synced.failures.map(\.status) + (synced.refused > 0 ? [.notAllowed] : [])
      worst = ([worst].compactMap(\.self) + statuses).max()
      guard isHeard, unsaid == nil else { continue }
      do throws(CommandFailure) {
        isHeard = try say("\(ImportText.shown(synced.account.label))\t\(synced.outcome)\n")
      } catch {
        unsaid = error
      }
    }
    if let unsaid { throw unsaid }
    return worst
  }
}

extension SyncedAccount {
  /// What went wrong, each thing once: who does not answer does not take posts either.
  fileprivate var failures: [CommandFailure] {
    let asking: CommandFailure? = if case .failure(let error) = newPosts { CommandFailure(error) } else { nil }
    let sending = sendingFailure.map(CommandFailure.init)
    return [asking, sending?.message == asking?.message ? nil : sending].compactMap(\.self)
  }

  /// “3 posts new, 1 sent, 2 wait; h: does not answer”.
  fileprivate var outcome: String {
    var messages = failures.map { ImportText.shown($0.message) }
    let news: String
    switch newPosts {
    case .success(let count): news = "\(ImportText.posts(count)) new"
    case .failure: news = messages.removeFirst()
    }
    let lost = [lost.words].compactMap(\.self)
    return ([news + sending] + lost + messages).map(\.withoutFullStop).joined(separator: "; ")
  }

  /// What has become of what the person has written: “, 1 sent, 2 wait”; empty where nothing was to be sent.
  fileprivate var sending: String {
    let parts = [
      (sent, "sent"), (refused, refused == 1 ? "refused: it is a draft again" : "refused: they are drafts again"),
      (waiting, waiting == 1 ? "waits" : "wait"),
      (asking, asking == 1 ? "asks you something: D in tern" : "ask you something: D in tern"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }
}

/// The higher number asks for more: a server that does not answer will answer later, a session that has ended will not
/// begin by itself.
extension CommandFailure.Status: Comparable {
  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
