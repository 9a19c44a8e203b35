import ArgumentParser
import Domain
import Store

/// `tern export HANDLE`: all posts that have been imported into an account, or seen in the timelines of one at a
/// server, each once. Lines of JSON mark those of no timeline (`other`); text leaves them out.
struct ExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print what is kept of an account, newest first.")
  private static let pageLimit = 1_000

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.keptAccounts)
  var handle: String

  @Option(help: "text or jsonl.")
  var format = OutputOptions.Format.jsonl

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let account = try StoredAccountName(handle).find(in: store, andServers: true)
    let printer = PostPrinter(limit: nil, format: format)
    let withOthers = format == .jsonl
    var cursor: PageCursor?
    repeat {
      let page = try MainLoop.wait { [cursor] () async throws(TimelineError) in
        try await store.exportedPosts(of: account.id, from: cursor, limit: Self.pageLimit, withOthers: withOthers)
      }
      guard printer.print(page.posts, others: page.others) else { break }
      cursor = page.next
    } while cursor != nil
    if let failure = printer.failure { throw failure }
    if printer.isEmpty { StandardError.say("\(account.label): no posts") }
  }
}

/// An account of the store by the name that a person gives it: the name that they have given it, its handle, or what tells
/// it from one at a server that has the same, `mastodon:ada@timeline.example`.
struct StoredAccountName {
  private let name: String

  init(_ name: String) {
    self.name = name.escapingControls
  }

  /// - Parameter andServers: whether it may be an account of a server; one that has been imported comes first.
  @MainActor
  func find(in store: PostStore, andServers: Bool = false) throws -> Account {
    let accounts = try MainLoop.wait { () async throws(TimelineError) -> [Account] in
      let imported = try await StoreAccounts(store: store).accounts()
      guard andServers else { return imported }
      do throws(StoreError) {
        return try await imported + SQLiteServerAccounts(store: store).accounts()
      } catch {
        throw .storeFailed(error)
      }
    }
    if let account = accounts.account(called: name) { return account }
    let known = accounts.map(\.callingName).joined(separator: ", ")
    let kind = andServers ? "account" : "imported account"
    throw CommandFailure(.usage, "no \(kind) “\(name)”; " + (known.isEmpty ? "there are none" : "there are \(known)"))
  }
}
