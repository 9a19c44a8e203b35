import Domain

extension LoginViewModel {
  /// - Parameter current: the account that is being read.
  init(_ accounts: [ListedAccount], current: AccountID?, selection: Int) {
    let rows = accounts.enumerated().map { index, account in
      LoginRow(account, number: index + 1, isCurrent: account.account.id == current)
    }
    self.init(rows: rows, selection: selection)
  }
}

extension LoginRow {
  init(_ listed: ListedAccount, number: Int, isCurrent: Bool) {
    let account = listed.account
    let handle = account.profile.handle
    self.init(
      id: account.id.storageKey, digit: number <= 9 ? "\(number)" : "", name: account.profile.name,
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
