import Domain
import DraftChecks
import TestSupport
import Testing

struct SanitizedDraftTests {
  @Test(arguments: [
    ("Tern", "Tern"), ("a\u{0}b\u{1B}[31mc\u{7F}\u{9B}", "ab[31mc"), ("a\tb\nc", "a\tb\nc"),
    ("a\r\nb\rc\u{85}d\u{2028}e", "a\nb\nc\nd\ne"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("👩‍👩‍👧‍👦\u{FE0F}", "👩‍👩‍👧‍👦\u{FE0F}"),
  ])
  func `Control characters and their placeholders are not sent`(text: String, sent: String) {
    for text in [text, text.escapingControls] {
      let draft = Draft(
        account: .demo("ada"), text: text, warning: text, poll: DraftPoll(options: [text]),
        media: [DraftMedia(path: "/a", description: text)], changedAt: .noon
      ).sanitized
      let sentTexts = [draft.text, draft.warning, draft.poll?.options[0] ?? "", draft.media[0].description]
      #expect(sentTexts.map(\.unescapingControls) == [sent, sent, sent, sent])
    }
  }

  @Test(arguments: [
    "", " \n\t", "\u{0}\u{1B}", "\u{200B}\u{200F}\u{2060}", "\u{AD}\u{FE0F}\u{FEFF}", "\u{3164}\u{115F}", "\u{2800}",
    "\u{202E}\u{E0041}", "\u{85}\u{A0}\u{3000}",
  ])
  func `Invisible text is empty`(text: String) {
    for text in [text, text.escapingControls] {
      var draft = Draft(account: .demo("ada"), text: text, warning: text, changedAt: .noon)
      #expect(draft.isBlank && draft.fault(within: PublishingCapabilities()) == .empty)
      draft.poll = DraftPoll(options: [text, text])
      #expect(draft.fault(within: PublishingCapabilities()) == .empty)
      draft.poll = DraftPoll(options: ["tea", text])
      #expect(draft.fault(within: PublishingCapabilities()) == .fewOptions)
      draft.poll = DraftPoll(options: ["tea", "coffee"])
      #expect(draft.fault(within: PublishingCapabilities()) == .pollWithoutText)
      draft.warning = "Drinks"
      #expect(draft.fault(within: PublishingCapabilities()) == nil)
      draft.warning = text
      draft.poll = nil
      draft.media = [DraftMedia(path: "/a.png")]
      #expect(draft.fault(within: PublishingCapabilities()) == nil)
    }
  }

  @Test(arguments: ["a", "\u{0}a", "👩‍👩‍👧‍👦", "e\u{301}", "\u{301}", "\u{E000}", "。"])
  func `Visible text is not empty`(text: String) {
    #expect(!Draft(account: .demo("ada"), text: text, changedAt: .noon).isBlank)
    #expect(!Draft(account: .demo("ada"), text: "\u{0}", warning: text, changedAt: .noon).isBlank)
  }

  @Test func `Poll options that are equal after sanitizing are equal`() {
    let draft = Draft(
      account: .demo("ada"), text: "Tea?", poll: DraftPoll(options: ["yes", "yes\u{7}"]), changedAt: .noon)
    #expect(draft.fault(within: PublishingCapabilities()) == .sameOptions)
  }
}
