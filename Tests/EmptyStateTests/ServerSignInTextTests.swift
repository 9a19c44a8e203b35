import Domain
import EmptyState
import TestSupport
import Testing

@Suite struct ServerSignInTextTests {
  @Test(
    arguments: [
      (.invalidServer("no where"), "“no where” names no server. Type one such as mastodon.social."),
      (
        .notSupported(host: "h.example", answer: "Welcome to nginx!"),
        "h.example does not answer as a server that Tern can speak to: “Welcome to nginx!”."
      ),
      (.notSupported(host: "h.example", answer: ""), "h.example does not answer as a server that Tern can speak to."),
      (.noRegistration(host: "h.example", answer: "closed"), "h.example does not let programs register: “closed”."),
      (
        .noConsentPage(host: "h.example"),
        "h.example has no page to sign in at. With a token that you make there: tern login h.example --token -"
      ),
      (.refused(host: "h.example", answer: "denied"), "h.example said no: “denied”."),
      (.wrongCode(host: "h.example"), "h.example does not take this code. Each is good once, and for a few minutes."),
      (.wrongToken(host: "h.example"), "h.example does not take this token."),
      (
        .credentials(CredentialError(place: "/c.json", reason: "No space left on device")),
        "The token cannot be kept. /c.json: No space left on device."
      ),
      (
        .store(.busy(path: "/s")),
        "Another Tern is at work on the store. /s is being written. It is free again in a moment."
      ),
      (
        .unavailable(.offline(host: "h.example")),
        "h.example does not answer. Tern asked for a session and the network said no."
      ),
      (.unavailable(.cancelled), "Signing in was stopped."), (.cancelled, "Signing in was stopped."),
    ] as [(ServerSignInError, String)]) func `Each reason has its sentence`(error: ServerSignInError, sentence: String)
  {
    #expect(ServerSignInText.sentence(for: error, now: .noon) == sentence)
  }
}
