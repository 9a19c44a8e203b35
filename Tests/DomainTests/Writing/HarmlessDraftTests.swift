import Domain
import TestSupport
import Testing

struct HarmlessDraftTests {
  @Test(arguments: [
    ("Tern", "Tern"), ("a\u{0}b\u{1B}[31mc\u{7F}\u{9B}", "ab[31mc"), ("a\tb\nc", "a\tb\nc"),
    ("a\r\nb\rc\u{85}d\u{2028}e", "a\nb\nc\nd\ne"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("👩‍👩‍👧‍👦\u{FE0F}", "👩‍👩‍👧‍👦\u{FE0F}"),
  ])
  func `what no text has does not go to a server, be it told by its stand-in`(text: String, sent: String) {
    for text in [text, text.escapingControls] {
      let draft = Draft(
        account: .demo("ada"), text: text, warning: text, poll: DraftPoll(options: [text]),
        media: [DraftMedia(path: "/a", description: text)], changedAt: .noon
      ).harmless
      let told = [draft.text, draft.warning, draft.poll?.options[0] ?? "", draft.media[0].description]
      #expect(told.map(\.unescapingControls) == [sent, sent, sent, sent])
    }
  }

  @Test(arguments: [
    "", " \n\t", "\u{0}\u{1B}", "\u{200B}\u{200F}\u{2060}", "\u{AD}\u{FE0F}\u{FEFF}", "\u{3164}\u{115F}", "\u{2800}",
    "\u{202E}\u{E0041}", "\u{85}\u{A0}\u{3000}",
  ])
  func `a text that nobody can see is empty, be it told by its stand-ins`(text: String) {
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
  func `what can be seen is not`(text: String) {
    #expect(!Draft(account: .demo("ada"), text: text, changedAt: .noon).isBlank)
    #expect(!Draft(account: .demo("ada"), text: "\u{0}", warning: text, changedAt: .noon).isBlank)
  }

  @Test func `two answers that are sent as the same are the same`() {
    let draft = Draft(
      account: .demo("ada"), text: "Tea?", poll: DraftPoll(options: ["yes", "yes\u{7}"]), changedAt: .noon)
    #expect(draft.fault(within: PublishingCapabilities()) == .sameOptions)
  }
}
