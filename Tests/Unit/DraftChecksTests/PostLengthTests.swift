import Domain
import TestSupport
import Testing

@testable import DraftChecks

struct PostLengthTests {
  @Test(arguments: [
    ("", 0), ("tern", 4), ("👩‍👩‍👧‍👦 e\u{301}", 3), ("軌道", 2),
    ("https://timeline.com/a/very/long/address/that/goes/on", 23),
    ("see https://a.com.", 4 + 23 + 1),
    ("@grace@timeline.example hello", 12), ("@grace hello", 12),
    ("hi @grace@timeline.example.", 10), ("mail ada@timeline.example", 25), ("a/@grace@timeline.example", 25),
    ("@軌道@timeline.example", 20), ("@@@", 3), ("@ada@", 5), ("@ada@. x", 8),
  ])
  func `Texts are counted like Mastodon counts them`(text: String, count: Int) {
    #expect(PostLength(text, limits: PostLimits()).characters == count)
  }

  @Test(arguments: [
    // Schemes.
    ("https://example.com", 23), ("http://example.com", 23), ("HTTPS://EXAMPLE.COM", 23), ("ftp://example.com", 17),
    ("htp://example.com", 17),
    ("https:/example.com", 18), ("https:example.com", 17), ("mailto:ada@example.com", 22),
    // Hosts.
    ("example.com", 11), ("www.example.com/a/b", 19), ("https://localhost", 17), ("https://localhost/a", 19),
    ("https://127.0.0.1", 17), ("http://192.168.0.1:8080/x", 25), ("https://[::1]/a", 15),
    ("https://example.invalid", 23), ("https://example.invalid/aaaaaaaaaaaa", 36), ("https://example.notaname/a", 26),
    ("https://a_b.example.com", 23),
    ("https://xn--nxasmq6b.xn--jxalpdlp", 23),
    ("https://例え.jp", 23), ("https://münchen.de/straße", 23),
    ("https://example.com中文", 23 + 2), ("https://例.中国", 23),
    ("https://example.com+x", 21), ("https://example.com@x", 21), ("https://example.com-x", 21),
    ("https://example.com:8080", 23), ("https://example.com:", 24), ("https://user@example.com", 24),
    // Paths.
    ("https://example.com/", 23), ("https://example.com/a|b", 23), ("https://example.com/a\"b", 23),
    ("https://example.com/“a”b", 23), ("https://example.com/a^b", 23), ("https://example.com/{a}", 23),
    ("https://example.com/日本。語", 23), ("https://example.com/日本。", 23), ("https://example.com/「a」b", 23),
    ("https://example.com/「a」", 23 + 1), ("https://example.com/a\"", 23 + 1), ("https://example.com/a|", 23 + 1),
    ("https://example.com/a.", 24), ("https://example.com/a...", 26), ("https://example.com/a, b", 26),
    ("https://example.com/a(b)", 23), ("https://example.com/a(b", 25), ("(https://example.com/a)", 25),
    ("https://example.com/a(b(c)d)", 23), ("https://example.com/a<b>", 26), ("https://example.com/a~", 24),
    ("https://example.com/~ada", 23), ("https://example.com/a&b=c", 23), ("https://example.com/é…", 23),
    // Queries.
    ("https://example.com/?q=a", 23), ("https://example.com?q=a", 23), ("https://example.com/a?q=a.", 24),
    ("https://example.com/a?", 24), ("https://example.com/a?q=日本", 23), ("https://example.com/a?q=\"", 24),
    ("https://example.com/?q=YQ==", 23),
    // Context.
    ("see https://example.com.", 4 + 23 + 1), ("xhttps://example.com", 20), ("#https://example.com", 20),
    ("。https://example.com", 1 + 23), ("https://example.com https://example.org/a", 47),
    ("example.com/?u=https://example.org", 34), ("a\nhttps://example.com\nb", 23 + 4),
    // Mentions.
    ("@ada@timeline.example", 4), ("@ada@timeline.example.", 5), ("@a.b-c@timeline.example x", 8),
    ("=@ada@b.example", 15),
    ("é@ada@b.example", 15), ("@ada@b.example@c.example", 24), ("@ada@b.example://x", 18),
    ("https://example.com/@ada@b.example", 23), ("(@ada@b.example)", 6), ("@ada@localhost", 4),
    // Grapheme clusters.
    ("👩‍👩‍👧‍👦🇩🇪e\u{301}", 3),
  ])
  func `URLs and mentions are counted like Mastodon counts them`(text: String, count: Int) {
    #expect(PostLength(text, limits: PostLimits()).characters == count)
  }

  @Test(arguments: [
    (PostLengthRule.mastodon, 3 + 1 + 23 + 1 + 4, 1), (.graphemes, 3 + 1 + 30 + 1 + 21, 1),
    (.codePoints, 11 + 1 + 30 + 1 + 21, 2), (.codePointsOfText, 11 + 1 + 30 + 1 + 21, 0),
  ])
  func `Each server software has its own rule`(rule: PostLengthRule, count: Int, warning: Int) {
    let text = "👩‍👩‍👧‍👦🇩🇪e\u{301} https://example.com/a/long/one @ada@timeline.example"
    var limits = PostLimits()
    limits.rule = rule
    #expect(PostLength(text, limits: limits).characters == count)
    #expect(PostLength(text, warning: "e\u{301}", limits: limits).characters == count + warning)
    limits.characters = count
    #expect(PostLength(text, limits: limits).overflow == nil)
    #expect(PostLength(text + " x", limits: limits).overflow == text.endIndex)
  }

  @Test(
    arguments: [
      ("mastodon", PostLengthRule.mastodon), (nil, .mastodon), ("gotosocial", .codePoints), ("pleroma", .graphemes),
      ("akkoma", .graphemes), ("takahe", .codePointsOfText), ("glitch", .mastodon),
    ] as [(String?, PostLengthRule)])
  func `The software name selects the rule`(software: String?, rule: PostLengthRule) {
    #expect(PostLengthRule(software: software) == rule)
  }

  @Test func `Threads are split by the server's rule`() throws {
    var limits = PostLimits()
    (limits.characters, limits.rule) = (55, .codePoints)
    let text = "see https://example.com/a/rather/long/address/of/a/page and tell me what you think of it"
    let split = try #require(ThreadSplit(text, limits: limits))
    #expect(split.texts.allSatisfy { $0.unicodeScalars.count <= 55 })
    limits.rule = .mastodon
    #expect(try #require(ThreadSplit(text, limits: limits)).texts.contains { $0.unicodeScalars.count > 55 })
  }

  @Test func `Poll options and descriptions use the server's rule`() {
    var limits = PostLimits()
    (limits.charactersPerPollOption, limits.descriptionCharacters) = (4, 4)
    let family = "👩‍👩‍👧‍👦"
    var draft = Draft(
      account: .demo("ada"), text: "?", poll: DraftPoll(options: [family, "b"]), changedAt: .distantPast)
    #expect(draft.fault(within: PublishingCapabilities(limits: limits)) == nil)
    limits.rule = .codePoints
    #expect(draft.fault(within: PublishingCapabilities(limits: limits)) == .optionTooLong(1, limit: 4))
    draft.poll = nil
    draft.media = [DraftMedia(path: "/a.png", description: "wide "), DraftMedia(path: "/b.png")]
    #expect(draft.fault(within: PublishingCapabilities(limits: limits)) == .descriptionTooLong(1, limit: 4))
  }

  @Test func `The content warning counts`() {
    #expect(PostLength("tern", warning: "bird", limits: PostLimits()).characters == 8)
  }

  @Test func `The overflow starts at the limit`() throws {
    var limits = PostLimits()
    limits.characters = 5
    #expect(PostLength("terns", limits: limits).overflow == nil)
    let text = "terns fly"
    let overflow = try #require(PostLength(text, limits: limits).overflow)
    #expect(text[overflow...] == " fly")
    limits.characters = 25
    let address = "see https://a.com now"
    let link = try #require(PostLength(address, limits: limits).overflow)
    #expect(address[link...] == "https://a.com now")
  }

  @Test(arguments: 0..<20)
  func `Chunks count the same as the whole text after changes`(seed: UInt64) {
    let words = [
      "tern ", "軌道、", "。", "！https://timeline.com/a", " @grace@timeline.example", "x\n", "\r\n", "e\u{301}",
      "\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "#loom ", " ", "漢字。ひらがな，漢", "http://a.org/…", "https://a.example.com/日本。語", "example.com/",
      "https://", String(repeating: "y", count: 300),
    ]
    var random = SeededGenerator(seed: seed)
    var looks = 0
    var pieces = ChunkedText { piece in
      looks += 1
      return ChunkLength(piece)
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
      let counted = PostLength(text, pieces.chunks.map { (bytes: $0.length, length: $0.analysis) }, limits: limits)
      var whole = PostCounter(characters: 0, limits: limits)
      whole.count(text)
      #expect(counted.characters == whole.characters)
      #expect(counted.overflow == whole.overflow)
      #expect(pieces.chunks.map(\.length).reduce(0, +) == text.utf8.count)
    }
    // In long text a keystroke causes only a few chunks to be counted.
    text += String(repeating: "The loom weaves flowers. ", count: 2_000)
    pieces.update(text)
    (looks, text) = (0, text + "x")
    pieces.update(text)
    #expect(looks <= 3 && pieces.chunks.count > 100)
    pieces.update(text)
    #expect(looks <= 3)
  }
}
