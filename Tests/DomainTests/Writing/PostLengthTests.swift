import TestSupport
import Testing

@testable import Domain

struct PostLengthTests {
  @Test(arguments: [
    ("", 0), ("tern", 4), ("👩‍👩‍👧‍👦 e\u{301}", 3), ("軌道", 2),
    ("https://timeline.example/a/very/long/address/that/goes/on", 23),
    ("see https://a.example.", 4 + 23 + 1),
    ("@grace@timeline.example hello", 12), ("@grace hello", 12),
    ("hi @grace@timeline.example.", 10), ("mail ada@timeline.example", 25), ("a/@grace@timeline.example", 25),
    ("@軌道@timeline.example", 20), ("@@@", 3), ("@ada@", 5), ("@ada@. x", 8),
  ])
  func `a text counts as Mastodon counts it`(text: String, count: Int) {
    #expect(PostLength(text, limits: PostLimits()).characters == count)
  }

  @Test func `the warning counts with the text`() {
    #expect(PostLength("tern", warning: "bird", limits: PostLimits()).characters == 8)
  }

  @Test func `what is too much begins where the limit is passed`() throws {
    var limits = PostLimits()
    limits.characters = 5
    #expect(PostLength("terns", limits: limits).overflow == nil)
    let text = "terns fly"
    let overflow = try #require(PostLength(text, limits: limits).overflow)
    #expect(text[overflow...] == " fly")
    limits.characters = 25
    let address = "see https://a.example now"
    let link = try #require(PostLength(address, limits: limits).overflow)
    #expect(address[link...] == "https://a.example now")
  }

  @Test(arguments: 0..<20)
  func `a text counts the same in pieces, however it was changed`(seed: UInt64) {
    let words = [
      "tern ", "軌道、", "。", "！https://timeline.example/a", " @grace@timeline.example", "x\n", "\r\n", "e\u{301}",
      "\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "#loom ", " ", "漢字。ひらがな，漢", "http://a.example/…", String(repeating: "y", count: 300),
    ]
    var random = SeededGenerator(seed: seed)
    var looks = 0
    var pieces = PiecedText { piece in
      looks += 1
      return PieceLength(piece)
    }
    var text = ""
    for step in 0..<120 {
      let places = text.indices.map(\.self) + [text.endIndex]
      let start = Int.random(in: 0..<places.count, using: &random)
      let end = min(places.count - 1, start + (step % 5 == 4 ? Int.random(in: 0...40, using: &random) : 0))
      let new = (0..<Int.random(in: 0...(step < 20 ? 30 : 2), using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      text.replaceSubrange(places[start]..<places[end], with: new.joined())
      pieces.update(text)
      var limits = PostLimits()
      limits.characters = 700
      let counted = PostLength(text, pieces.pieces.map { (bytes: $0.length, length: $0.finding) }, limits: limits)
      var whole = PostCounter(characters: 0, limits: limits)
      whole.count(text)
      #expect(counted.characters == whole.characters)
      #expect(counted.overflow == whole.overflow)
      #expect(pieces.pieces.map(\.length).reduce(0, +) == text.utf8.count)
    }
    // Of a long text, a key has a few pieces counted.
    text += String(repeating: "The loom weaves flowers. ", count: 2_000)
    pieces.update(text)
    (looks, text) = (0, text + "x")
    pieces.update(text)
    #expect(looks <= 3 && pieces.pieces.count > 100)
    pieces.update(text)
    #expect(looks <= 3)
  }
}
