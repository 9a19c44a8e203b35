import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// Writing as another account, and who may quote.
@MainActor
@Suite struct ComposerAccountTests {
  private let harness = ComposerHarness()
  private let other = ActingAccount(id: .demo("grace"), label: "@grace@demo")

  @Test func `The draft with everything typed is moved to the chosen account and discarded here`() async {
    await harness.open(others: [other])
    await harness.type("Hello")
    await harness.press("C-x u")
    #expect(harness.screen().contains("@grace@demo"))
    await harness.press("1")
    #expect(harness.navigation == ["move: Hello to grace"])
    #expect(harness.drafts.texts.isEmpty)
  }

  @Test func `Accounts beyond the ninth are chosen after 0`() async {
    await harness.open(others: (1...11).map { ActingAccount(id: .demo("grace\($0)"), label: "@grace\($0)@demo") })
    await harness.type("Hello")
    await harness.press("C-x u 0 2")
    #expect(harness.navigation == ["move: Hello to grace11"])
  }

  @Test func `The key that sends also works in the menu of options`() async {
    await harness.open()
    await harness.type("Hello")
    await harness.press("C-x M-Enter")
    #expect(harness.publishing.sent.withLock(\.self).map(\.text) == ["Hello"])
  }

  @Test func `An edit cannot be moved, and without another account there is no choice`() async {
    let post = Post.fixture(id: "1", text: "Mine")
    await harness.open(
      .edit(post, source: PostSource(text: "Mine", warning: ""), by: .demo("ada"), at: .noon), others: [other])
    await harness.press("C-x u 1")
    await harness.open()
    await harness.press("C-x u 1")
    #expect(harness.navigation.isEmpty)
  }

  @Test func `Who may quote the post is chosen where the server has the setting`() async throws {
    harness.publishing.known.withLock { $0.defaultQuotePolicy = .everyone }
    await harness.open()
    await harness.press("C-x q 2")
    #expect(!harness.screen().contains("may quote it"))
    harness.publishing.known.withLock { $0.canSetQuotePolicy = true }
    await harness.open()
    await harness.type("Hello")
    await harness.press("C-x q")
    #expect(harness.screen().contains("everyone may quote it ✓"))
    await harness.press("2")
    #expect(harness.screen().contains("only followers may quote it"))
    await harness.press("M-Enter")
    #expect(harness.publishing.sent.withLock { $0.map(\.quotePolicy) } == [.followers])
  }
}
