import Domain
import Testing

struct LinkLabelTests {
  @Test(arguments: [
    ("example.com/a/long…", "https://example.com/a/long/way"), ("example.co…", "https://example.com"),
    ("www.example.com", "https://example.com/"), ("pic.example.com/1", "https://example.com/1"),
    ("https://example.com", "https://www.example.com"), ("here", "https://example.com"),
    ("@ada@example.org", "https://example.com/@ada"), ("e.g. this", "https://example.com"),
    ("1.5", "https://a.example"),
    ("example.com", "at://no.web.address"),
  ])
  func `Honest labels are shown alone`(label: String, url: String) {
    #expect(Link(url: url, text: label, label: label).displayLabel == label)
  }

  @Test(arguments: [
    ("mybank.com/login", "https://evil.example/steal", "mybank.com/login (evil.example)"),
    ("https://mybank.com", "https://mybank.com.evil.example", "https://mybank.com (mybank.com.evil.example)"),
    ("https://mybank.com", "https://mybank.com@evil.example/", "https://mybank.com (evil.example)"),
    ("https://аррӏе.com", "https://аррӏе.com", "https://аррӏе.com (xn--80ak6aa92e.com)"),
    ("mybank.co…", "https://evil.example", "mybank.co… (evil.example)"),
    (
      "https://a.example@evil.example/", "https://a.example@evil.example/",
      "https://a.example@evil.example/ (evil.example)"
    ),
  ])
  func `Misleading labels show the actual host`(label: String, url: String, shown: String) {
    #expect(Link(url: url, text: label, label: label).displayLabel == shown)
  }
}
