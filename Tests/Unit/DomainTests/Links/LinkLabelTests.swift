import Domain
import Testing

struct LinkLabelTests {
  @Test(arguments: [
    ("example.com/a/long…", "https://example.com/a/long/way"), ("example.co…", "https://example.com"),
    ("www.example.com", "https://example.com/"), ("pic.example.com/1", "https://example.com/1"),
    ("https://example.com", "https://www.example.com"), ("here", "https://example.com"),
    ("https://example.com:443/", "https://example.com/"), ("EXAMPLE.com", "https://example.com/"),
    ("ftp://example.com/file", "https://example.com/file"), ("192.0.2.7", "https://192.0.2.7:8080/"),
    ("[2001:db8::1]", "https://[2001:db8::1]/"), ("https://[2001:DB8::1]:80/", "https://[2001:db8::1]/"),
    ("\u{200B}https://example.com\u{100000}", "https://example.com/"), ("example。com", "https://example.com"),
    ("Read on at example.com.", "https://example.com/"), ("(example.com)", "https://example.com/"),
    ("詳細はexample.comへ", "https://example.com/"),
    ("https://example.com/?to=https://bank.example", "https://example.com/"),
    ("@ada", "https://example.com/@ada"), ("@ada@example.com", "https://social.example.com/@ada"),
    ("@ada.bank@example.com", "https://example.com/@ada.bank"), ("ada@example.com", "https://example.com/ada"),
    ("#timeline", "https://example.com/tags/timeline"),
  ])
  func `A label that names the host of its link is shown alone`(label: String, url: String) {
    #expect(Link(url: url, text: label, label: label).displayLabel() == label)
  }

  @Test(arguments: [
    "e.g. this", "1.5", "v2.0.1", "Node.js 24", "index.html", "photo.jpg", "12:30", "Ratio 3:2", "and/or",
    "U.S. and E.U.",
    "これは記事です。続きを読む", "你好。再见", "Ende.Danach", "wait... what", "…", "@", "://", "https://", "[1]", "a@b",
    "Straße", "١٢٫٥",
  ])
  func `A label that names no host is shown alone`(label: String) {
    #expect(Link(url: "https://pages.example.org/1", text: label, label: label).displayLabel() == label)
  }

  @Test(arguments: [
    "mybank.com/login", "https://mybank.com", "mybank.co…", "mybank.com…", "https://bank.example:443/",
    "\u{200B}https://bank.example/", "bank.exam\u{AD}ple", "\u{100000}bank.example", "https://bänk.example", "банк.рф",
    "bank.соm", "xn--80ab.xn--p1ai", "bank。example", "bank．example", "bank｡example/login", "ｂａｎｋ.example",
    "𝐛𝐚𝐧𝐤.example",
    "192.0.2.7", "https://192.0.2.7/", "https://3221225991/", "[2001:db8::1]", "http://localhost/",
    "Log in: https://bank.example/", "Log in at bank.example", "log in(bank.example)", "Login→bank.example",
    "Login/bank.example", "開くbank.example", "ftp://bank.example/", "FTPS://bank.example", "//bank.example",
    "@ada@good.example",
    "＠ada@good.example", "ada@good.example", "https://bank.example@pages.example.org/",
    "bank.example@pages.example.org",
    "pages.example.org or bank.example", "b\u{332}ank.example", "bank.example\u{332}",
  ])
  func `A label that names another host is followed by the actual one`(label: String) {
    let link = Link(url: "https://pages.example.org/1", text: label, label: label)
    #expect(link.displayLabel() == "\(label) (pages.example.org)")
  }

  @Test(arguments: [
    ("https://mybank.com", "https://mybank.com.evil.example", "https://mybank.com (mybank.com.evil.example)"),
    ("https://mybank.com…", "https://mybank.com.evil.example", "https://mybank.com… (mybank.com.evil.example)"),
    ("https://mybank.com", "https://mybank.com@evil.example/", "https://mybank.com (evil.example)"),
    ("https://аррӏе.com", "https://аррӏе.com", "https://аррӏе.com (xn--80ak6aa92e.com)"),
    ("аррӏе.com", "https://xn--80ak6aa92e.com/", "аррӏе.com (xn--80ak6aa92e.com)"),
    (
      "https://a.example@evil.example/", "https://a.example@evil.example/",
      "https://a.example@evil.example/ (evil.example)"
    ),
  ])
  func `A host that looks like another one is shown`(label: String, url: String, shown: String) {
    #expect(Link(url: url, text: label, label: label).displayLabel() == shown)
  }

  @Test func `A link that cannot be opened is shown alone`() {
    #expect(Link(url: "at://no.web.address", text: "example.com").displayLabel() == "example.com")
  }

  @Test func `A handle may lead to the page that the source lists for it`() {
    let link = Link(url: "https://far.example.net/@ada", text: "@Ada@good.example", kind: .mention)
    let listed = Mention(handle: "ada@good.example", url: "https://far.example.net/@ada")
    let other = Mention(handle: "eve@far.example.net", url: "https://far.example.net/@ada")
    #expect(link.displayLabel(mentions: [other, listed]) == "@Ada@good.example")
    #expect(link.displayLabel(mentions: [other]) == "@Ada@good.example (far.example.net)")
  }
}
