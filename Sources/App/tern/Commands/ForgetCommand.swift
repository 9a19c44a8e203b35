import ArgumentParser
import Domain
import Glibc
import Store

/// `tern forget HANDLE`: removes an imported account and its posts.
struct ForgetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove an imported account and its posts.",
    discussion: "Asks first. Nothing of the account stays in the file of the store.")

  @Argument(help: ArgumentHelp("The account.", valueName: "handle"), completion: ShellCompletion.importedAccounts)
  var handle: String

  @Flag(help: "Remove without asking.")
  var yes = false

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(withPicturesIn: options.directory)
    let account = try StoredAccountName(handle).find(in: store)
    if !yes { try confirm(account) }
    let line = ProgressLine()
    do throws(StoreError) {
      try store.forget(account.id) { line.show("\(account.label)  \(ImportText.posts($0)) removed") }
    } catch {
      line.end()
      throw CommandFailure(error)
    }
    line.end()
    try StandardStream.output.write("\(ImportText.sanitizedName(account.label)) has been removed\n")
  }

  private func confirm(_ account: Account) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        .usage, "forget asks before it removes \(account.label), but standard input is not a terminal; add --yes")
    }
    try StandardStream.error.write(
      "Remove \(ImportText.sanitizedName(account.profile.nameAndLabel)) and all its posts? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw CommandFailure(.unavailable, "nothing was removed")
    }
  }
}
