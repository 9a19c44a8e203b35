import ArgumentParser
import Domain
import Store

/// `tern rename HANDLE NAME`: gives an account a name of the user’s choice.
struct RenameCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give an account a name of your own.",
    discussion: """
      The name can be used wherever a handle can, and survives further imports. An empty name removes it.
      """)

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.storedAccounts)
  var handle: String

  @Argument(help: ArgumentHelp("Your name for the account.", valueName: "name"))
  var name: String

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let account = try StoredAccountName(handle).find(in: store, andServers: true)
    let naming = AccountNaming(store: store)
    guard name.contains(where: { !$0.isWhitespace }) else {
      try naming.setName(nil, to: account.id)
      try StandardStream.output.write("\(ImportText.sanitizedName(account.label)) has no name of its own now\n")
      return
    }
    let name = try AccountNaming.name(name)
    try naming.requireFree(name, for: account.id)
    try naming.setName(name, to: account.id)
    try StandardStream.output.write(
      "\(ImportText.sanitizedName(account.label)) is now called “\(ImportText.sanitizedName(name.text))”\n")
  }
}

/// Sets the user’s own names for stored accounts.
@MainActor
struct AccountNaming {
  let store: PostStore

  /// Validates a typed name.
  static func name(_ typed: String) throws(CommandFailure) -> AccountName {
    do throws(AccountName.ValidationError) {
      return try AccountName(typed)
    } catch {
      throw CommandFailure(.usage, "“\(typed.escapingControls)” cannot be the name of an account: \(error.message)")
    }
  }

  /// Checks that a name is not ambiguous.
  func requireFree(_ name: AccountName, for account: AccountID) throws(CommandFailure) {
    if let conflict = try conflictingAccount(for: name, excluding: account) {
      throw Self.nameConflict(name, by: conflict)
    }
  }

  /// Another account, imported or at a server, that has this name or handle; nil if the name is free.
  func conflictingAccount(for name: AccountName, excluding account: AccountID?) throws(CommandFailure) -> Account? {
    try MainLoop.wait { [store] () async throws(TimelineError) in
      let imported = try await StoreAccounts(store: store).accounts()
      do throws(StoreError) {
        let all = try await imported + SQLiteServerAccounts(store: store).accounts()
        return all.conflictingAccount(for: name, excluding: account)
      } catch {
        throw .storeFailed(error)
      }
    }
  }

  static func nameConflict(_ name: AccountName, by conflict: Account) -> CommandFailure {
    CommandFailure(
      .usage, "“\(name.text)” already names \(conflict.label); give that account another name with tern rename")
  }

  /// Stores the name of an account; nil removes it.
  func setName(_ name: AccountName?, to account: AccountID) throws(CommandFailure) {
    let isThere: Bool
    do throws(StoreError) {
      isThere = try store.setName(account, name)
    } catch {
      throw CommandFailure(error)
    }
    guard isThere else { throw CommandFailure(.unavailable, "the account was removed in the meantime") }
  }
}
