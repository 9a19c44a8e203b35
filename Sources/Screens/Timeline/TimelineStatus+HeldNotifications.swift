import Domain
import EmptyState
import TerminalKit

/// The text about notifications that a server holds back.
extension TimelineStatus {
  /// In characters. Longer lines name fewer people, so that the key stays visible at 80 columns.
  private static let maxHeldText = 72

  /// “3 notifications held back from Ada, Bo · g r shows them”.
  static func text(for held: HeldNotifications, keymap: Keymap) -> String {
    let text = text(for: held, named: 2, keymap: keymap)
    return text.count <= maxHeldText ? text : self.text(for: held, named: 1, keymap: keymap)
  }

  private static func text(for held: HeldNotifications, named limit: Int, keymap: Keymap) -> String {
    let count = held.count
    let number = "\(LoadingProgress.grouped(count))\(held.hasMore ? "+" : "")"
    let names = held.requests.prefix(limit).map(\.profile.briefName).joined(separator: ", ")
    let others = held.requests.count - limit
    let more = others <= 0 ? "" : others == 1 && !held.hasMore ? " and 1 other" : " and \(others) others"
    let key = keymap.sentence(SourceCommands.heldNotifications, count == 1 ? "shows it" : "shows them")
    return ["\(number) \(count == 1 ? "notification" : "notifications") held back from \(names)\(more)", key]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
