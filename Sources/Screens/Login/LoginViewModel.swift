import Domain
import EmptyState
import FoundationEssentials
import TerminalKit

/// The list of accounts, ready to be drawn.
struct LoginViewModel: Hashable, Sendable {
  var rows: [LoginRow]
  var selection: Int
  /// The text below the last row.
  var footer = ""
}

/// A notice in the list or in a form.
struct LoginNotice: Hashable, Sendable {
  var text: String
  var isFailure = false
}

/// A row of the accounts list.
struct LoginRow: Hashable, Sendable {
  var id: String
  /// The key that opens the account; empty after the ninth.
  var key: String
  var name: String
  /// “@ada@demo”; empty if the account has none.
  var handle: String
  /// “demo”, or a path.
  var source: String
  /// “needs a password”, “signed in” or “reading now”; empty for an account without a password.
  var state: String
  /// The bio, or else the number of posts; empty if both are unknown.
  var note: String
  /// Whether this is the account on screen.
  var isCurrent: Bool
}

extension LoginViewModel {
  /// Shown below the demo accounts.
  static let invitation = "Your own accounts replace the demo: tern import FILE."

  /// - Parameters:
  ///   - current: the account on screen.
  ///   - keymap: the keymap whose keys are shown.
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
      id: account.id.storageKey, key: key, name: account.displayName,
      handle: handle.isEmpty ? "" : "@\(handle)", source: account.origin.label,
      state: Self.state(of: listed, isCurrent: isCurrent), note: account.note ?? account.postSummary?.text ?? "",
      isCurrent: isCurrent)
  }

  private static func state(of listed: ListedAccount, isCurrent: Bool) -> String {
    if isCurrent { return "reading now" }
    return switch listed.account.access {
    case .open: ""
    case .password: listed.isReady ? "signed in" : "needs a password"
    }
  }
}

extension Account.PostSummary {
  /// “2,045 posts · 2009–2023”; empty if there are none.
  var text: String {
    guard posts > 0 else { return "" }
    let count = LoadingProgress.text(posts: posts)
    guard let dates else { return count }
    let (first, last) = (LocalTime.year(dates.lowerBound), LocalTime.year(dates.upperBound))
    return "\(count) · \(first == last ? first : "\(first)–\(last)")"
  }
}

extension Account {
  /// Whether the name, handle or source contain all of the words, in any case.
  func matches(_ words: String) -> Bool {
    let names = [displayName, profile.name, label, origin.label]
    return words.split(separator: " ").allSatisfy { word in
      names.contains { $0.lowercased().contains(word.lowercased()) }
    }
  }
}

extension [ListedAccount] {
  /// Whether all accounts belong to the demo.
  var areDemoOnly: Bool { allSatisfy { $0.account.origin == .demo } }
}

/// The messages for failed sign-ins.
extension LoginNotice {
  /// Creates a notice for a failed sign-in; nil if the user cancelled it.
  /// - Parameter known: the existing handles, for suggestions.
  init?(_ error: SignInError, handle: String, known: [String], now: Date) {
    switch error {
    case .unknownAccount(let handle):
      let nearest = known.first { $0.hasPrefix(handle.asHandle + "@") }
      let suggestion = nearest.map { " Did you mean @\($0)?" } ?? ""
      self.init(text: "No account @\(handle.asHandle).\(suggestion)", isFailure: true)
    case .wrongPassword:
      self.init(text: "Wrong password.", isFailure: true)
    case .unavailable(.cancelled):
      return nil
    case .unavailable(let error):
      let subject = EmptyReason.Subject(owner: "", contentName: "@\(handle.asHandle)")
      let emptyView = EmptyStateViewModel(EmptyReason(error, subject, lastTry: now, now: now), offered: [])
      self.init(text: "\(emptyView.title). \(emptyView.sentences.first ?? "")", isFailure: true)
    }
  }

  /// Creates a notice that the listed accounts are outdated, and why.
  init(stale reason: EmptyReason) {
    let title = EmptyStateViewModel(reason, offered: []).title
    self.init(text: "\(title) · accounts not updated", isFailure: true)
  }
}

extension String {
  /// The text as a handle, without surrounding spaces and leading `@`.
  var asHandle: String {
    var handle = drop(while: \.isWhitespace)
    while handle.last?.isWhitespace == true { handle.removeLast() }
    return String(handle.drop { $0 == "@" })
  }
}
