import Domain
import Testing

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
}
