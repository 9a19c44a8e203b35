import Domain
import Testing

struct BlueskyTextTests {
  /// The runs of text with facets, each given as a part of the text and a feature.
  private func runs(_ text: String, _ facets: (part: String, feature: String)...) throws -> [PostText.Run] {
    let bytes = Array(text.utf8)
    let list = facets.map { part, feature in
      let start = bytes.indices.first { bytes[$0...].starts(with: part.utf8) } ?? 0
      return facet("\(start)", "\(start + part.utf8.count)", feature)
    }
    return try runs(text, facets: list)
  }

  private func runs(_ text: String, facets: [String]) throws -> [PostText.Run] {
    let record = "{\"text\": \"\(text)\", \"facets\": [\(facets.joined(separator: ", "))]}"
    return try parseOne("{\"posts\": [{\"uri\": \"at://a/b/1\", \"record\": \(record)}]}").text.runs
  }

  private func facet(_ start: String, _ end: String, _ feature: String) -> String {
    "{\"index\": {\"byteStart\": \(start), \"byteEnd\": \(end)}, \"features\": [\(feature)]}"
  }

  private func link(_ uri: String) -> String {
    "{\"$type\": \"app.bsky.richtext.facet#link\", \"uri\": \"\(uri)\"}"
  }

  @Test func `facets count bytes of UTF-8`() throws {
    let url = "https://example.com/a/very/long/path"
    #expect(
      try runs("👩‍💻 é 軌道 example.com/a/very/l... ok", ("example.com/a/very/l...", link(url))) == [
        .text("👩‍💻 é 軌道 "), .link(Link(url: url, text: url, label: "example.com/a/very/l...")), .text(" ok"),
      ])
  }

  @Test(arguments: [
    ("example.com/abc", "https://www.Example.com/abc"), ("https://example.com/abc", "https://example.com/abc?utm=1"),
    ("example.com", "https://example.com/"), ("example.com/a…", "http://example.com/abc"),
    ("a-very-long-host.exam...", "https://a-very-long-host.example/1"),
  ])
  func `a shortened address is complete in the text`(shown: String, url: String) throws {
    #expect(try runs("see \(shown)", (shown, link(url))) == [.text("see "), .link(Link(url: url, label: shown))])
  }

  @Test(arguments: ["here", "example", "other.example/1", "…", "ex", "read example.com"])
  func `link texts other than addresses stay`(shown: String) throws {
    let url = "https://example.com/1"
    #expect(try runs("> \(shown)", (shown, link(url))) == [.text("> "), .link(Link(url: url, text: shown))])
  }

  @Test func `mentions and hashtags stay text`() throws {
    let mention = #"{"$type": "app.bsky.richtext.facet#mention", "did": "did:plc:grace"}"#
    let tag = #"{"$type": "app.bsky.richtext.facet#tag", "tag": "軌道 1"}"#
    let read = try runs("@grace.example: #軌道", ("@grace.example", mention), ("#軌道", tag))
    #expect(read == [.text("@grace.example: #軌道")])
  }

  @Test func `facets are in text order; of overlapping ones the first counts`() throws {
    let facets = [
      facet("6", "9", link("https://c.example")), facet("0", "3", link("https://a.example")),
      facet("2", "5", link("https://b.example")),
    ]
    #expect(
      try runs("one two three", facets: facets) == [
        .link(Link(url: "https://a.example", text: "one")), .text(" tw"),
        .link(Link(url: "https://c.example", text: "o t")), .text("hree"),
      ])
  }

  @Test(arguments: [
    ("1", "3"), ("0", "1"), ("-1", "2"), ("0", "99"), ("4", "2"), ("2", "2"), ("null", "2"), ("{}", "2"), ("9", "12"),
  ])
  func `a facet outside the text is ignored`(start: String, end: String) throws {
    #expect(try runs("é ok", facets: [facet(start, end, link("https://a.example"))]) == [.text("é ok")])
  }

  @Test(arguments: [
    "{}", "null", #"{"$type": "app.bsky.richtext.facet#new", "uri": "https://a.example"}"#,
    #"{"$type": "app.bsky.richtext.facet#link", "uri": ""}"#, #"{"$type": "app.bsky.richtext.facet#mention"}"#,
  ])
  func `a facet without an address is ignored`(feature: String) throws {
    #expect(try runs("ok", facets: [facet("0", "2", feature)]) == [.text("ok")])
    #expect(try runs("ok", facets: [facet("0", "2", "\(feature), \(link("https://b.example"))")]).count == 1)
  }

  @Test(arguments: ["7", "null", "{}", #"{"index": 1, "features": {}}"#])
  func `a facet of another shape is ignored`(facet: String) throws {
    #expect(try runs("ok", facets: [facet]) == [.text("ok")])
  }

  @Test func `indices may be strings, and a bare address is a link`() throws {
    #expect(
      try runs("ab http://x.example/1", facets: [facet("\"0\"", "\"2\"", link("https://a.example"))]) == [
        .link(Link(url: "https://a.example", text: "ab")), .text(" "), .link(Link(url: "http://x.example/1")),
      ])
  }

  @Test(arguments: [#""record": {"text": ""}"#, #""record": {"text": null}"#, #""record": {}"#, #""record": 7"#])
  func `a post may have no text`(record: String) throws {
    #expect(try parseOne("{\"posts\": [{\"uri\": \"at://a/b/1\", \(record)}]}").text.isEmpty)
  }
}
