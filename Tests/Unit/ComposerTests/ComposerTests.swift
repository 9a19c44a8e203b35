import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Composer

@MainActor
struct ComposerTests {
  private let harness = ComposerHarness()
  private let grace = Post.fixture(
    id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?", visibility: .public)

  private func reply() -> Draft {
    .reply(to: grace, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
  }

  @Test func `Typed text is shown with the number of characters left`() async {
    await harness.open()
    #expect(harness.screen().contains("What’s on your mind?"))
    await harness.type("Tern")
    #expect(harness.screen().contains("Tern"))
    #expect(harness.screen().contains("496 left"))
    #expect(harness.screen().contains("New post"))
  }

  @Test func `A reply shows the post it replies to, and starts with a mention`() async {
    await harness.open(reply(), subject: grace)
    let screen = harness.screen()
    #expect(screen.contains("Reply to Grace"))
    #expect(screen.contains("│ Tea?"))
    #expect(screen.contains("@grace@far.example "))
    #expect(harness.drafts.texts.isEmpty)
  }

  @Test func `A refused draft shows why`() async {
    await harness.open(
      Draft(account: .demo("ada"), text: "Tern", changedAt: .noon, refusal: "timeline.example says “no”"))
    #expect(harness.screen().contains("timeline.example says “no”"))
  }

  @Test func `A draft refused as too long has the cursor at the limit`() async {
    harness.publishing.known.withLock { $0.limits.characters = 10 }
    await harness.open(
      Draft(account: .demo("ada"), text: "Terns fly far", changedAt: .noon, refusal: "Text is too long"), isSaved: true)
    #expect(harness.screen().contains("Text is too long"))
    #expect(harness.drafts.stores.withLock { $0 } == 0)
    await harness.type("|")
    #expect(harness.screen().contains("Terns fly |far"))
  }

  @Test func `A post is sent with its content warning, visibility and language`() async {
    await harness.open(reply(), subject: grace)
    await harness.type("Yes")
    await harness.press("C-x v 3")
    await harness.press("C-x w")
    await harness.type("tea")
    await harness.press("Enter")
    await harness.press("C-x l")
    await harness.type("en")
    await harness.press("Enter")
    #expect(harness.screen().contains("^X v   To        followers only"))
    #expect(harness.screen().contains("^X w   Warning   tea"))
    #expect(harness.screen().contains("^X l   Language  English"))
    // The bottom line shows what the form does not.
    #expect(harness.screen().contains("left · sensitive"))
    #expect(harness.screen(width: 80, height: 6).contains("^X v followers only   w tea   l English"))
    await harness.press("M-Enter")
    let sent = harness.publishing.sent.withLock { $0 }
    #expect(sent.map(\.text) == ["@grace@far.example Yes"])
    #expect(sent.first?.warning == "tea")
    #expect(sent.first?.visibility == .followers)
    #expect(sent.first?.language == "en")
    #expect(harness.navigation == ["sent: @grace@far.example Yes 5"])
  }

  @Test(
    arguments: [
      (Visibility.public, Visibility.public, "public"), (.public, .followers, "followers only"),
      (.unlisted, .public, "unlisted"), (.followers, .public, "followers only"),
      (.direct, .public, "mentioned people only"), (.other("local"), .public, "local only"),
      (.other("limited"), .public, "limited"), (nil, .public, "followers only"),
    ] as [(Visibility?, Visibility, String)])
  func `A reply shows its visibility`(
    answered: Visibility?, ownDefault: Visibility, shown: String
  ) async {
    harness.publishing.known.withLock { $0.defaultVisibility = ownDefault }
    var post = grace
    post.visibility = answered
    var draft = Draft.reply(to: post, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
    draft.language = "en"
    await harness.open(draft, subject: post)
    #expect(harness.lines().contains { $0.contains("^X v ") && $0.contains(shown) })
  }

  @Test func `A reply cannot be more visible than the post it replies to`() async {
    var post = grace
    post.visibility = .followers
    let draft = Draft.reply(to: post, by: .demo("ada"), me: .fixture(handle: "ada"), local: LocalDomains([]), at: .noon)
    await harness.open(draft, subject: post)
    await harness.press("C-x v")
    let menu = harness.screen(height: 24)
    #expect(menu.contains("followers only") && menu.contains("mentioned people only"))
    #expect(!menu.contains("public"))
    await harness.press("1")
    await harness.press("Escape")
    await harness.press("C-x v 4")
    #expect(harness.screen().contains("mentioned people only"))
  }

  @Test func `A new post has the default visibility of the account once that is known`() async {
    harness.publishing.known.withLock { $0.defaultVisibility = .unlisted }
    await harness.open()
    #expect(harness.screen().contains("unlisted"))
    await harness.press("C-x v 1")
    #expect(harness.screen().contains("public"))
  }

  @Test func `An empty post is not sent, and one over the limit has the cursor at the limit`() async {
    await harness.open()
    await harness.press("M-Enter")
    #expect(harness.screen().contains("Your post is empty."))
    harness.publishing.known.withLock { $0.limits.characters = 10 }
    await harness.open()
    await harness.type("Terns fly far")
    await harness.press("M-Enter")
    #expect(harness.screen().contains("3 over the limit. ^X c splits it into a thread."))
    await harness.type("|")
    #expect(harness.screen().contains("Terns fly |far"))
    #expect(harness.publishing.sent.withLock { $0.isEmpty })
  }

  @Test func `A text over the limit is sent as a thread of replies`() async throws {
    harness.publishing.known.withLock { $0.limits.characters = 40 }
    await harness.open()
    await harness.type("One two three four five. Six seven eight nine ten. Eleven twelve.")
    await harness.press("C-x c")
    #expect(harness.screen(height: 24).contains("(1/3)"))
    #expect(harness.screen(height: 24).contains(" 3 posts") && !harness.screen(height: 24).contains("over"))
    await harness.press("M-Enter")
    let sent = harness.publishing.sent.withLock { $0 }
    #expect(sent.count == 3)
    let second = try #require(sent.dropFirst().first)
    #expect(second.purpose == .continuation(of: sent[0].id))
    #expect(sent[2].purpose == .continuation(of: second.id))
    #expect(sent[0].purpose == .post)
  }

  @Test func `The text is edited in $EDITOR, and unchanged if that fails`() async {
    await harness.open()
    await harness.type("Tern")
    harness.programs.edits = { $0 + "s fly" }
    await harness.press("C-x C-e")
    #expect(harness.screen().contains("Terns fly"))
    harness.programs.error = TextProgramError("vi was ended by signal 9: Killed")
    await harness.press("C-x C-e")
    #expect(harness.screen().contains("vi was ended by signal 9: Killed. Your text is unchanged."))
    #expect(harness.screen().contains("Terns fly"))
    await harness.press("M-u")
    #expect(!harness.screen().contains("Terns fly"))
  }

  @Test func `Text saved in $EDITOR is kept even if the editor failed`() async {
    await harness.open()
    await harness.type("Tern")
    harness.programs.edits = { $0 + "s fly" }
    harness.programs.problem = "vi ended with status 1"
    await harness.press("C-x C-e")
    #expect(harness.screen().contains("Terns fly"))
    #expect(harness.screen().contains("vi ended with status 1. Your saved text is here."))
    // The temporary file is removed once the draft is saved.
    #expect(harness.drafts.texts == ["Terns fly"])
    #expect(harness.programs.removed == 1)
    harness.drafts.error.withLock { $0 = .unusable(path: "store", reason: "No space left on device") }
    await harness.press("C-x C-e")
    #expect(harness.programs.removed == 1)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (3, 2)])
  func `The composer fits in every size`(width: Int, height: Int) async {
    await harness.open(reply(), subject: grace)
    await harness.type("Yes, and milk, please, if there is any left of it.")
    await harness.press("C-x w")
    await harness.type("tea")
    await harness.press("Enter")
    let lines = harness.lines(width: width, height: height)
    #expect(lines.count == height)
    if width >= 20 { #expect(lines.joined().contains("of it.")) }
  }
}
