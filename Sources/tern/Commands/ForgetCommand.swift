import ArgumentParser
import Domain
import Glibc
import Store

/// `tern forget HANDLE`: removes an account and all that was imported into it.
struct ForgetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove an account and its posts from the store.")

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.importedAccounts)
  var handle: String

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(withPicturesIn: options.directory)
    let account = try StoredAccountName(handle).find(in: store)
    if !yes { try confirm(account) }
    let line = ProgressLine()
    do throws(StoreError) {
      try store.forget(account.id) { line.show("\(account.label)  \(ImportText.posts($0)) gone") }
    } catch {
      line.end()
      throw CommandFailure(error)
    }
    line.end()
    try StandardStream.output.write("\(ImportText.shown(account.label)) is forgotten\n")
  }

  private func confirm(_ account: Account) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        .usage, "forget asks before it removes \(account.label), and there is nobody to ask; add --yes")
    }
    try StandardStream.error.write(
      "Remove \(ImportText.shown(account.profile.nameAndLabel)) and all of its posts from the store? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw CommandFailure(.unavailable, "nothing was removed")
    }
  }
}
