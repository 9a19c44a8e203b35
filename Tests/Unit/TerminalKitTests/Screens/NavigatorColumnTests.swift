import Testing

@testable import TerminalKit

@MainActor @Suite final class NavigatorColumnTests: PaneHarness {
  @Test func `As many columns as fit are visible, including the focused one`() {
    let columns = (1...5).map { screen("\($0)") }
    navigator.setColumns(columns)
    show(width: 110)
    #expect(visible == ["1", "2", "3"])
    navigator.focusColumn(by: 1)
    navigator.focusColumn(by: 1)
    #expect(navigator.top?.title == "3")
    #expect(visible == ["1", "2", "3"])
    navigator.focusColumn(by: 1)
    #expect(visible == ["2", "3", "4"])
    for _ in 0..<5 { navigator.focusColumn(by: -1) }
    #expect(navigator.top?.title == "1")
    #expect(visible == ["1", "2", "3"])
    show(width: 20)
    #expect(visible == ["1"])
    navigator.focusColumn(by: 1)
    #expect(visible == ["2"])
    show(width: 300)
    #expect(visible == ["1", "2", "3", "4", "5"])
  }

  @Test func `A detail of a column opens to its right`() {
    navigator.setColumns((1...3).map { screen("\($0)") })
    show(width: 150)
    navigator.focusColumn(by: 1)
    open("post 1")
    #expect(visible == ["1", "2", "post 1", "3"])
    #expect(navigator.top?.title == "post 1")
    navigator.pop()
    #expect(visible == ["1", "2", "3"])
    #expect(navigator.top?.title == "2")
  }

  @Test(arguments: [(10, 3), (34, 1), (120, 3), (200, 5), (201, 6)])
  func `Column widths add up with separators`(width: Int, count: Int) {
    let shares = PaneWidths.shares(of: width, count: count)
    #expect(shares.count == count)
    #expect(shares.first?.lowerBound == 0)
    #expect(shares.last?.upperBound == width)
    for (one, next) in zip(shares, shares.dropFirst()) { #expect(next.lowerBound == one.upperBound + 1) }
    let widths = shares.map(\.count)
    #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 1)
  }
}
