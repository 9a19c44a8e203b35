import TerminalKit

/// The entries as lines: keys and what they do side by side, in two columns where the screen is wide, and one below
/// the other where it is narrow.
@MainActor
struct HelpText {
  /// The body of a screen of 100 columns.
  private static let wide = 97
  private static let narrow = 36
  private static let gap = 4
  private static let maxRemark = 80

  private let entries: [HelpEntry]
  private let remark: String
  private let width: Int

  /// - Parameter remark: what is to be said beside the keys.
  init(_ entries: [HelpEntry], remark: String = "", width: Int) {
    self.entries = entries
    self.remark = remark
    self.width = width
  }

  var lines: [StyledText] {
    let below = TextLayout.wrap(StyledText(remark, .muted), width: min(width, Self.maxRemark))
    return keyLines + (below.isEmpty ? [] : [StyledText()] + below)
  }

  private var keyLines: [StyledText] {
    guard width >= Self.wide else { return entries.flatMap { lines(of: $0, width: width) } }
    let columnWidth = (width - Self.gap) / 2
    let blocks = entries.map { lines(of: $0, width: columnWidth) }
    let (left, right) = halves(of: blocks)
    return left.indices.map { index in
      guard right.indices.contains(index) else { return left[index] }
      let used = TextLayout.width(of: left[index].plain)
      let space = String(repeating: " ", count: max(1, columnWidth + Self.gap - used))
      return left[index] + StyledText(space) + right[index]
    }
  }

  /// An entry and its menu stay in one column; the left one is not the shorter.
  private func halves(of blocks: [[StyledText]]) -> (left: [StyledText], right: [StyledText]) {
    let total = blocks.reduce(0) { $0 + $1.count }
    var split = 0
    var height = 0
    while split < blocks.count, height * 2 < total {
      height += blocks[split].count
      split += 1
    }
    return (Array(blocks[..<split].joined()), Array(blocks[split...].joined()))
  }

  private func lines(of entry: HelpEntry, width: Int, indent: Int = 0) -> [StyledText] {
    let own = width < Self.narrow ? stacked(entry, indent: indent) : sideBySide(entry, width: width, indent: indent)
    return own + entry.menu.flatMap { lines(of: $0, width: width, indent: indent + 2) }
  }

  private func sideBySide(_ entry: HelpEntry, width: Int, indent: Int) -> [StyledText] {
    let keyWidth = min(keyWidth, width / 2)
    let keys = TextLayout.truncate(entry.keysLabel, to: keyWidth - indent)
    let space = String(repeating: " ", count: keyWidth - indent - TextLayout.width(of: keys) + 2)
    let margin = StyledText(String(repeating: " ", count: indent))
    let titles = TextLayout.wrap(StyledText(entry.title), width: width - keyWidth - 2)
    return titles.enumerated().map { index, title in
      index == 0
        ? margin + StyledText(keys, .accentBold) + StyledText(space) + title
        : StyledText(String(repeating: " ", count: keyWidth + 2)) + title
    }
  }

  private func stacked(_ entry: HelpEntry, indent: Int) -> [StyledText] {
    let margin = StyledText(String(repeating: " ", count: indent))
    return [margin + StyledText(entry.keysLabel, .accentBold), margin + StyledText("  \(entry.title)")]
  }

  /// As wide as the maxWidth keys, those of menus with their indent.
  private var keyWidth: Int {
    let own = entries.map { TextLayout.width(of: $0.keysLabel) }
    let menus = entries.flatMap(\.menu).map { TextLayout.width(of: $0.keysLabel) + 2 }
    return (own + menus).max() ?? 0
  }
}

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
    return entries(of: bindings(), after: key + " ")
  }
}
