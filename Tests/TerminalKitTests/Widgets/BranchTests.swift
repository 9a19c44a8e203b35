import Testing

@testable import TerminalKit

@Suite struct BranchTests {
  /// Each row with the lines of the tree beside its first line.
  private func tree(_ levels: Int..., width: Int = 20) -> [String] {
    Branch.branches(ofLevels: levels).map { $0.lines(at: .first, width: width) }
  }

  @Test func `The last of a level has a corner, the others a branch, and what goes on has a line`() {
    #expect(tree(0) == ["└ "])
    #expect(tree(0, 0) == ["├ ", "└ "])
    #expect(tree(0, 1, 1, 0) == ["├ ", "│ ├ ", "│ └ ", "└ "])
    #expect(tree(0, 1, 2, 1) == ["└ ", "  ├ ", "  │ └ ", "  └ "])
  }

  @Test func `A level may be left out, and what is nearest to the row is shown where there is little room`() {
    #expect(tree(0, 2, 0) == ["├ ", "│   └ ", "└ "])
    #expect(tree(0, 1, 2, width: 2) == ["└ ", "└ ", "└ "])
  }

  @Test func `Above a row the line leads to it, below its first line it leads on`() {
    let branches = Branch.branches(ofLevels: [0, 0])
    #expect(branches.map { $0.lines(at: .above, width: 4) } == ["│ ", "│ "])
    #expect(branches.map { $0.lines(at: .further, width: 4) } == ["│ ", "  "])
  }
}
