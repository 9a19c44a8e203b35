import ArgumentParser
import Domain
import Store

/// `tern export HANDLE`: all that has been imported into an account, each post once.
struct ExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print what has been imported, newest first.")
  private static let pageLimit = 1_000

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"))
  var handle: String

  @Option(help: "text or jsonl.")
  var format = OutputOptions.Format.jsonl

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let account = try StoredAccountName(handle).find(in: store)
    let printer = PostPrinter(limit: nil, format: format)
    var cursor: PageCursor?
    repeat {
      let page = try MainLoop.wait { [cursor] () async throws(TimelineError) in
        try await store.exportedPosts(of: account.id, from: cursor, limit: Self.pageLimit)
      }
      guard printer.print(page.posts) else { break }
      cursor = page.next
    } while cursor != nil
    if let failure = printer.failure { throw failure }
    if printer.isEmpty { StandardError.say("\(account.label): no posts") }
  }
}

/// An imported account by the name that a person gives it.
struct StoredAccountName {
  private let name: String

  init(_ name: String) {
    self.name = name.escapingControls
  }

  @MainActor
  func find(in store: PostStore) throws -> Account {
    let accounts = try MainLoop.wait { () async throws(TimelineError) in
      try await StoreAccounts(store: store).accounts()
    }
    if let account = accounts.first(where: { $0.profile.goes(by: name) }) { return account }
    let known = accounts.map(\.label).joined(separator: ", ")
    throw Failure(
      .usage, "no imported account “\(name)”; " + (known.isEmpty ? "there are none" : "there are \(known)"))
  }
}
