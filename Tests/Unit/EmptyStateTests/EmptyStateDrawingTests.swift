import EmptyState
import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct EmptyStateDrawingTests {
  nonisolated static let sizes = [(80, 24), (40, 10), (20, 5)]

  init() { UTF8Locale.set() }

  /// Draws on a canvas with a margin of three cells on each side, and returns the lines inside the margin.
  private func drawn(_ viewModel: EmptyStateViewModel, _ size: (Int, Int)) -> (canvas: Canvas, lines: [String]) {
    var canvas = Canvas(size: Size(width: size.0 + 6, height: size.1 + 6))
    let area = canvas.bounds.inset(top: 3, bottom: 3, left: 3, right: 3)
    EmptyStateDrawing(viewModel, keymap: .standard).draw(on: &canvas, in: area)
    let lines = (area.row..<area.row + area.height).map { row in
      (area.column..<area.column + area.width).map { canvas[row, $0].text }.joined()
    }
    return (canvas, lines)
  }

  @Test(arguments: EmptyReason.all, sizes) func `Nothing is drawn outside the area`(
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

  @Test(arguments: EmptyReason.all, sizes) func `The title is always shown`(
    reason: EmptyReason, size: (Int, Int)
  ) {
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    let lines = drawn(viewModel, size).lines
    let text = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
    #expect(text.filter { $0 != " " }.contains(viewModel.title.filter { $0 != " " }), "\(lines)")
  }

  @Test(arguments: [(40, 6), (40, 8), (40, 9), (60, 6), (30, 10)])
  func `The welcome view keeps its keys and first sentence on small screens`(
    width: Int, height: Int
  ) {
    let viewModel = EmptyStateViewModel(.noAccounts, offered: [.signIn, .openDemo, .quit])
    let text = drawn(viewModel, (width, height)).lines.joined(separator: " ").split(separator: " ")
      .joined(separator: " ")
    #expect(text.contains(viewModel.sentences[0]))
    for action in viewModel.actions { #expect(text.contains(action.label)) }
  }

  /// The most important sentence, in the body of a screen of 40×10 and of 20×5.
  @Test(arguments: [
    ("rate limited", "Retrying in 30 s", "Retrying in 30 s"), ("session expired", "@ada@demo", "@ada@demo"),
    ("file damaged", "Line 3, column 7 of /home/ada/posts.json", "Line 3, column 7 …"),
    ("file missing", "/home/ada/posts.json", "There is no file at"),
  ])
  func `Small screens show the first sentence, and keys if they fit`(
    name: String, at40: String, at20: String
  ) throws {
    let reason = try #require(EmptyReason.all.first { $0.name == name })
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    func text(_ size: (Int, Int)) -> String {
      drawn(viewModel, size).lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    #expect(text((40, 6)).contains(at40))
    #expect(text((20, 3)).contains(at20))
    #expect(text((40, 6)).contains(viewModel.sentences[0]))
    #expect(["rate limited", "file damaged"].contains(name) || text((40, 6)).contains(viewModel.actions[0].label))
  }

  @Test func `A long path is shortened in the middle and keeps the file name`() {
    let path = "/home/ada/" + String(repeating: "a/very/long/way/", count: 20) + "posts.json"
    let viewModel = EmptyStateViewModel(
      .failure(.fileUnreadable(path: path, reason: "Permission denied")), offered: [.retry])
    let text = drawn(viewModel, (40, 6)).lines.joined().filter { $0 != " " }
    #expect(text.contains("/home/ada/a"))
    #expect(
      text.contains(
        "…/posts.json:Permissiondenied.Couldn’tload@ada@demo’sHome.Lasttriedat12:00:00.Rtryagain"), "\(text)")
  }

  @Test(arguments: EmptyReason.all) func `Everything is shown on a large screen`(reason: EmptyReason) {
    let viewModel = EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases))
    let lines = drawn(viewModel, (80, 24)).lines
    let text = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    for sentence in viewModel.sentences { #expect(text.contains(sentence)) }
    for action in viewModel.actions {
      #expect(text.contains("\(Keymap.standard.label(of: action.command) ?? "") \(action.label)"))
    }
  }

  @Test func `The view is centred, a little above the middle`() {
    let viewModel = EmptyStateViewModel(name: "", title: "Nothing", sentences: ["Why."], actions: [.retry])
    let lines = drawn(viewModel, (21, 15)).lines
    #expect(lines[4] == "       Nothing       ")
    #expect(lines[6] == "        Why.         ")
    #expect(lines[8].contains("R try again"))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (20, 1)]) func `Tiny sizes do not crash`(size: (Int, Int)) {
    for reason in EmptyReason.all {
      _ = drawn(EmptyStateViewModel(reason, offered: Set(EmptyStateAction.allCases)), size)
    }
  }
}
