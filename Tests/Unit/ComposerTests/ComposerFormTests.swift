import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// The fields below the text.
@MainActor
struct ComposerFormTests {
  private let harness = ComposerHarness()
  private let other = ActingAccount(id: .demo("grace"), label: "@grace@demo")

  /// The line with the cursor.
  private func cursorLine(width: Int = 80, height: Int = 24) -> String {
    let canvas = harness.navigator.draw(size: Size(width: width, height: height))
    return canvas.cursor.map { canvas.lines[$0.row] } ?? ""
  }

  @Test func `Each field has a row with its key, name and value directly below the text`() async throws {
    await harness.open(others: [other])
    await harness.type("Tea?")
    let lines = harness.lines(width: 80, height: 24)
    let text = try #require(lines.firstIndex { $0.contains("Tea?") })
    let rows = lines[text...].filter { $0.contains("^X ") }.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      rows.prefix(7) == [
        "^X v To your default", "^X w Warning none", "^X l Language default", "^X a Files none", "^X p Poll none",
        "^X T Schedule now", "^X u From @ada",
      ])
  }

  @Test func `Tab moves from the text through the fields and back, Shift-Tab the other way`() async {
    await harness.open(others: [other])
    await harness.type("Tea?")
    for key in ["^X v", "^X w", "^X l", "^X a", "^X p", "^X T", "^X u"] {
      await harness.press("Tab")
      #expect(cursorLine().contains("▌\(key)"))
    }
    await harness.press("Tab")
    #expect(cursorLine().contains("Tea?"))
    await harness.press("BTab")
    #expect(cursorLine().contains("▌^X u"))
    await harness.press("Up")
    #expect(cursorLine().contains("▌^X T"))
    await harness.press("Escape")
    #expect(cursorLine().contains("Tea?") && harness.navigation.isEmpty)
  }

  @Test func `Enter on a field does what its key does`() async {
    await harness.open()
    await harness.type("Tea?")
    await harness.press("Tab Enter 3")
    #expect(cursorLine().contains("▌^X v   To        followers only"))
    await harness.press("Tab Enter")
    await harness.type("leaf")
    await harness.press("Enter")
    #expect(cursorLine().contains("▌^X w   Warning   leaf"))
    await harness.press("M-Enter")
    let sent = harness.publishing.sent.withLock { $0 }
    #expect(sent.map(\.visibility) == [.followers] && sent.map(\.warning) == ["leaf"])
  }

  @Test func `Enter on an attached file describes it`() async {
    let files = ["cat", "dog"].map { DraftMedia(path: "/home/ada/\($0).png") }
    await harness.open(Draft(account: .demo("ada"), text: "Tea?", media: files, changedAt: .noon))
    await harness.press("Tab Tab Tab Tab Tab Tab")
    #expect(cursorLine().contains("▌^X d   File 2    ▣ dog.png · no description"))
    await harness.press("Enter")
    await harness.type("a dog")
    await harness.press("Enter")
    #expect(cursorLine().contains("▌^X d   File 2    ▣ dog.png · a dog"))
    #expect(harness.screen(height: 24).contains("▣ cat.png · no description"))
  }

  @Test func `What is typed on a field goes into the text`() async {
    await harness.open()
    await harness.type("Tea")
    await harness.press("Tab")
    await harness.type("?")
    #expect(cursorLine().contains("Tea?"))
  }

  @Test func `Tab accepts a suggestion while one is shown`() async {
    harness.publishing.knownProfiles.withLock { $0 = [Profile(handle: "grace", name: "Grace")] }
    await harness.open()
    await harness.type("@gr")
    let screen = harness.screen(height: 24)
    #expect(screen.contains("▸ @grace  Grace") && screen.contains("Language"))
    await harness.press("Tab")
    #expect(cursorLine().contains("@grace") && !harness.screen().contains("▸"))
    await harness.press("Tab")
    #expect(cursorLine().contains("▌^X v"))
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 8)])
  func `Every field is shown with its key and reached with Tab`(width: Int, height: Int) async {
    await harness.open(others: [other])
    await harness.type("Tea?")
    let screen = harness.screen(width: width, height: height)
    #expect(screen.contains("Tea?"))
    for key in ["^X v ", "w ", "l ", "a ", "p ", "T ", "u "] { #expect(screen.contains(key), "\(screen)") }
    var cursors: Set<Point?> = []
    for _ in 0..<7 {
      await harness.press("Tab")
      let canvas = harness.navigator.draw(size: Size(width: width, height: height))
      cursors.insert(canvas.cursor)
      #expect(canvas.lines.joined().contains("▌"))
    }
    #expect(cursors.count == 7)
  }

  @Test func `Fields without a value share lines where the text needs the space`() async {
    await harness.open(Draft(account: .demo("ada"), warning: "leaf", changedAt: .noon))
    await harness.type((1...13).map { "line \($0)" }.joined(separator: "\n"))
    let lines = harness.lines(width: 80, height: 24)
    #expect(lines.contains { $0.hasSuffix("line 1") } && lines.contains { $0.contains("line 13") })
    #expect(lines.contains { $0.contains("^X w   Warning  leaf") })
    #expect(lines.contains { $0.contains("^X v your default   l language   a files   p poll   T schedule") })
    await harness.type("\nline 14\nline 15\nline 16\nline 17\nline 18")
    #expect(harness.screen(width: 80, height: 24).contains("^X v your default   w leaf   l language"))
  }

  @Test func `The visibility of a published post is shown but cannot be changed`() async {
    let post = Post.fixture(id: "1", text: "Mine", visibility: .unlisted)
    await harness.open(.edit(post, source: PostSource(text: "Mine", warning: ""), by: .demo("ada"), at: .noon))
    #expect(harness.lines().contains { $0.contains("To        unlisted") && !$0.contains("^X") })
    await harness.press("C-x v")
    #expect(harness.screen().contains("The visibility of a published post cannot be changed"))
  }

  @Test(arguments: [
    ("German", "de", "German"), ("de", "de", "German"), ("germ", "de", "German"), ("DE", "de", "German"),
    ("Norwegian", "no", "Norwegian"), ("pt-BR", "pt-BR", "Portuguese (pt-BR)"), ("gsw", "gsw", "gsw"),
  ])
  func `A language is chosen by name or code`(typed: String, code: String, shown: String) async {
    await harness.open()
    await harness.type("Tee?")
    await harness.press("C-x l")
    await harness.type(typed)
    await harness.press("Enter")
    #expect(harness.screen().contains("Language  \(shown)\n"))
    await harness.press("C-s")
    #expect(harness.publishing.sent.withLock { $0.map(\.language) } == [code])
  }

  @Test func `Names of languages are completed, and an unknown or ambiguous one is not accepted`() async {
    await harness.open()
    await harness.press("C-x l")
    await harness.type("sl")
    #expect(harness.screen().contains("Slovak  Slovenian"))
    await harness.press("Tab")
    #expect(harness.screen().contains("Language Slov "))
    await harness.press("Enter")
    #expect(harness.screen().contains("“Slov” is not a language: enter Slovak, Slovenian."))
    await harness.type("a")
    await harness.press("Tab Enter")
    #expect(harness.screen().contains("Language  Slovak"))
    await harness.press("C-x l C-u")
    await harness.type("nothing")
    await harness.press("Enter")
    #expect(harness.screen().contains("“nothing” is not a language: enter a name or a code"))
    await harness.press("C-u Enter")
    #expect(harness.screen().contains("Language  default"))
  }

  @Test(arguments: [80, 40])
  func `The bottom line names both keys that send`(width: Int) async {
    await harness.open()
    #expect(harness.screen(width: width, height: 24).contains("^S Alt-Enter send  Esc close"))
  }
}
