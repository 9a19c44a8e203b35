import Domain
import EmptyState
import FoundationEssentials

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
