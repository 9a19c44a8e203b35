import Domain
import TerminalKit

extension LoginViewModel {
  /// - Parameters:
  ///   - current: the account that is being read.
  ///   - keymap: names the keys that open accounts.
  init(_ accounts: [ListedAccount], current: AccountID?, selection: Int, keymap: Keymap) {
    let rows = accounts.enumerated().map { index, account in
      let command = LoginCommands.account.indices.contains(index) ? LoginCommands.account[index] : nil
      return LoginRow(
        account, key: command.flatMap(keymap.label) ?? "", isCurrent: account.account.id == current)
    }
    self.init(rows: rows, selection: selection)
  }
}

extension LoginRow {
  init(_ listed: ListedAccount, key: String, isCurrent: Bool) {
    let account = listed.account
    let handle = account.profile.handle
    self.init(
      id: account.id.storageKey, key: key, name: account.profile.name,
      handle: handle.isEmpty ? "" : "@\(handle)", source: account.origin.label,
      state: Self.state(of: listed, isCurrent: isCurrent), note: account.note ?? "", isCurrent: isCurrent)
  }

  private static func state(of listed: ListedAccount, isCurrent: Bool) -> String {
    if isCurrent { return "reading now" }
    return switch listed.account.access {
    case .open: "open"
    case .password: listed.isReady ? "signed in" : "asks for a password"
    }
  }
}
