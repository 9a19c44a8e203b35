import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct LinkMenuTests {
  init() { UTF8Locale.set() }

  private func entries(_ links: String...) -> [AvailableCommand] {
    guard case .menu(let entries) = PostCommands.linkMenu(of: links, at: 0, SpyPresentation()).effect else {
      return []
    }
    return entries()
  }

  @Test func `Each link shows its address, and the real host if the address disguises it`() {
    let titles = entries("https://light.example/a", "https://аррӏе.com/x", "https://bank.example@evil.example/").map(
      \.title)
    #expect(
      titles == [
        "https://light.example/a", "https://аррӏе.com/x (xn--80ak6aa92e.com)",
        "https://bank.example@evil.example/ (evil.example)",
      ])
  }

  @Test(arguments: [
    ("https://light.example/a/long/path", 26, "https://light.example/a/l…"),
    ("https://light.example/a/long/path", 22, "https://light.example…"),
    ("https://light.example/a/long/path", 21, "light.example/a/long…"),
    ("https://light.example/a/long/path", 14, "light.example…"),
    ("https://light.example/a/long/path", 13, "light.example"),
    ("https://light.example/a/long/path", 8, "…example"),
    ("https://bank.example@evil.example/path", 40, "https://bank.example@evi… (evil.example)"),
    ("https://bank.example@evil.example/path", 20, "evil.example"),
    ("https://аррӏе.com/x", 40, "https://аррӏе.com/x (xn--80ak6aa92e.com)"),
    ("https://аррӏе.com/x", 36, "https://аррӏе.… (xn--80ak6aa92e.com)"),
    ("https://аррӏе.com/x", 20, "xn--80ak6aa92e.com"), ("javascript:alert(1)", 10, "javascrip…"),
  ])
  func `A narrow menu cuts the path, not the host`(url: String, width: Int, shown: String) {
    let title = entries(url)[0].shortTitle?(width)
    #expect(title == shown)
    #expect(TextLayout.width(of: title ?? "") <= width)
  }
}
