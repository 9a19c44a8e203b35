import Domain
import DraftChecks
import Testing

struct ThreadSplitTests {
  private func limits(_ characters: Int) -> PostLimits {
    var limits = PostLimits()
    limits.characters = characters
    return limits
  }

  @Test func `A text that fits is not split`() {
    #expect(ThreadSplit("tern", limits: limits(500)) == nil)
  }

  @Test func `Splits are between paragraphs, sentences and words`() throws {
    let text = "The first paragraph says this.\n\nThe second one says more. And it goes on."
    let split = try #require(ThreadSplit(text, limits: limits(45)))
    #expect(
      split.texts == [
        "The first paragraph says this.\n\n(1/3)", "The second one says more.\n\n(2/3)", "And it goes on.\n\n(3/3)",
      ])
    let words = try #require(ThreadSplit("one two three four five six seven eight nine", limits: limits(40)))
    #expect(words.texts.allSatisfy { !$0.contains("sev\n") && $0.count <= 40 })
  }

  @Test(arguments: [40, 60, 137, 500]) func `No post is too long and nothing is lost`(limit: Int) throws {
    let words = ["tern", "軌道", "👩‍👩‍👧‍👦", "https://timeline.example/a", "@grace@timeline.example", "x.\n\n", "。", "e\u{301}"]
    var random = SystemRandomNumberGenerator()
    let text = (0..<400).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    let split = try #require(ThreadSplit(text, warning: "bird", limits: limits(limit)))
    #expect(split.texts.allSatisfy { PostLength($0, warning: "bird", limits: limits(limit)).overflow == nil })
    let bare = split.texts.enumerated().map { $1.replacing("\n\n(\($0 + 1)/\(split.texts.count))", with: "") }.joined()
    #expect(bare.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
  }

  @Test func `Only a word that is too long is split`() throws {
    let word = String(repeating: "x", count: 300)
    #expect(try #require(ThreadSplit(word, limits: limits(50))).texts.count > 6)
    #expect(ThreadSplit(word, warning: word, limits: limits(310)) == nil)
  }

  @Test func `A text of 65,000 characters is split in linear time`() throws {
    let line = "The engine weaves algebraic patterns, just as the loom weaves flowers and leaves. "
    let text = String(repeating: line, count: 65_000 / line.count)
    let split = try #require(ThreadSplit(text, limits: limits(500)))
    #expect(split.texts.count == 159)
    #expect(split.texts.allSatisfy { PostLength($0, limits: limits(500)).overflow == nil })
  }
}
