import Domain
import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor
@Suite("Printing posts on a terminal")
struct ListOnTerminalTests {
  private static let open = "\u{1B}]8;id="
  private static let close = "\u{1B}]8;;\u{1B}\\"

  @Test("Links become OSC 8 hyperlinks")
  func link() {
    var post = Post.fixture(text: "")
    post.text = PostText([
      .text("See "), .link(Link(url: "https://example.org/a", label: "example.org/a")), .text(" and "),
      .link(Link(url: "https://example.org/tags/loom", text: "#loom", kind: .tag)),
    ])
    var count = 0
    let linked = PostBlock.linkedText(for: post, count: &count)
    #expect(linked.contains("\(Self.open)1;https://example.org/a\u{1B}\\https://example.org/a\(Self.close)"))
    #expect(linked.contains("\(Self.open)2;https://example.org/tags/loom\u{1B}\\#loom\(Self.close)"))
    #expect(count == 2)
    let plain = linked.replacing(/\e\]8;[^\e]*\e\\/, with: "")
    #expect(plain == PostBlock.text(for: post))
  }

  @Test("Posts with a content warning are folded unless revealed")
  func folded() {
    let poll = Poll(options: [.init(title: "Tea", votes: 1)], isClosed: true)
    let quoted = Post.fixture(id: "2", text: "quoted words", warning: "the ending")
    let post = Post.fixture(text: "The butler.", quote: .shown(quoted), warning: "a plot", poll: poll)
    let folded = PostBlock.text(for: post, reveals: false)
    #expect(folded.contains("Warning: a plot") && folded.contains("--reveal shows it"))
    for hidden in ["butler", "Tea", "quoted"] { #expect(!folded.contains(hidden)) }
    var count = 0
    #expect(!PostBlock.linkedText(for: post, reveals: false, count: &count).contains("butler"))
    let revealed = PostBlock.text(for: post, reveals: true)
    for shown in ["Warning: a plot", "butler", "Tea", "Warning: the ending", "quoted words"] {
      #expect(revealed.contains(shown))
    }
    var filtered = Post.fixture(text: "The butler.")
    filtered.filter = "Spoilers"
    #expect(PostBlock.text(for: filtered, reveals: false).contains("Filtered: Spoilers"))
    #expect(!PostBlock.text(for: filtered, reveals: false).contains("butler"))
  }

  @Test("No line is wider than the terminal", arguments: [10, 20, 30, 79])
  func width(width: Int) {
    let post = Post.fixture(
      text: "Words and more words, and then some", warning: "What this warning says is wider than a narrow terminal")
    var count = 0
    let linked = PostBlock.linkedText(for: post, width: width, count: &count)
    for line in (PostBlock.text(for: post, width: width) + linked).split(separator: "\n") {
      #expect(TextLayout.width(of: String(line)) <= width)
    }
  }

  @Test(
    "Only valid web addresses become links, without characters that could end the sequence",
    arguments: [
      ("https://example.org/a b?q=ü", "https://example.org/a%20b?q=%C3%BC"),
      ("http://例え.jp/", "http://xn--r8jz45g.jp/"), ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
      ("https://example.org/\u{1B}\\\u{1B}[31m", nil), ("https://example.org/\u{7}x", nil),
      ("https://example.org/\u{9C}x", nil), ("https://example.org/\u{240E}x", "https://example.org/%E2%90%8Ex"),
      ("https://exa\\mple.org/", nil),
      ("https://example.org/" + String(repeating: "a", count: 3_000), nil),
    ] as [(String, String?)])
  func addresses(url: String, address: String?) {
    let link = Hyperlink(url)
    #expect(link?.address == address)
    #expect(link?.address.utf8.allSatisfy { 0x21...0x7E ~= $0 } != false)
  }

  @Test("The pager is $PAGER, otherwise less with the options of git")
  func pager() {
    let plain = PagerSelection.find(in: ["TERM": "xterm"])
    #expect(plain?.arguments == ["less"] && plain?.environment?["LESS"] == "FRX" && plain?.passesLinks == true)
    let pagerFromEnvironment = PagerSelection.find(in: ["TERM": "xterm", "PAGER": " most -x ", "LESS": "-iM"])
    #expect(
      pagerFromEnvironment?.arguments == ["/bin/sh", "-c", "most -x"]
        && pagerFromEnvironment?.environment?["LESS"] == "-iM")
    #expect(pagerFromEnvironment?.passesLinks == false)
  }

  @Test("No pager if $PAGER is empty or cat, or the terminal is dumb")
  func noPager() {
    for pager in ["", " ", "cat", " cat "] {
      #expect(PagerSelection.find(in: ["TERM": "xterm", "PAGER": pager]) == nil)
    }
    for term in ["", "dumb"] { #expect(PagerSelection.find(in: ["TERM": term, "PAGER": "less"]) == nil) }
    #expect(PagerSelection.find(in: [:]) == nil)
  }

  @Test(
    "less gets links if its options pass them through",
    arguments: [
      ("less", "FRX", true), ("less", "-F -R", true), ("less", "iM", false), ("less -R", "iM", true),
      ("/usr/bin/less", "r", true), ("less", "--RAW-CONTROL-CHARS", true), ("less", "--quit-if-one-screen", false),
      ("less", "MPReading", false), ("less +F", "M", false), ("lessen -R", "R", false),
    ])
  func rawLess(command: String, options: String, passesLinks: Bool) {
    let selection = PagerSelection.find(in: ["TERM": "xterm", "PAGER": command, "LESS": options])
    #expect(selection?.passesLinks == passesLinks)
  }

  @Test("NO_COLOR turns links off")
  func noColor() {
    #expect(PagerSelection.showsLinks(in: ["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!PagerSelection.showsLinks(in: ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!PagerSelection.showsLinks(in: ["TERM": "dumb"]) && !PagerSelection.showsLinks(in: ["TERM": "linux"]))
  }
}
