import TerminalKit

/// The help as lines: keys and titles side by side, in as many columns as fit.
///
/// On narrow screens, titles are below their keys.
@MainActor
struct HelpText {
  private static let columnWidth = 45
  private static let gap = 4
  private static let minSideBySideWidth = 36
  private static let maxRemarkWidth = 80

  private let groups: [HelpGroup]
  private let remark: String
  private let width: Int

  /// - Parameter remark: a paragraph below the keys.
  init(_ groups: [HelpGroup], remark: String = "", width: Int) {
    self.groups = groups
    self.remark = remark
    self.width = width
  }

  var lines: [StyledText] {
    let below = TextLayout.wrap(StyledText(remark, .muted), width: min(width, Self.maxRemarkWidth))
    return keyLines + (below.isEmpty ? [] : [StyledText()] + below)
  }

  private var keyLines: [StyledText] {
    let count = max(1, (width + Self.gap) / (Self.columnWidth + Self.gap))
    let columnWidth = (width - (count - 1) * Self.gap) / count
    let columns = Self.columns(of: groups.map { lines(of: $0, width: columnWidth) }, count: count)
    let height = columns.map(\.count).max() ?? 0
    return (0..<height).map { index in
      columns.enumerated().reduce(StyledText()) { line, column in
        guard column.element.indices.contains(index), !column.element[index].plain.isEmpty else { return line }
        let used = TextLayout.width(of: line.plain)
        let start = column.offset * (columnWidth + Self.gap)
        return line + StyledText(String(repeating: " ", count: max(0, start - used))) + column.element[index]
      }
    }
  }

  /// Distributes blocks over the columns in order, with minimal height and without splitting a block.
  private static func columns(of blocks: [[StyledText]], count: Int) -> [[StyledText]] {
    let total = blocks.reduce(0) { $0 + $1.count + 1 }
    var height = blocks.map(\.count).max() ?? 0
    while height < total {
      let columns = columns(of: blocks, height: height)
      if columns.count <= count { return columns }
      height += 1
    }
    return columns(of: blocks, height: total)
  }

  private static func columns(of blocks: [[StyledText]], height: Int) -> [[StyledText]] {
    blocks.reduce(into: []) { columns, block in
      if let last = columns.last, last.count + 1 + block.count <= height {
        columns[columns.count - 1] += [StyledText()] + block
      } else {
        columns.append(block)
      }
    }
  }

  private func lines(of group: HelpGroup, width: Int) -> [StyledText] {
    [StyledText(group.title, .bold)] + group.entries.flatMap { lines(of: $0, width: width) }
  }

  private func lines(of entry: HelpEntry, width: Int, indent: Int = 0) -> [StyledText] {
    let own =
      width < Self.minSideBySideWidth
      ? stacked(entry, indent: indent) : sideBySide(entry, width: width, indent: indent)
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

  /// The width of the widest keys, including the indent of menus.
  private var keyWidth: Int {
    let entries = groups.flatMap(\.entries)
    let own = entries.map { TextLayout.width(of: $0.keysLabel) }
    let menus = entries.flatMap(\.menu).map { TextLayout.width(of: $0.keysLabel) + 2 }
    return (own + menus).max() ?? 0
  }
}
