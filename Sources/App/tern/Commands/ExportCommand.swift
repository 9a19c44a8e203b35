import ArgumentParser
import Domain
import Store

/// `tern export HANDLE`: prints each stored post of an account once. JSON Lines mark posts that are in no timeline
/// (`other`); text leaves them out.
struct ExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the stored posts of an account, newest first, each once.",
    discussion: """
      As jsonl, posts that are in no timeline but only in threads or quotes are marked "other". As text, and for \
      Mastodon accounts, only posts in timelines are printed. Tabs and earlier versions of edited posts are left out.
      """)
  private static let pageLimit = 1_000

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.storedAccounts)
  var handle: String

  @Option(help: "Output format: text or jsonl.")
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
    if printer.isEmpty { StandardError.printMessage("\(account.label): no posts") }
  }
}

/// An account of the store as named on the command line: by the user's name for it, by its handle, or with its kind
/// when a handle is ambiguous, `mastodon:ada@timeline.example`.
struct StoredAccountName {
  private let name: String

  init(_ name: String) {
    self.name = name.escapingControls
  }

  /// - Parameter andServers: whether server accounts are included; an imported account takes precedence.
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
    if let account = accounts.account(named: name) { return account }
    let known = accounts.map(\.commandLineName).joined(separator: ", ")
    let kind = andServers ? "account" : "imported account"
    throw CommandFailure(
      .usage, "no \(kind) “\(name)”; " + (known.isEmpty ? "there are none" : "choose one of \(known)"))
  }
}
