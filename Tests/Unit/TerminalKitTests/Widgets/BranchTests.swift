import Testing

@testable import TerminalKit

@Suite struct BranchTests {
  /// Each row with its tree lines.
  private func tree(_ levels: Int..., width: Int = 20) -> [String] {
    Branch.branches(ofLevels: levels).map { $0.lines(at: .first, width: width) }
  }

  @Test func `The last sibling has a corner, others have a branch`() {
    #expect(tree(0) == ["└ "])
    #expect(tree(0, 0) == ["├ ", "└ "])
    #expect(tree(0, 1, 1, 0) == ["├ ", "│ ├ ", "│ └ ", "└ "])
    #expect(tree(0, 1, 2, 1) == ["└ ", "  ├ ", "  │ └ ", "  └ "])
  }

  @Test func `Levels may be skipped, and the innermost are shown in little space`() {
    #expect(tree(0, 2, 0) == ["├ ", "│   └ ", "└ "])
    #expect(tree(0, 1, 2, width: 2) == ["└ ", "└ ", "└ "])
  }

  @Test func `Lines above and below a row connect it to the tree`() {
    let branches = Branch.branches(ofLevels: [0, 0])
    #expect(branches.map { $0.lines(at: .above, width: 4) } == ["│ ", "│ "])
    #expect(branches.map { $0.lines(at: .further, width: 4) } == ["│ ", "  "])
  }
}
