import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

@MainActor
struct ComposerTests {
  private let bench = ComposerHarness()
  private let grace = Post.fixture(
    id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?", visibility: .public)

  private func reply() -> Draft {
    .reply(to: grace, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
  }

  @Test func `what is typed is seen, and how much is left`() async {
    await bench.open()
    #expect(bench.screen().contains("What is there to say?"))
    await bench.type("Tern")
    #expect(bench.screen().contains("Tern"))
    #expect(bench.screen().contains("496 left"))
    #expect(bench.screen().contains("New post"))
  }

  @Test func `an answer shows what it answers, and begins with whom it speaks to`() async {
    await bench.open(reply(), subject: grace)
    let screen = bench.screen()
    #expect(screen.contains("Answer to Grace"))
    #expect(screen.contains("│ Tea?"))
    #expect(screen.contains("@grace@far.example "))
    #expect(bench.drafts.texts.isEmpty)
  }

  @Test func `what was refused is told where it is taken up again`() async {
    await bench.open(
      Draft(account: .demo("ada"), text: "Tern", changedAt: .noon, refusal: "timeline.example says “no”"))
    #expect(bench.screen().contains("timeline.example says “no”"))
  }

  @Test func `what was refused as too long has the cursor where it begins to be`() async {
    bench.publishing.known.withLock { $0.limits.characters = 10 }
    await bench.open(
      Draft(account: .demo("ada"), text: "Terns fly far", changedAt: .noon, refusal: "Text is too long"), isKept: true)
    #expect(bench.screen().contains("Text is too long"))
    #expect(bench.drafts.stores.withLock { $0 } == 0)
    await bench.type("|")
    #expect(bench.screen().contains("Terns fly |far"))
  }

  @Test func `a post is sent with all that belongs to it`() async {
    await bench.open(reply(), subject: grace)
    await bench.type("Yes")
    await bench.press("C-x v 3")
    await bench.press("C-x w")
    await bench.type("tea")
    await bench.press("Enter")
    await bench.press("C-x l")
    await bench.type("en")
    await bench.press("Enter")
    #expect(bench.screen().contains("Warning: tea"))
    #expect(bench.screen().contains("for followers · en · sensitive"))
    await bench.press("M-Enter")
    let sent = bench.publishing.sent.withLock { $0 }
    #expect(sent.map(\.text) == ["@grace@far.example Yes"])
    #expect(sent.first?.warning == "tea")
    #expect(sent.first?.visibility == .followers)
    #expect(sent.first?.language == "en")
    #expect(bench.ways == ["sent: @grace@far.example Yes 5"])
  }

  @Test(
    arguments: [
      (Visibility.public, Visibility.public, "public · en"), (.public, .followers, "for followers · en"),
      (.unlisted, .public, "unlisted · en"), (.followers, .public, "for followers · en"),
      (.direct, .public, "for who is mentioned · en"), (.other("local"), .public, "local only · en"),
      (.other("limited"), .public, "for a limited circle · en"), (nil, .public, "for followers · en"),
    ] as [(Visibility?, Visibility, String)])
  func `it is said who will be able to read an answer`(
    answered: Visibility?, ownDefault: Visibility, facts: String
  ) async {
    bench.publishing.known.withLock { $0.defaultVisibility = ownDefault }
    var post = grace
    post.visibility = answered
    var draft = Draft.reply(to: post, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
    draft.language = "en"
    await bench.open(draft, subject: post)
    #expect(bench.screen().contains(facts))
  }

  @Test func `nothing can be chosen that more people could read than what is answered`() async {
    var post = grace
    post.visibility = .followers
    let draft = Draft.reply(to: post, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
    await bench.open(draft, subject: post)
    await bench.press("C-x v")
    let menu = bench.screen(height: 24)
    #expect(menu.contains("followers") && menu.contains("who is mentioned"))
    #expect(!menu.contains("everybody"))
    await bench.press("1")
    await bench.press("Escape")
    await bench.press("C-x v 4")
    #expect(bench.screen().contains("for who is mentioned"))
  }

  @Test func `a plain post is said to be as the account is set, whenever that is known`() async {
    bench.publishing.known.withLock { $0.defaultVisibility = .unlisted }
    await bench.open()
    #expect(bench.screen().contains("unlisted"))
    await bench.press("C-x v 1")
    #expect(bench.screen().contains("public"))
  }

  @Test func `nothing empty is sent, and what is too long has the cursor where it begins to be`() async {
    await bench.open()
    await bench.press("M-Enter")
    #expect(bench.screen().contains("There is nothing to send yet."))
    bench.publishing.known.withLock { $0.limits.characters = 10 }
    await bench.open()
    await bench.type("Terns fly far")
    await bench.press("M-Enter")
    #expect(bench.screen().contains("It is 3 characters too long. ^X c cuts it into a thread."))
    await bench.type("|")
    #expect(bench.screen().contains("Terns fly |far"))
    #expect(bench.publishing.sent.withLock { $0.isEmpty })
  }

  @Test func `what is too long goes out as a thread, each post answering the one before`() async throws {
    bench.publishing.known.withLock { $0.limits.characters = 40 }
    await bench.open()
    await bench.type("One two three four five. Six seven eight nine ten. Eleven twelve.")
    await bench.press("C-x c")
    #expect(bench.screen(height: 24).contains("(1/3)"))
    await bench.press("M-Enter")
    let sent = bench.publishing.sent.withLock { $0 }
    #expect(sent.count == 3)
    let second = try #require(sent.dropFirst().first)
    #expect(second.purpose == .continuation(of: sent[0].id))
    #expect(sent[2].purpose == .continuation(of: second.id))
    #expect(sent[0].purpose == .post)
  }

  @Test func `the editor of one's own gets the text and gives it back, and its failure changes nothing`() async {
    await bench.open()
    await bench.type("Tern")
    bench.programs.edits = { $0 + "s fly" }
    await bench.press("C-x C-e")
    #expect(bench.screen().contains("Terns fly"))
    bench.programs.error = TextProgramError("vi was ended by signal 9: Killed")
    await bench.press("C-x C-e")
    #expect(bench.screen().contains("vi was ended by signal 9: Killed. The text is as it was."))
    #expect(bench.screen().contains("Terns fly"))
    await bench.press("M-u")
    #expect(!bench.screen().contains("Terns fly"))
  }

  @Test func `what was saved in the editor is the draft, also where the editor ended with an error`() async {
    await bench.open()
    await bench.type("Tern")
    bench.programs.edits = { $0 + "s fly" }
    bench.programs.problem = "vi ended with status 1"
    await bench.press("C-x C-e")
    #expect(bench.screen().contains("Terns fly"))
    #expect(bench.screen().contains("vi ended with status 1. What you saved is here."))
    // The file goes once the draft is on the disk.
    #expect(bench.drafts.texts == ["Terns fly"])
    #expect(bench.programs.removed == 1)
    bench.drafts.error.withLock { $0 = .unusable(path: "store", reason: "No space left on device") }
    await bench.press("C-x C-e")
    #expect(bench.programs.removed == 1)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (3, 2)])
  func `it is whole in every size`(width: Int, height: Int) async {
    await bench.open(reply(), subject: grace)
    await bench.type("Yes, and milk, please, if there is any left of it.")
    await bench.press("C-x w")
    await bench.type("tea")
    await bench.press("Enter")
    let lines = bench.lines(width: width, height: height)
    #expect(lines.count == height)
    if width >= 20 { #expect(lines.joined().contains("of it.")) }
  }
}
