import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostSharingTests {
  private let clipboard = SpyClipboard()
  private let opener = SpyLinkOpener()
  private let programs = SpyTextPrograms()

  /// The notices of an action.
  private func notices(_ body: (PostSharing) -> Void) -> [String] {
    var notices: [String] = []
    body(
      PostSharing(openLink: OpenLink(opener: opener), clipboard: clipboard, programs: programs) { text, isFailure in
        notices.append(isFailure ? "failure: \(text)" : text)
      })
    return notices
  }

  @Test func `A notice confirms what was copied`() {
    let post = Post.fixture(text: "Tea.", url: "https://t.example/1")
    #expect(notices { $0.copyText(of: post) } == ["Text copied."])
    #expect(notices { $0.copyAddress(of: post) } == ["Link copied."])
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
  func `A notice shows the real host of an opened address`(url: String, said text: String, opened: String) {
    #expect(notices { $0.open(url) } == ["Opening \(text)"])
    #expect(opener.opened == [opened])
  }

  @Test func `Pager and editor get a post as plain text`() {
    var post = Post.fixture(text: "Tea, \u{1B}[31m軌\nand more.", url: "https://t.example/1", warning: "Hot")
    post.createdAt = .noon
    post.repost = Repost(by: Profile(handle: "grace", name: "Grace"))
    post.media = [Media(kind: .image, url: "https://t.example/i", description: "a cup"), Media(kind: .audio)]
    post.poll = Poll(options: [.init(title: "Milk", votes: 2), .init(title: "Lemon")], isClosed: false)
    post.quote = .shown(.fixture(id: "2", text: "Water.\u{7}"))
    #expect(notices { $0.open(post, with: .pager) } == [])
    #expect(notices { $0.open(post, with: .editor) } == [])
    #expect(programs.opened.map(\.program) == [.pager, .editor])
    let text = programs.opened[0].text
    #expect(text == programs.opened[1].text)
    for line in [
      "reposted by Grace @grace", "https://t.example/1", "Warning: Hot", "and more.", "▣ a cup", "https://t.example/i",
      "♪ audio, no description", "○ Milk: 2 votes", "○ Lemon",
    ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line) in\n\(text)") }
    #expect(text.contains("│ Water.") && text.contains("軌") && text.contains(LocalTime.exact(.noon)))
    #expect(text.hasSuffix("\n"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func `A failure of a program is shown`() {
    programs.error = TextProgramError("There is no program mest")
    #expect(notices { $0.open(.fixture(), with: .pager) } == ["failure: There is no program mest."])
  }

  @Test func `A disguised address is not opened`() {
    let url = "https://bank.example\\@evil.example/"
    #expect(notices { $0.open(url) } == ["failure: Not opened, because it hides its real address: \(url)"])
    #expect(opener.opened.isEmpty)
  }

  @Test func `A post without an address cannot be opened or copied`() {
    #expect(notices { $0.openAddress(of: .fixture()) } == ["This post has no link."])
    #expect(notices { $0.copyAddress(of: .fixture()) } == ["This post has no link."])
    #expect(clipboard.copied.isEmpty && opener.opened.isEmpty)
  }

  @Test func `Only web addresses are opened`() {
    #expect(notices { $0.openAddress(of: .fixture(url: "https://t.example/1")) } == ["Opening https://t.example/1"])
    #expect(
      notices { $0.open("file:///etc/passwd") } == [
        "failure: Only http and https links can be opened, not file:///etc/passwd"
      ])
    #expect(opener.opened == ["https://t.example/1"])
  }
}
