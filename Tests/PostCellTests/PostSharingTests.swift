import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostSharingTests {
  private let clipboard = SpyClipboard()
  private let opener = SpyLinkOpener()
  private let programs = SpyTextPrograms()

  /// What is said when something is done with a post.
  private func said(_ act: (PostSharing) -> Void) -> [String] {
    var said: [String] = []
    act(
      PostSharing(openLink: OpenLink(opener: opener), clipboard: clipboard, programs: programs) { text, isFailure in
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

  @Test func `A post goes to the pager and to the editor as a text by itself`() {
    var post = Post.fixture(text: "Tea, \u{1B}[31m軌\nand more.", url: "https://t.example/1", warning: "Hot")
    post.createdAt = .noon
    post.repost = Repost(by: Profile(handle: "grace", name: "Grace"))
    post.media = [Media(kind: .image, url: "https://t.example/i", description: "a cup"), Media(kind: .audio)]
    post.poll = Poll(options: [.init(title: "Milk", votes: 2), .init(title: "Lemon")], isClosed: false)
    post.quote = .shown(.fixture(id: "2", text: "Water.\u{7}"))
    #expect(said { $0.open(post, with: .pager) } == [])
    #expect(said { $0.open(post, with: .editor) } == [])
    #expect(programs.opened.map(\.program) == [.pager, .editor])
    let text = programs.opened[0].text
    #expect(text == programs.opened[1].text)
    for line in [
      "reposted by Grace @grace", "https://t.example/1", "Warning: Hot", "and more.", "▣ a cup", "https://t.example/i",
      "♪ sound without description", "○ Milk: 2 votes", "○ Lemon",
    ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line) in\n\(text)") }
    #expect(text.contains("│ Water.") && text.contains("軌") && text.contains(LocalTime.exact(.noon)))
    #expect(text.hasSuffix("\n"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func `What is wrong with a program is said`() {
    programs.error = TextProgramError("There is no program mest")
    #expect(said { $0.open(.fixture(), with: .pager) } == ["failure: There is no program mest."])
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
