import TerminalKit
import Testing

@Suite struct ListLayoutTests {
  private var layout = ListLayout()

  @Test mutating func `The next row is selected, scrolling only if necessary`() {
    let list = rows([3, 3, 3, 3, 3], screen: 7)
    layout.relayout(in: list)
    layout.move(by: 1, in: list)
    #expect(layout.selection == 1)
    #expect(layout.top == 3)
    layout.move(by: 1, in: list)
    #expect(layout.selection == 2)
    // Two lines of text, and a line of spacing that may be cut.
    #expect(layout.top == 5)
  }

  @Test mutating func `Movements stop at both ends`() {
    let list = rows([3, 3], screen: 7)
    layout.move(by: -1, in: list)
    #expect(layout.selection == 0)
    layout.move(by: 1, in: list)
    layout.move(by: 1, in: list)
    #expect(layout.selection == 1)
  }

  @Test mutating func `Movements in an empty list have no effect`() {
    let list = rows([], screen: 7)
    layout.move(by: 1, in: list)
    layout.scroll(by: 7, in: list)
    layout.selectOnScreen(.bottom, in: list)
    layout.select(4, in: list)
    #expect(layout.selection == 0)
    #expect(layout.visibleRows(in: list).isEmpty)
  }

  @Test mutating func `A row taller than the screen is scrolled before the next is selected`() {
    let list = rows([21, 3], screen: 7)
    layout.relayout(in: list)
    var tops: [Int] = []
    while layout.selection == 0, tops.count < 20 {
      tops.append(layout.top)
      layout.move(by: 1, in: list)
    }
    // Scrolls line by line until the last line is visible.
    #expect(tops == Array((-13...0).reversed()))
    layout.move(by: -1, in: list)
    #expect(layout.top == -13)
    layout.move(by: -1, in: list)
    #expect(layout.top == -12)
  }

  @Test mutating func `A row taller than the screen shows the requested part`() {
    let list = rows([21, 3, 21], screen: 7)
    layout.relayout(in: list)
    layout.move(by: 1, in: list)
    #expect(layout.top == -1)
    layout.select(0, showing: .beginning, in: list)
    #expect(layout.top == 0)
    layout.select(0, showing: .end, in: list)
    #expect(layout.top == -13)
    layout.select(2, showing: .end, in: list)
    #expect((layout.selection, layout.top) == (2, -13))
    layout.select(1, showing: .beginning, in: list)
    #expect((0...5).contains(layout.top))
    layout.select(0, showing: .end, in: rows([], screen: 7))
    #expect(layout.selection == 0)
  }

  @Test mutating func `Half a page down advances within a tall row`() {
    let list = rows(Array(repeating: 7, count: 50), screen: 8)
    layout.select(10, in: list)
    for _ in 0..<20 {
      let before = layout.selection
      layout.scroll(by: 3, in: list)
      #expect((before...before + 1).contains(layout.selection))
    }
    #expect(layout.selection > 15)
    for _ in 0..<20 {
      let before = layout.selection
      layout.scroll(by: -3, in: list)
      #expect((before - 1...before).contains(layout.selection))
    }
    #expect(layout.selection < 15)
  }

  @Test mutating func `Scrolling by zero lines has no effect`() {
    let list = rows(Array(repeating: 3, count: 50), screen: 8)
    layout.select(10, in: list)
    layout.scroll(by: 0, in: list)
    #expect(layout.selection == 10)
  }

  @Test mutating func `A page down at the end selects the last row`() {
    let list = rows(Array(repeating: 3, count: 5), screen: 8)
    for _ in 0..<5 { layout.scroll(by: 7, in: list) }
    #expect(layout.selection == 4)
    for _ in 0..<5 { layout.scroll(by: -7, in: list) }
    #expect(layout.selection == 0)
    #expect(layout.top == 0)
  }

  @Test mutating func `Top, middle and bottom select fully visible rows`() {
    let list = rows([3, 3, 3, 3, 3], screen: 8)
    layout.relayout(in: list)
    layout.selectOnScreen(.bottom, in: list)
    #expect(layout.selection == 2)
    layout.selectOnScreen(.middle, in: list)
    #expect(layout.selection == 1)
    layout.selectOnScreen(.top, in: list)
    #expect(layout.selection == 0)
    #expect(layout.top == 0)
  }

  @Test mutating func `Rows inserted above do not move the selected row`() {
    let before = rows([3, 4, 5, 6, 3, 3], screen: 9)
    layout.select(3, in: before)
    let line = layout.top
    let after = rows([9, 2, 3, 4, 5, 6, 3, 3], screen: 9)
    layout.updateSelectionIndex(5)
    layout.relayout(in: after)
    #expect(layout.selection == 5)
    #expect(layout.top == line)
  }

  @Test mutating func `A selection is possible after the list has shrunk`() {
    let long = rows(Array(repeating: 3, count: 30), screen: 40)
    layout.select(29, in: long)
    let short = rows([3, 3], screen: 40)
    layout.select(0, in: short)
    #expect(layout.selection == 0)
    #expect(layout.visibleRows(in: short).map(\.index) == [0, 1])
  }

  @Test mutating func `Jumping to the end measures few of a million rows`() {
    var measured = 0
    let list = ListLayout.Rows(count: 1_000_000, screenHeight: 40, spacing: 1) { _ in
      measured += 1
      return 4
    }
    layout.select(999_999, in: list)
    layout.scroll(by: -39, in: list)
    _ = layout.visibleRows(in: list)
    #expect(measured < 1_000)
  }

  private func rows(_ heights: [Int], screen: Int) -> ListLayout.Rows {
    ListLayout.Rows(count: heights.count, screenHeight: screen, spacing: 1) { heights[$0] }
  }
}
