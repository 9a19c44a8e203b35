import Domain
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Login

/// Signing in to a server in a navigator: keys as input, text as output.
@MainActor @Suite struct ServerScreenTests: LoginScreenSuite {
  let navigator = Navigator()

  /// Opens the consent form.
  private func begin(
    hasBrowser: Bool = true, _ server: @escaping (VirtualClock) -> StubServer = { StubServer(clock: $0) }
  )
    async -> LoginHarness
  {
    let harness = LoginHarness(server: server, hasBrowser: hasBrowser)
    await open(harness)
    type("n")
    type("timeline.example")
    navigator.handle(.enter)
    await harness.settle()
    return harness
  }

  private func lines(_ width: Int, _ height: Int) -> [String] {
    screen(width, height).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines of the screen, without empty ones and full-width rules.
  private func shown(_ width: Int, _ height: Int) -> [String] {
    lines(width, height).filter { line in line.contains { $0 != " " } && !line.hasPrefix("─") }
  }

  @Test func `The first step asks for a server`() async {
    await open(LoginHarness { StubServer(clock: $0) })
    type("n")
    type("timeline.ex")
    #expect(
      shown(80, 24) == [
        " Tern   Sign in", "     Sign in to an account", "   ▌ Server    timeline.ex",
        "               " + String(repeating: "─", count: 60), "               [ Continue ]",
        "     Your server, such as mastodon.social, or a demo account, such as", "     password@demo.",
        String(repeating: " ", count: 54) + "Enter continue  Esc close",
      ])
    #expect(
      shown(40, 10) == [
        " Tern   Sign in", "▌ Server    timeline.ex", "  [ Continue ]", "  Your server, such as mastodon.social,",
        "  or a demo account, such as", "  password@demo.", "              Enter continue  Esc close",
      ])
    #expect(
      shown(20, 5) == [" Tern   Sign in", "▌ Server    ine.ex", "  [ Continue ]", "          Esc close"])
  }

  @Test(arguments: [
    (
      TimelineError.offline(host: "timeline.example"), "Can’t reach timeline.example. Check your connection."
    ),
    (.timedOut(host: "timeline.example", seconds: 20), "took too long. No response after 20 s."),
    (
      .serverError(host: "timeline.example", message: "No space (500)"),
      "had an error. timeline.example says “No space (500)”."
    ),
    (
      .rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30)),
      "Rate limited by timeline.example. Try again at \(LocalTime.clock(.noon.addingTimeInterval(30)))."
    ),
    (
      .untrustedHost(host: "timeline.example", reason: "certificate has expired"),
      "Certificate problem at timeline.example. Its certificate is not valid: certificate has expired."
    ),
    (
      .refused(host: "timeline.example", message: "Not you"),
      "timeline.example refused the request. timeline.example says “Not you”."
    ),
    (.webPage(host: "timeline.example", title: "Welcome"), "sent a web page. The page is “Welcome”."),
    (
      .accountGone(host: "timeline.example", message: "410 Gone", movedTo: nil),
      "is gone from timeline.example. timeline.example says “410 Gone”."
    ),
    (.maintenance(host: "timeline.example", until: nil), "is under maintenance. It does not say for how long."),
    (
      .maintenance(host: "timeline.example", until: .noon.addingTimeInterval(30)),
      "is under maintenance. Try again at \(LocalTime.clock(.noon.addingTimeInterval(30)))."
    ),
  ])
  func `The form shows why connecting failed, and keeps the server`(
    error: TimelineError, words: String
  ) async {
    _ = await begin { StubServer(.failure(.unavailable(error)), clock: $0) }
    for (width, height) in [(80, 24), (40, 10)] {
      let text = shown(width, height).joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(text.contains(words))
      #expect(text.contains("Server timeline.example"))
      #expect(text.contains("Enter continue Esc close"))
    }
    #expect(lines(20, 5)[3].hasSuffix("…"))
  }

  @Test func `The second step shows the address and the permissions if they fit`() async {
    _ = await begin()
    #expect(
      shown(80, 24) == [
        " Tern   Sign in", "     Open this address in a browser",
        "   ▌ https://timeline.example/oauth/authorize?client_id=0123456789abcdefghi",
        "   ▌ jklmnopqrstuvwxyz&response_type=code&redirect_uri=urn%3Aietf%3Awg%3Aoa",
        "   ▌ uth%3A2.0%3Aoob&scope=read+write+follow",
        "     Code", "     Waiting for timeline.example in your browser, or for the code…",
        "     Tern will be able to read timelines, write posts and follow accounts.",
        String(repeating: " ", count: 43) + "o open  y copy  Tab code  Esc cancel",
      ])
    #expect(
      shown(40, 10) == [
        " Tern   Sign in", "▌ https://timeline.example/oauth/author", "▌ ize?client_id=0123456789abcdefghijklm",
        "▌ nopqrstuvwxyz&response_type=code&red…", "  Code", "  Waiting for timeline.example in your",
        "  browser, or for the code…", "   o open  y copy  Tab code  Esc cancel",
      ])
    #expect(
      shown(20, 5) == [
        " Tern   Sign in", "▌ https://timeline…", "  Code", "  Waiting for time…", " o open  Esc cancel",
      ])
  }

  @Test func `Keys open and copy the address`() async {
    let harness = await begin()
    navigator.handle(.enter)
    type("o")
    #expect(harness.browser.opened.count == 2)
    #expect(screen().contains("Opened in your browser."))
    #expect(screen().contains("Waiting for timeline.example in your browser"))
    type("y")
    #expect(harness.clipboard.copied == [ServerSignIn.fixture.codeAddress])
    // The code field has the focus now.
    type("yo")
    navigator.handle(.paste("good\n"))
    #expect(navigator.focusedField?.text == "yogood")
  }

  @Test func `A wrong code stays in the field, and a right one signs in`() async {
    let harness = await begin()
    navigator.handle(.tab)
    navigator.handle(.enter)
    #expect(screen().contains("Paste the code first."))
    type("bad")
    #expect(!screen().contains("Paste the code first."))
    navigator.handle(.enter)
    await harness.settle()
    #expect(screen().contains("Code      bad"))
    #expect(screen().contains("timeline.example rejected the code."))
    #expect(screen(20, 5).contains("  timeline.example…"))
    navigator.handle(.control("u"))
    type("good")
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
    #expect(screen().contains("Accounts"))
  }

  @Test func `Escape cancels one step after another`() async {
    let harness = await begin()
    navigator.handle(.tab)
    type("half a code")
    navigator.handle(.escape)
    await harness.settle()
    #expect(harness.server?.events.last == .givenUp("7"))
    #expect(screen().contains("Server    timeline.example"))
    #expect(screen().contains("Sign-in cancelled."))
    navigator.handle(.escape)
    #expect(screen().contains("Ada Lovelace"))
  }

  @Test func `Escape cancels connecting to a server`() async {
    let harness = await begin { StubServer(clock: $0, seconds: 60) }
    await harness.pass(seconds: 0.1)
    #expect(screen().contains("Connecting to timeline.example…"))
    navigator.handle(.escape)
    await harness.settle()
    #expect(screen().contains("Server    timeline.example"))
    #expect(screen().contains("Sign-in cancelled."))
  }

  @Test func `A demo account is signed in to with its password`() async {
    let harness = LoginHarness(server: { StubServer(clock: $0) })
    await open(harness)
    type("n")
    type("ali@demo")
    navigator.handle(.enter)
    #expect(screen().contains("Handle    ali@demo"))
    type("sesame")
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.signIn.requests == [.init(handle: "ali@demo", password: "sesame")])
  }

  @Test func `Text from a server cannot control the terminal`() async {
    var signIn = ServerSignIn.fixture
    signIn.codeAddress = "https://timeline.example/\u{1B}]0;x\u{7}\n\u{202E}軌" + String(repeating: "a", count: 100_000)
    signIn.host = "time\u{1B}[2Jline"
    _ = await begin { [signIn] in StubServer(.success(signIn), clock: $0) }
    for (width, height) in [(80, 24), (40, 10), (20, 5), (21, 7), (33, 8)] {
      let text = screen(width, height)
      #expect(lines(width, height).allSatisfy { TextLayout.width(of: $0) <= width })
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
      #expect(text.contains("Code"))
    }
  }

  @Test func `Without a local browser only copying is offered`() async {
    _ = await begin(hasBrowser: false)
    #expect(screen().contains("Open this address in a browser on any device"))
    #expect(!screen().contains("Enter open") && !screen().contains("o open"))
    #expect(screen().contains("y copy"))
    #expect(screen().contains("Waiting for the code from timeline.example…"))
  }

  @Test func `A click on the button continues`() async {
    let harness = LoginHarness(server: { StubServer(clock: $0) })
    await open(harness)
    type("n")
    type("timeline.example")
    let row = lines(80, 24).firstIndex { $0.contains("[ Continue ]") } ?? 0
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: row, column: 20))))
    await harness.settle()
    #expect(screen().contains("Open this address in a browser"))
  }
}
