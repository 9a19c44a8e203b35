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
}
