import TerminalKit

/// What some keys do, and the keys of the menu that they open.
struct HelpEntry: Hashable, Sendable {
  var keys: [String]
  var title: String
  var menu: [HelpEntry] = []

  /// “j Down”.
  var keysLabel: String { keys.joined(separator: " ") }
}

extension HelpEntry {
  /// The bindings as a person reads them; those of the same title are one.
  @MainActor
  static func entries(of bindings: [KeyBinding], after prefix: String = "") -> [HelpEntry] {
    var entries: [HelpEntry] = []
    for binding in bindings where binding.isListed {
      guard let first = binding.keys.first else { continue }
      let entry = HelpEntry(
        keys: binding.keys.map { prefix + $0.label }, title: binding.title,
        menu: menu(of: binding, after: prefix + first.label))
      if let index = entries.firstIndex(where: { $0.title == entry.title && $0.menu == entry.menu }) {
        entries[index].keys += entry.keys
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  @MainActor
  private static func menu(of binding: KeyBinding, after key: String) -> [HelpEntry] {
    guard case .menu(let bindings) = binding.effect else { return [] }
    return entries(of: bindings, after: key + " ")
  }
}
