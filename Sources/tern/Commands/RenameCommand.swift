import ArgumentParser
import Domain
import Store

/// `tern rename ACCOUNT NAME`: calls an account something else from now on.
struct RenameCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give an account a name of your own.",
    discussion: """
      It stays, however often the account is imported again, and goes wherever a handle goes. An empty name takes it away.
      """)

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.keptAccounts)
  var handle: String

  @Argument(help: ArgumentHelp("What you call it.", valueName: "name"))
  var name: String

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let account = try StoredAccountName(handle).find(in: store, andServers: true)
    let naming = AccountNaming(store: store)
    guard name.contains(where: { !$0.isWhitespace }) else {
      try naming.give(nil, to: account.id)
      try StandardStream.output.write("\(ImportText.shown(account.label)) has no name of yours any more\n")
      return
    }
    let name = try AccountNaming.name(name)
    try naming.requireFree(name, for: account.id)
    try naming.give(name, to: account.id)
    try StandardStream.output.write("\(ImportText.shown(account.label)) is “\(ImportText.shown(name.text))” now\n")
  }
}

/// Gives accounts of the store names.
@MainActor
struct AccountNaming {
  let store: PostStore

  static func name(_ typed: String) throws(CommandFailure) -> AccountName {
    do throws(AccountName.Fault) {
      return try AccountName(typed)
    } catch {
      throw CommandFailure(.usage, "“\(typed.escapingControls)” is no name for an account: \(error.words)")
    }
  }

  /// - Throws: where another account is meant by it.
  func requireFree(_ name: AccountName, for account: AccountID) throws(CommandFailure) {
    if let holder = try holder(of: name, besides: account) { throw Self.taken(name, by: holder) }
  }

  func holder(of name: AccountName, besides account: AccountID?) throws(CommandFailure) -> Account? {
    try MainLoop.wait { [store] () async throws(TimelineError) in
      let imported = try await StoreAccounts(store: store).accounts()
      do throws(StoreError) {
        return try await (imported + SQLiteServerAccounts(store: store).accounts()).holder(of: name, besides: account)
      } catch {
        throw .storeFailed(error)
      }
    }
  }

  static func taken(_ name: AccountName, by holder: Account) -> CommandFailure {
    CommandFailure(.usage, "“\(name.text)” is \(holder.label) already; tern rename gives that another name")
  }

  func give(_ name: AccountName?, to account: AccountID) throws(CommandFailure) {
    let isThere: Bool
    do throws(StoreError) {
      isThere = try store.name(account, name)
    } catch {
      throw CommandFailure(error)
    }
    guard isThere else { throw CommandFailure(.unavailable, "the account has gone meanwhile") }
  }
}
