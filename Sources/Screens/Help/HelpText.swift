import TerminalKit

/// The help as lines, one for each command: keys and titles side by side, in two or more columns where they fit.
///
/// On narrow screens, titles are below their keys.
@MainActor
struct HelpText {
  private static let minWidthOfTwoColumns = 70
  /// The minimum width of a column when there are more than two.
  private static let columnWidth = 46
  private static let gap = 2
  private static let minSideBySideWidth = 36
  /// The width of keys in a column that has no room for more.
  private static let narrowKeyWidth = 7
  private static let maxRemarkWidth = 80

  private let groups: [HelpGroup]
  private let remarks: [String]
  private let width: Int
  private let columnCount: Int

  /// - Parameters:
  ///   - remarks: paragraphs below the keys.
  ///   - isList: whether all groups are listed in one column.
  init(_ groups: [HelpGroup], remarks: [String] = [], isList: Bool = false, width: Int) {
    self.groups = groups
    self.remarks = remarks
    self.width = width
    columnCount =
      isList || width < Self.minWidthOfTwoColumns ? 1 : max(2, (width + Self.gap) / (Self.columnWidth + Self.gap))
  }

  var lines: [StyledText] {
    let sections =
      groups.filter { $0.kind == .first }.map(firstLines) + groups.filter { $0.kind == .menus }.map(menuLines)
      + [taskLines] + remarks.map(remarkLines)
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [StyledText()]))
  }

  private var columnWidth: Int { (width - (columnCount - 1) * Self.gap) / columnCount }

  /// The entries in as many columns as the other groups, equally long.
  private func firstLines(_ group: HelpGroup) -> [StyledText] {
    let lines = group.entries.flatMap { self.lines(of: $0) }
    let height = (lines.count + columnCount - 1) / columnCount
    let columns = stride(from: 0, to: lines.count, by: height).map { Array(lines[$0..<min($0 + height, lines.count)]) }
    return [StyledText(group.title, .bold)] + sideBySide(columns)
  }

  /// A line for each menu, as far as it fits.
  private func menuLines(_ group: HelpGroup) -> [StyledText] {
    [StyledText(group.title, .bold)] + group.entries.map { TextLayout.truncate($0.menuLine, to: width) }
  }

  private var taskLines: [StyledText] {
    let tasks = groups.filter { $0.kind == .task }
    // A group that is longer than a column continues in the next one.
    let limit = (tasks.reduce(0) { $0 + $1.entries.count + 2 } + columnCount - 1) / columnCount
    let blocks = tasks.flatMap { group in
      stride(from: 0, to: group.entries.count, by: limit).map { start in
        [StyledText(group.title, .bold)] + group.entries[start...].prefix(limit).flatMap { lines(of: $0) }
      }
    }
    return sideBySide(Self.columns(of: blocks, count: columnCount))
  }

  private func remarkLines(_ remark: String) -> [StyledText] {
    TextLayout.wrap(StyledText(remark, .muted), width: min(width, Self.maxRemarkWidth))
  }

  private func sideBySide(_ columns: [[StyledText]]) -> [StyledText] {
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

  private func lines(of entry: HelpEntry) -> [StyledText] {
    if !entry.menu.isEmpty { return [TextLayout.truncate(entry.menuLine, to: columnWidth)] }
    if columnWidth < Self.minSideBySideWidth {
      return [StyledText(entry.keysLabel, .accentBold), StyledText("  \(entry.title)")]
    }
    return [sideBySide(entry)]
  }

  /// Keys that do not fit are left out, and a long title begins further left.
  private func sideBySide(_ entry: HelpEntry) -> StyledText {
    let keys = keysThatFit(of: entry)
    let keysWidth = TextLayout.width(of: keys)
    let start = max(keysWidth, min(keyWidth, columnWidth - TextLayout.width(of: entry.title) - 2)) + 2
    return StyledText(keys, .accentBold) + StyledText(String(repeating: " ", count: start - keysWidth))
      + StyledText(TextLayout.truncate(entry.title, to: columnWidth - start))
  }

  private func keysThatFit(of entry: HelpEntry) -> String {
    var keys = entry.keys
    while keys.count > 1, TextLayout.width(of: keys.joined(separator: " ")) > keyWidth { keys.removeLast() }
    return TextLayout.truncate(keys.joined(separator: " "), to: columnWidth / 2)
  }

  /// The width of the widest keys, unless the column is too narrow for them.
  private var keyWidth: Int {
    let entries = groups.flatMap(\.entries).filter { $0.menu.isEmpty }
    let widest = entries.map { TextLayout.width(of: $0.keysLabel) }.max() ?? 0
    return min(widest, columnWidth < Self.columnWidth ? Self.narrowKeyWidth : columnWidth / 3)
  }
}
