import Testing

@testable import Domain

struct LinkDetectorTests {
  @Test func `Links beyond the thousandth are text`() {
    let addresses = (1...5_000).map { "https://example.org/\($0)" }
    let text = LinkDetector.text(addresses.joined(separator: " "))
    #expect(text.links.map(\.url) == Array(addresses.prefix(1_000)))
    #expect(text.plain == addresses.joined(separator: " "))
    #expect(text.runs.count == 2_001)
    #expect(LinkDetector.text(addresses.prefix(1_000).joined(separator: " ")).links.count == 1_000)
  }

  @Test(arguments: [
    ("see https://example.com/a.", ["https://example.com/a"]),
    ("(https://example.com/a)", ["https://example.com/a"]),
    ("https://en.example.com/wiki/Tern_(bird)", ["https://en.example.com/wiki/Tern_(bird)"]),
    ("(see https://en.example.com/wiki/Tern_(bird)).", ["https://en.example.com/wiki/Tern_(bird)"]),
    ("[https://example.com/[x]]", ["https://example.com/[x]"]),
    ("https://a.example,http://b.example!", ["https://a.example,http://b.example"]),
    ("https://a.example, http://b.example?!", ["https://a.example", "http://b.example"]),
    ("HTTPS://EXAMPLE.COM/Ä?q=ü#x", ["HTTPS://EXAMPLE.COM/Ä?q=ü#x"]),
    ("“https://example.com”", ["https://example.com"]),
    ("<https://example.com>", ["https://example.com"]),
    ("見てhttps://example.com/aです。", ["https://example.com/a"]),
    ("https://example.com/wiki/日本語、そして", ["https://example.com/wiki/日本語"]),
    ("https://example.com。", ["https://example.com"]),
    ("http://localhost:3000/@me/1", ["http://localhost:3000/@me/1"]),
    ("http://[::1]/x", ["http://[::1]/x"]),
    ("cut https://t.co/NC…", []),
    ("ftp://a.example javascript:alert(1) http:// https:/x 12:30 xhttps://no.example", []),
    ("http://.", []),
    ("", []),
  ])
  func `URLs are found without trailing punctuation`(text: String, urls: [String]) {
    let found = LinkDetector.text(text)
    #expect(found.links.map(\.url) == urls)
    #expect(found.plain == text)
  }

  @Test(arguments: [
    ("http://a-http://b.漢字…", ["http://b"]), ("http://a-http://b/.漢字…", []),
    ("http://a-http://漢字…http://b", ["http://b"]),
  ])
  func `A URL inside a truncated one is found`(text: String, urls: [String]) {
    #expect(LinkDetector.text(text).links.map(\.url) == urls)
  }

  @Test func `Many truncated URLs are scanned in linear time`() {
    let text = String(repeating: "http://a-", count: 200_000) + "… http://b"
    #expect(LinkDetector.text(text).links.map(\.url) == ["http://b"])
  }
}
