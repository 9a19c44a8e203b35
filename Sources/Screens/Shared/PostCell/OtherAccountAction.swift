import Domain
import TerminalKit

/// An account of the user that can act on a post in place of the open one.
public struct ActingAccount: Hashable, Sendable {
  public let id: AccountID
  /// “@ada@home.example”.
  public let label: String

  public init(id: AccountID, label: String) {
    self.id = id
    self.label = label
  }
}

/// An action that another account of the user can perform on a post.
public enum OtherAccountAction: Hashable, Sendable, CaseIterable {
  case reply, favourite, repost, bookmark, follow
}

extension PostActionCommands {
  public static let asAnotherAccount = Command(
    "as-another-account", "as another account",
    synonyms: ["other account", "second account", "act as", "reply as", "like as", "boost as", "open as"],
    keys: ["a A"],
    in: .write, menu: menu)

  static let otherAccountActions: [(action: OtherAccountAction, command: Command)] = [
    (.reply, Command("reply-as", "reply", keys: ["r"], in: .write)),
    (.favourite, Command("like-as", "like", keys: ["f"], in: .write)),
    (.repost, Command("repost-as", "repost", keys: ["b"], in: .write)),
    (.bookmark, Command("bookmark-as", "bookmark", keys: ["k"], in: .write)),
    (.follow, Command("follow-as", "follow the author", keys: ["F"], in: .write)),
  ]

  /// The most common actions, by the account that acts when no account is chosen.
  @MainActor
  static func inActingAccount(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    guard let account = availability.actingAccount else { return [] }
    let commands: [(OtherAccountAction, Command)] = [
      (.reply, reply), (.favourite, favourite), (.repost, repost), (.bookmark, bookmark),
    ]
    return commands.map { action, command in
      AvailableCommand(command, title: "\(command.title) as \(account.label)") {
        presenter.perform(.asOtherAccount(action, account.id), on: entry)
      }
    }
  }

  /// A menu of the user's other accounts, each with a menu of its actions; empty if there is no other account.
  @MainActor
  static func otherAccounts(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    guard !availability.otherAccounts.isEmpty else { return [] }
    let accounts = NumberedMenu.commands(option, availability.otherAccounts) { command, account in
      AvailableCommand(
        command, title: account.label,
        menu: otherAccountActions.map { action, command in
          AvailableCommand(command) { presenter.perform(.asOtherAccount(action, account.id), on: entry) }
        })
    }
    return [AvailableCommand(asAnotherAccount, menu: accounts)]
  }
}
