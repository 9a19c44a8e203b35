import Testing

@testable import TerminalKit

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("sw", "switch account", [0, 1]), ("sa", "switch account", [0, 7]), ("SwA", "switch account", [0, 1, 7]),
    ("s a", "switch account", [0, 7]), ("unt", "switch account", [11, 12, 13]), ("gr", "@grace Ada", [1, 2]),
    ("", "switch account", []), ("あ", "いあ", [1]), ("aa", "a b a", [0, 4]),
  ])
  func `The letters are found where they say the most`(letters: String, text: String, places: [Int]) throws {
    #expect(try #require(FuzzyMatch(letters, in: text)).places == places)
  }

  @Test(arguments: [("x", "switch account"), ("as", "sa"), ("aa", "a"), ("a", ""), ("hs", "sh")])
  func `Letters that are missing, or stand in another order, do not fit`(letters: String, text: String) {
    #expect(FuzzyMatch(letters, in: text) == nil)
  }

  @Test(arguments: [
    ("np", "next post", "open pipe"), ("ref", "refresh", "redraw after"), ("hel", "help", "show the list"),
    ("me", "Mentions", "some"), ("ol", "oldest post", "half a page, or all"),
  ])
  func `Beginnings of words count more, and letters that follow one another`(
    letters: String, better: String, worse: String
  ) throws {
    let first = try #require(FuzzyMatch(letters, in: better))
    let second = try #require(FuzzyMatch(letters, in: worse))
    #expect(first.score > second.score)
  }

  @Test func `However much is typed, it is soon done`() {
    let text = String(repeating: "a", count: 5_000)
    #expect(FuzzyMatch(text, in: text) == nil)
    #expect(FuzzyMatch(String(text.prefix(60)), in: text)?.places == Array(0..<60))
  }
}
