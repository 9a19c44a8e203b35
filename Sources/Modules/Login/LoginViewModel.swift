import Domain
import EmptyState
import FoundationEssentials
import TerminalKit

/// The list of accounts as it is drawn.
struct LoginViewModel: Hashable, Sendable {
  var rows: [LoginRow]
  var selection: Int
  /// What stands below the last one.
  var footer = ""
}

/// Something to know beside the list or in the form.
struct LoginNotice: Hashable, Sendable {
  var text: String
  var isFailure = false
}

/// One account in the list.
struct LoginRow: Hashable, Sendable {
  var id: String
  /// The key that opens it; empty after the ninth.
  var key: String
  var name: String
  /// “@ada@demo”; empty where the account has none.
  var handle: String
  /// “demo”, or a path.
  var source: String
  /// What opening it takes: “asks for a password”.
  var state: String
  /// What its owner wrote about it, else how much there is of it; empty where nobody knows either.
  var note: String
  /// Whether its timelines are being read now.
  var isCurrent: Bool
}

extension LoginViewModel {
  /// How to come by accounts of one's own.
  static let invitation = "Accounts of your own take the place of the demo’s: tern import FILE."

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
      id: account.id.storageKey, key: key, name: account.shownName,
      handle: handle.isEmpty ? "" : "@\(handle)", source: account.origin.label,
      state: Self.state(of: listed, isCurrent: isCurrent), note: account.note ?? account.extent?.words ?? "",
      isCurrent: isCurrent)
  }

  private static func state(of listed: ListedAccount, isCurrent: Bool) -> String {
    if isCurrent { return "reading now" }
    return switch listed.account.access {
    case .open: "open"
    case .password: listed.isReady ? "signed in" : "asks for a password"
    }
  }
}

extension Account.Extent {
  /// “2,045 posts · 2009–2023”; empty where there are none.
  var words: String {
    guard posts > 0 else { return "" }
    let count = LoadingProgress.words(posts: posts)
    guard let dates else { return count }
    let (first, last) = (LocalTime.year(dates.lowerBound), LocalTime.year(dates.upperBound))
    return "\(count) · \(first == last ? first : "\(first)–\(last)")"
  }
}

extension Account {
  /// Whether each of these words has its letters in the name, the handle or what it comes from.
  func fits(_ words: String) -> Bool {
    let names = [shownName, profile.name, label, origin.label]
    return words.split(separator: " ").allSatisfy { word in
      names.contains { $0.lowercased().contains(word.lowercased()) }
    }
  }
}

extension [ListedAccount] {
  /// Whether they are the demo's, all of them.
  var areInvented: Bool { allSatisfy { $0.account.origin == .demo } }
}

/// The words for what went wrong: pure functions.
extension LoginNotice {
  /// Why someone was not signed in; nil where they withdrew the question themselves.
  /// - Parameter known: the handles that there are.
  init?(_ error: SignInError, handle: String, known: [String], now: Date) {
    switch error {
    case .unknownAccount(let handle):
      let meant = known.first { $0.hasPrefix(handle.asHandle + "@") }
      let question = meant.map { " Did you mean @\($0)?" } ?? ""
      self.init(text: "There is no account @\(handle.asHandle).\(question)", isFailure: true)
    case .wrongPassword:
      self.init(text: "Wrong password.", isFailure: true)
    case .unavailable(.cancelled):
      return nil
    case .unavailable(let error):
      let wanted = EmptyReason.Wanted(owner: "@\(handle.asHandle)", thing: "session")
      let said = EmptyStateViewModel(EmptyReason(error, wanted, lastTry: now, now: now), offered: [])
      self.init(text: "\(said.title). \(said.sentences.first ?? "")", isFailure: true)
    }
  }

  /// That the accounts on the screen are those of before, and why.
  init(stale reason: EmptyReason) {
    let title = EmptyStateViewModel(reason, offered: []).title
    self.init(text: "\(title) · the accounts are those of before", isFailure: true)
  }
}

extension String {
  /// What a person typed as a handle, without the spaces around it and without its first `@`.
  var asHandle: String {
    var handle = drop(while: \.isWhitespace)
    while handle.last?.isWhitespace == true { handle.removeLast() }
    return String(handle.drop { $0 == "@" })
  }
}
