import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostActionsTests {
  private let clipboard = SpyClipboard()
  private let opener = SpyLinkOpener()

  /// What is said when something is done with a post.
  private func said(_ act: (PostActions) -> Void) -> [String] {
    var said: [String] = []
    act(
      PostActions(openLink: OpenLink(opener: opener), clipboard: clipboard) { text, isFailure in
        said.append(isFailure ? "failure: \(text)" : text)
      })
    return said
  }

  @Test func `It is said what was copied, not where it went`() {
    let post = Post.fixture(text: "Tea.", url: "https://t.example/1")
    #expect(said { $0.copyText(of: post) } == ["Copied its text."])
    #expect(said { $0.copyAddress(of: post) } == ["Copied its address."])
    #expect(clipboard.copied == ["Tea.", "https://t.example/1"])
  }

  @Test(arguments: [
    ("https://аррӏе.com/x", "https://аррӏе.com/x (xn--80ak6aa92e.com)", "https://xn--80ak6aa92e.com/x"),
    (
      "https://bank.example@evil.example/", "https://bank.example@evil.example/ (evil.example)",
      "https://bank.example@evil.example/"
    ),
    (
      "https://bank.example.\(String(repeating: "a", count: 300))@evil.example/",
      "https://bank.example.\(String(repeating: "a", count: 26))… (evil.example)",
      "https://bank.example.\(String(repeating: "a", count: 300))@evil.example/"
    ),
  ])
  func `The real host is said where an address opens`(url: String, said text: String, opened: String) {
    #expect(said { $0.open(url) } == ["Opening \(text)"])
    #expect(opener.opened == [opened])
  }

  @Test func `An address that hides where it leads does not open`() {
    let url = "https://bank.example\\@evil.example/"
    #expect(said { $0.open(url) } == ["failure: Not opened, since it hides where it leads: \(url)"])
    #expect(opener.opened.isEmpty)
  }

  @Test func `Without an address there is nothing to open or to copy`() {
    #expect(said { $0.openAddress(of: .fixture()) } == ["This post has no address."])
    #expect(said { $0.copyAddress(of: .fixture()) } == ["This post has no address."])
    #expect(clipboard.copied.isEmpty && opener.opened.isEmpty)
  }

  @Test func `An address opens only where it is one of the web`() {
    #expect(said { $0.openAddress(of: .fixture(url: "https://t.example/1")) } == ["Opening https://t.example/1"])
    #expect(said { $0.open("file:///etc/passwd") } == ["failure: Only http and https open, not file:///etc/passwd"])
    #expect(opener.opened == ["https://t.example/1"])
  }
}
