import EmptyState
import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct EmptyStateDrawingTests {
  nonisolated static let sizes = [(80, 24), (40, 10), (20, 5)]

  init() { UTF8Locale.set() }

  /// A canvas with three cells more at each side than there are to draw on.
  private func drawn(_ viewModel: EmptyStateViewModel, _ size: (Int, Int)) -> (canvas: Canvas, lines: [String]) {
    var canvas = Canvas(size: Size(width: size.0 + 6, height: size.1 + 6))
    let area = canvas.bounds.inset(top: 3, bottom: 3, left: 3, right: 3)
    EmptyStateDrawing(viewModel).draw(on: &canvas, in: area)
    let lines = (area.row..<area.row + area.height).map { row in
      (area.column..<area.column + area.width).map { canvas[row, $0].text }.joined()
    }
    return (canvas, lines)
  }

  @Test(arguments: EmptyReason.all, sizes) func `Nothing is drawn outside, whatever the size`(
    reason: EmptyReason, size: (Int, Int)
  ) {
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    let (canvas, _) = drawn(viewModel, size)
    for row in 0..<canvas.size.height {
      for column in 0..<canvas.size.width {
        let isInside = (3..<3 + size.1).contains(row) && (3..<3 + size.0).contains(column)
        #expect(isInside || canvas[row, column] == .blank)
      }
    }
  }

  @Test(arguments: EmptyReason.all, sizes) func `The title and the first key are always there`(
    reason: EmptyReason, size: (Int, Int)
  ) throws {
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    let lines = drawn(viewModel, size).lines
    let text = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
    #expect(text.filter { $0 != " " }.contains(viewModel.title.filter { $0 != " " }), "\(lines)")
    let first = try #require(viewModel.actions.first)
    #expect(text.contains("\(first.keyLabel) \(first.label)"), "\(lines)")
  }

  @Test(arguments: EmptyReason.all) func `Where there is room, all of it is there`(reason: EmptyReason) {
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    let lines = drawn(viewModel, (80, 24)).lines
    let text = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    for sentence in viewModel.sentences { #expect(text.contains(sentence)) }
    for action in viewModel.actions { #expect(text.contains("\(action.keyLabel) \(action.label)")) }
  }

  @Test func `It stands in the middle, a little above it`() {
    let viewModel = EmptyStateViewModel(name: "", title: "Nothing", sentences: ["Why."], actions: [.retry])
    let lines = drawn(viewModel, (21, 15)).lines
    #expect(lines[4] == "       Nothing       ")
    #expect(lines[6] == "        Why.         ")
    #expect(lines[8].contains("R try again"))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (20, 1)]) func `No size is too small`(size: (Int, Int)) {
    for reason in EmptyReason.all {
      _ = drawn(EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases)), size)
    }
  }
}
