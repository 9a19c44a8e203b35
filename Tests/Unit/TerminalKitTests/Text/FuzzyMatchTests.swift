import Testing

@testable import TerminalKit

@Suite struct FuzzyMatchTests {
  @Test(arguments: [
    ("sw", "switch account", [0, 1]), ("sa", "switch account", [0, 7]), ("SwA", "switch account", [0, 1, 7]),
    ("s a", "switch account", [0, 7]), ("unt", "switch account", [11, 12, 13]), ("gr", "@grace Ada", [1, 2]),
    ("", "switch account", []), ("あ", "いあ", [1]), ("aa", "a b a", [0, 4]),
  ])
  func `The best letters are matched`(letters: String, text: String, places: [Int]) throws {
    #expect(try #require(FuzzyMatch(letters, in: text)).positions == places)
  }

  @Test(arguments: [("x", "switch account"), ("as", "sa"), ("aa", "a"), ("a", ""), ("hs", "sh")])
  func `Missing or reordered letters do not match`(letters: String, text: String) {
    #expect(FuzzyMatch(letters, in: text) == nil)
  }

  @Test(arguments: [
    ("np", "next post", "open pipe"), ("ref", "refresh", "redraw after"), ("hel", "help", "show the list"),
    ("me", "Mentions", "some"), ("ol", "oldest post", "half a page, or all"),
  ])
  func `Starts of words and adjacent letters score higher`(
    letters: String, better: String, worse: String
  ) throws {
    let first = try #require(FuzzyMatch(letters, in: better))
    let second = try #require(FuzzyMatch(letters, in: worse))
    #expect(first.score > second.score)
  }

  @Test(arguments: [
    ("date", "go to a date", false), ("mute", "unmute @ada", false), ("sa", "switch account", false),
    ("date", "quit immediately", true), ("mute", "move this column to the left", true),
  ])
  func `Letters are scattered if they are neither together nor begin words`(
    letters: String, text: String, isScattered: Bool
  ) throws {
    #expect(try #require(FuzzyMatch(letters, in: text)).isScattered == isScattered)
  }

  @Test func `Long input is fast`() {
    let text = String(repeating: "a", count: 5_000)
    #expect(FuzzyMatch(text, in: text) == nil)
    #expect(FuzzyMatch(String(text.prefix(60)), in: text)?.positions == Array(0..<60))
  }
}
