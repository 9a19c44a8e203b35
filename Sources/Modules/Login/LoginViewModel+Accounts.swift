import Domain

extension LoginViewModel {
  /// - Parameter current: the account that is being read.
  init(_ accounts: [ListedAccount], current: AccountID?, selection: Int) {
    self.init(rows: accounts.map { Row($0, isCurrent: $0.account.id == current) }, selection: selection)
  }
}

extension LoginViewModel.Row {
  init(_ listed: ListedAccount, isCurrent: Bool) {
    let account = listed.account
    let handle = account.profile.handle
    self.init(
      name: account.profile.name, handle: handle.isEmpty ? "" : "@\(handle)", source: account.source,
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
