import Domain
import TerminalKit

/// The mark of an account’s entries in a list of several accounts: a coloured letter.
public struct AccountMark: Hashable, Sendable {
  // Without the accent colour, which marks keys.
  private static let colors: [Style.Color] = [.mention, .tag, .media, .link, .code]

  /// “@ada@demo”.
  public var name: String
  /// “A”: a letter of its handle that marks no account before it, else the number of the account in the list.
  public var letter: String
  /// The index of the account in the list.
  public var index: Int

  public init(name: String, letter: String, index: Int) {
    (self.name, self.letter, self.index) = (name, letter, index)
  }

  /// The mark of each account in a list.
  public static func marks(of accounts: [Account]) -> [AccountID: AccountMark] {
    let names = accounts.distinctNames
    var letters: Set<String> = []
    var marks: [AccountID: AccountMark] = [:]
    for (index, account) in accounts.enumerated() {
      let name = names[account.id] ?? account.label
      let free = name.uppercased().first { ("A"..."Z").contains($0) && !letters.contains(String($0)) }
      let letter = free.map(String.init) ?? "\(index + 1)"
      letters.insert(letter)
      marks[account.id] = AccountMark(name: name, letter: letter, index: index)
    }
    return marks
  }

  /// The letter in the colour of the account. Accounts after the fifth repeat a colour.
  var text: StyledText { StyledText(letter, Style(Self.colors[index % Self.colors.count], .bold)) }
}
