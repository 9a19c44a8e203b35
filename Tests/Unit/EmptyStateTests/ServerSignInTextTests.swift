import Domain
import EmptyState
import TestSupport
import Testing

@Suite struct ServerSignInTextTests {
  @Test(
    arguments: [
      (.invalidServer("no where"), "“no where” is not a server name. Type one like mastodon.social."),
      (
        .notSupported(host: "h.example", answer: "Welcome to nginx!"),
        "h.example is not a server that Tern supports: “Welcome to nginx!”."
      ),
      (.notSupported(host: "h.example", answer: ""), "h.example is not a server that Tern supports."),
      (.noRegistration(host: "h.example", answer: "closed"), "h.example does not let apps register: “closed”."),
      (
        .noConsentPage(host: "h.example"),
        "h.example has no sign-in page. Create a token there and run: tern login h.example --token -"
      ),
      (.refused(host: "h.example", answer: "denied"), "h.example denied access: “denied”."),
      (
        .wrongCode(host: "h.example"),
        "h.example rejected the code. Codes work once, and only for a few minutes."
      ),
      (.wrongToken(host: "h.example"), "h.example rejected the token."),
      (
        .credentials(CredentialError(location: "/c.json", reason: "No space left on device")),
        "Could not save the token. /c.json: No space left on device."
      ),
      (.store(.busy(path: "/s")), "Another Tern is using the store. /s is locked. Try again in a moment."),
      (.unavailable(.offline(host: "h.example")), "Can’t reach h.example. Check your connection."),
      (.unavailable(.cancelled), "Sign-in cancelled."), (.cancelled, "Sign-in cancelled."),
    ] as [(ServerSignInError, String)]) func `Each error has its sentence`(error: ServerSignInError, sentence: String)
  {
    #expect(ServerSignInText.sentence(for: error, now: .noon) == sentence)
  }
}
