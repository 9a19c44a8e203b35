import Domain
import TerminalKit

/// What marks the entries of one account in a list of several accounts: a letter in a colour.
public struct AccountMark: Hashable, Sendable {
  // Keys have the accent colour.
  private static let colors: [Style.Color] = [.mention, .tag, .media, .link, .code]

  /// “@ada@demo”.
  public var name: String
  /// “A”: a letter of its handle that marks no account before it, else the number of the account in the list.
  public var letter: String
  /// The number of the account in the list, from 0.
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
