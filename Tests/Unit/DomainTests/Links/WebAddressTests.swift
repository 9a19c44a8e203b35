import Domain
import TestSupport
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://light.example/lamp?a=b#c", "light.example"), ("HTTP://Light.Example", "Light.Example"),
    ("http://light.example:8080/@keeper", "light.example"), ("https://light.example?u=a@b", "light.example"),
    ("https://192.0.2.1/", "192.0.2.1"), ("https://[2001:db8::1]:443/x", "[2001:db8::1]"),
    ("https://light.example./日本", "light.example."), ("https://a_b.example#@c", "a_b.example"),
  ])
  func `Plain URLs are shown and opened unchanged`(url: String, host: String) throws {
    let address = try WebAddress(url)
    #expect(address.host == host)
    #expect(address.opened == url)
    #expect(!address.isDeceptive)
    #expect(WebAddress.displayText(url) == url)
  }

  @Test(arguments: [
    ("https://light.example/a/b.mp4?x=1&y=2,3#t=10", "https://light.example/a/b.mp4?x=1&y=2,3#t=10"),
    ("https://[2001:db8::1]:443/[x]?[y]", "https://[2001:db8::1]:443/%5Bx%5D?%5By%5D"),
    ("https://a@b_c.example:80", "https://a@b_c.example:80"),
    ("https://light.example?a#b#c#", "https://light.example?a#b%23c%23"),
    (
      "https://light.example/$(id)`id`'\"*!;|<>{}\\^ ",
      "https://light.example/%24%28id%29%60id%60%27%22%2A%21%3B%7C%3C%3E%7B%7D%5C%5E%20"
    ),
    ("https://$(id)'@light.example#';", "https://%24%28id%29%27@light.example#%27%3B"),
    ("https://light.example/日?50%&a=%27%s", "https://light.example/%E6%97%A5?50%&a=%27%s"),
  ])
  func `Shell characters are encoded if the meaning stays`(
    url: String, encoded: String
  )
    throws
  {
    #expect(try WebAddress(url).encoded == encoded)
  }

  @Test(arguments: [
    ("https://аррӏе.com/x", "xn--80ak6aa92e.com", "https://xn--80ak6aa92e.com/x"),
    ("https://Bücher.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ("https://bu\u{308}cher.example/ü", "xn--bcher-kva.example", "https://xn--bcher-kva.example/ü"),
    ("https://straße.example:80/", "xn--strae-oqa.example", "https://xn--strae-oqa.example:80/"),
    ("https://日本語。jp/", "xn--wgv71a119e.jp", "https://xn--wgv71a119e.jp/"),
    ("https://i❤.example", "xn--i-7iq.example", "https://xn--i-7iq.example"),
    ("https://Ko\u{212A}.example", "kok.example", "https://kok.example"),
  ])
  func `Unicode hosts are shown and opened as A-labels`(url: String, host: String, opened: String)
    throws
  {
    #expect(try WebAddress(url).host == host)
    #expect(try WebAddress(url).opened == opened)
    #expect(WebAddress.displayText(url) == "\(url) (\(host))")
  }

  @Test(arguments: [
    ("https://bank.example@evil.example/", "evil.example"), ("https://bank.example%2F@evil.example", "evil.example"),
    ("https://bank.example:443@evil.example:80/x", "evil.example"), ("https://a@b@evil.example", "evil.example"),
    ("https://@evil.example/", "evil.example"), ("https://bank.example@аррӏе.com", "xn--80ak6aa92e.com"),
  ])
  func `User info does not pass for the host`(url: String, host: String) throws {
    #expect(WebAddress.displayText(url) == "\(url) (\(host))")
    #expect(try WebAddress(url).host == host)
  }

  @Test(arguments: [
    "https://good.example\\@evil.example/", "https://good.example\\.evil.example", "https://good example/",
    "https:// good.example", "https://good.example\u{9}.evil.example", "https://good.example\u{100009}/",
    "https://good.example/\u{1B}", "https://good.example/\u{10001B}", "https://good.example/\u{10202E}x",
    "https://good.example/\u{202E}x", "https://good\u{AD}.example", "https://good\u{200B}.example/",
    "https://%65vil.example", "https://ｅvil.example/", "https://good.example／.evil.example", "https://℀.example",
    "https:///evil.example", "https://?x", "https://", "https://user@/", "https://:80/", "https://a<b.example",
    "https://[evil.example]/", "https://[::1", "https://good.example:80:90/", "https://good.example:x/",
    "https://\u{E000}.example", "https://good.example\u{A0}/",
  ])
  func `Ambiguous URLs are rejected and shown unchanged`(url: String) {
    #expect(throws: LinkError.ambiguous(url: url)) { try WebAddress(url) }
    #expect(WebAddress.displayText(url) == url)
    let opener = SpyLinkOpener()
    #expect(throws: LinkError.ambiguous(url: url)) { try OpenLink(opener: opener)(url) }
    #expect(opener.opened.isEmpty)
  }

  @Test func `The browser gets the host as A-labels`() throws {
    let opener = SpyLinkOpener()
    try OpenLink(opener: opener)("https://аррӏе.com/x")
    #expect(opener.opened == ["https://xn--80ak6aa92e.com/x"])
  }
}
