import Domain

/// The texts of private notes that the server has refused, until they are saved again, at most one for each account.
/// They are lost when the program ends.
@MainActor
public final class RefusedNotes {
  private var texts: [String: String] = [:]

  public init() {}

  /// Keeps the text of a refused action.
  /// - Returns: whether there is a text to keep.
  public func keep(_ action: UserAction) -> Bool {
    guard case .note(let text, let account) = action, !text.isEmpty else { return false }
    texts[account] = text
    return true
  }

  /// nil if the last note about the account was not refused.
  func text(about account: String) -> String? { texts[account] }

  func remove(_ account: String) { texts[account] = nil }
}
