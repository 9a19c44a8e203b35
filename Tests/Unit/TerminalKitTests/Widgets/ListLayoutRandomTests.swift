import TerminalKit
import TestSupport
import Testing

/// Random operations on lists of random rows.
@Suite struct ListLayoutRandomTests {
  private static let spacing = 1

  @Test(arguments: 1...40) func `The selected row is visible and no line is wasted`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var heights = Self.heights(using: &generator)
    var screen = Int.random(in: 1...30, using: &generator)
    var layout = ListLayout()
    for _ in 0..<250 {
      let operation = Operation.allCases.randomElement(using: &generator) ?? .nextRow
      let before = layout
      let list = Self.rows(heights, screen: screen)
      switch operation {
      case .nextRow: layout.move(by: 1, in: list)
      case .previousRow: layout.move(by: -1, in: list)
      case .pageDown: layout.scroll(by: max(1, screen - 1), in: list)
      case .pageUp: layout.scroll(by: -max(1, screen - 1), in: list)
      case .halfDown: layout.scroll(by: max(1, (screen - 1) / 2), in: list)
      case .halfUp: layout.scroll(by: -max(1, (screen - 1) / 2), in: list)
      case .wheelDown: layout.wheelScroll(by: 3, in: list)
      case .wheelUp: layout.wheelScroll(by: -3, in: list)
      case .onScreen:
        layout.selectOnScreen([.top, .middle, .bottom].randomElement(using: &generator) ?? .top, in: list)
      case .jump: layout.select(.random(in: 0..<max(1, heights.count), using: &generator), in: list)
      case .resize: screen = .random(in: 1...30, using: &generator)
      case .rewrap: heights = heights.map { _ in .random(in: 2...12, using: &generator) }
      case .insertAbove:
        heights.insert(contentsOf: Self.heights(using: &generator), at: 0)
        layout.updateSelectionIndex(layout.selection + heights.count - list.count)
      case .otherList:
        heights = Self.heights(using: &generator)
        layout.select(.random(in: 0..<max(1, heights.count), using: &generator), in: Self.rows(heights, screen: screen))
      }
      let now = Self.rows(heights, screen: screen)
      layout.relayout(in: now)
      check(layout, in: now, after: operation)
      checkDirection(of: operation, from: before, to: layout, in: now)
    }
  }

  private enum Operation: CaseIterable {
    case nextRow, previousRow, pageDown, pageUp, halfDown, halfUp, wheelDown, wheelUp, onScreen, jump, resize, rewrap,
      insertAbove, otherList
  }

  private func check(_ layout: ListLayout, in list: ListLayout.Rows, after operation: Operation) {
    let visible = layout.visibleRows(in: list)
    guard list.count > 0 else {
      #expect(visible.isEmpty && layout.selection == 0)
      return
    }
    #expect((0..<list.count).contains(layout.selection), "after \(operation)")
    for (row, next) in zip(visible, visible.dropFirst()) {
      #expect(next.index == row.index + 1, "after \(operation)")
      #expect(next.top == row.top + list.height(row.index), "after \(operation)")
    }
    let text = list.height(layout.selection) - Self.spacing
    #expect(visible.contains { $0.index == layout.selection && $0.top == layout.top }, "after \(operation)")
    if text <= list.screenHeight {
      #expect(layout.top >= 0 && layout.top + text <= list.screenHeight, "after \(operation)")
    } else {
      #expect(layout.top <= 0 && layout.top + text >= list.screenHeight, "after \(operation)")
    }
    guard let first = visible.first, let last = visible.last else { return }
    #expect(first.top <= 0, "a gap above, after \(operation)")
    let end = last.top + list.height(last.index) - Self.spacing
    let isAll = first.index == 0 && first.top == 0
    if last.index < list.count - 1 {
      #expect(end + Self.spacing >= list.screenHeight, "a gap below, after \(operation)")
    } else if !isAll {
      #expect(end >= list.screenHeight, "a gap below the last, after \(operation)")
    }
  }

  /// Moving down never scrolls up, and at most by a screen and the next row.
  private func checkDirection(
    of operation: Operation, from before: ListLayout, to after: ListLayout, in list: ListLayout.Rows
  ) {
    let step: Int
    switch operation {
    case .nextRow, .pageDown, .halfDown, .wheelDown: step = 1
    case .previousRow, .pageUp, .halfUp, .wheelUp: step = -1
    default: return
    }
    guard list.count > 0 else { return }
    let first = min(before.selection, after.selection)
    let last = max(before.selection, after.selection)
    #expect((after.selection - before.selection) * step >= 0, "after \(operation)")
    let isEnd = after.selection == (step > 0 ? list.count - 1 : 0)
    #expect(before != after || isEnd, "\(operation) does nothing")
    let between = (first + 1..<max(first + 1, last)).reduce(0) { $0 + list.height($1) }
    #expect(between <= 2 * list.screenHeight, "\(operation) skips rows")
  }

  private static func heights(using generator: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...25, using: &generator)).map { _ in
      Int.random(in: 0..<8, using: &generator) == 0
        ? .random(in: 2...60, using: &generator) : .random(in: 2...9, using: &generator)
    }
  }

  private static func rows(_ heights: [Int], screen: Int) -> ListLayout.Rows {
    ListLayout.Rows(count: heights.count, screenHeight: screen, spacing: spacing) { heights[$0] }
  }
}
