import Domain
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Login

/// The steps of signing in to a server in a navigator: keys in, text out.
@MainActor @Suite struct ServerScreenTests {
  private let navigator = Navigator()

  private func open(_ harness: LoginHarness) async {
    let viewController = LoginViewController(presenter: harness.presenter)
    harness.presenter.view = viewController
    navigator.setRoot(viewController)
    await harness.settle()
  }

  /// Up to the page to consent at.
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

  private func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  private func screen(_ width: Int = 80, _ height: Int = 24) -> String {
    navigator.draw(size: Size(width: width, height: height)).text
  }

  private func lines(_ width: Int, _ height: Int) -> [String] {
    screen(width, height).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What is on the screen, without empty lines and rules of the whole width.
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
        "     A server, such as mastodon.social; or one of the demo’s accounts, such", "     as password@demo.",
        String(repeating: " ", count: 54) + "Enter continue  Esc close",
      ])
    #expect(
      shown(40, 10) == [
        " Tern   Sign in", "▌ Server    timeline.ex", "  [ Continue ]", "  A server, such as mastodon.social; or",
        "  one of the demo’s accounts, such as", "  password@demo.", "              Enter continue  Esc close",
      ])
    #expect(
      shown(20, 5) == [" Tern   Sign in", "▌ Server    ine.ex", "  [ Continue ]", "          Esc close"])
  }

  @Test(arguments: [
    (
      TimelineError.offline(host: "timeline.example"),
      "does not answer. Tern asked for a session and the network said no."
    ),
    (
      .timedOut(host: "timeline.example", seconds: 20), "took too long. Tern asked for a session and waited 20 s for an"
    ),
    (.serverError(host: "timeline.example", message: "No room (500)"), "The answer was: “No room (500)”"),
    (
      .rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30)),
      "asks for patience. It answers again at \(LocalTime.clock(.noon.addingTimeInterval(30)))."
    ),
    (
      .untrustedHost(host: "timeline.example", reason: "certificate has expired"),
      "cannot prove who it is. Its certificate is not good: certificate has expired."
    ),
    (.refused(host: "timeline.example", message: "Not you"), "timeline.example says no. The answer was: “Not you”"),
    (
      .webPage(host: "timeline.example", title: "Welcome"),
      "answers with a web page. Tern asked for a session and got the page “Welcome”."
    ),
    (
      .accountGone(host: "timeline.example", message: "410 Gone", movedTo: nil),
      "is gone from timeline.example. The answer was: “410 Gone”"
    ),
    (.maintenance(host: "timeline.example", until: nil), "is being worked on. It does not say for how long."),
    (
      .maintenance(host: "timeline.example", until: .noon.addingTimeInterval(30)),
      "is being worked on. It answers again at \(LocalTime.clock(.noon.addingTimeInterval(30)))."
    ),
  ])
  func `Why a server does not answer stands in the form, whole where there is room, and the server stays`(
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

  @Test func `The second step shows the address whole where there is room, and what is asked for`() async {
    _ = await begin()
    #expect(
      shown(80, 24) == [
        " Tern   Sign in", "     Open this address in a browser",
        "   ▌ https://timeline.example/oauth/authorize?client_id=0123456789abcdefghi",
        "   ▌ jklmnopqrstuvwxyz&response_type=code&redirect_uri=urn%3Aietf%3Awg%3Aoa",
        "   ▌ uth%3A2.0%3Aoob&scope=read+write+follow",
        "     Tern asks to read your timelines, to write posts, and to follow people", "     for you.", "     Code",
        "     Waiting for timeline.example in your browser, or for the code…",
        String(repeating: " ", count: 43) + "o open  y copy  Tab code  Esc cancel",
      ])
    #expect(
      shown(40, 10) == [
        " Tern   Sign in", "  Open this address in a browser", "▌ https://timeline.example/oauth/author",
        "▌ ize?client_id=0123456789abcdefghijkl…", "  Code", "  Waiting for timeline.example in your",
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
    #expect(screen().contains("Handed to your browser."))
    #expect(screen().contains("Waiting for timeline.example in your browser"))
    type("y")
    #expect(harness.clipboard.copied == [ServerSignIn.fixture.codeAddress])
    // Now the code can be typed, or pasted.
    type("yo")
    navigator.handle(.paste("good\n"))
    #expect(navigator.focusedField?.text == "yogood")
  }

  @Test func `A code goes to the server, and stays where it is wrong`() async {
    let harness = await begin()
    navigator.handle(.tab)
    navigator.handle(.enter)
    #expect(screen().contains("Paste the code first."))
    type("bad")
    #expect(!screen().contains("Paste the code first."))
    navigator.handle(.enter)
    await harness.settle()
    #expect(screen().contains("Code      bad"))
    #expect(screen().contains("timeline.example does not take this code."))
    #expect(screen(20, 5).contains("  timeline.example…"))
    navigator.handle(.control("u"))
    type("good")
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
    #expect(screen().contains("Accounts"))
  }

  @Test func `Escape gives up wherever it is pressed, one step after another`() async {
    let harness = await begin()
    navigator.handle(.tab)
    type("half a code")
    navigator.handle(.escape)
    await harness.settle()
    #expect(harness.server?.events.last == .givenUp("7"))
    #expect(screen().contains("Server    timeline.example"))
    #expect(screen().contains("Signing in was stopped."))
    navigator.handle(.escape)
    #expect(screen().contains("Ada Lovelace"))
  }

  @Test func `Escape while a server is asked stops that`() async {
    let harness = await begin { StubServer(clock: $0, seconds: 60) }
    await harness.pass(seconds: 0.1)
    #expect(screen().contains("Asking timeline.example…"))
    navigator.handle(.escape)
    await harness.settle()
    #expect(screen().contains("Server    timeline.example"))
    #expect(screen().contains("Signing in was stopped."))
  }

  @Test func `A demo account is signed in to by its password`() async {
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

  @Test func `Nothing that a server says drives the terminal`() async {
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

  @Test func `Without a browser here only copying is offered`() async {
    _ = await begin(hasBrowser: false)
    #expect(screen().contains("Open this address in a browser, here or elsewhere"))
    #expect(!screen().contains("Enter open") && !screen().contains("o open"))
    #expect(screen().contains("y copy"))
  }

  @Test func `A click chooses a field, and the button goes on`() async {
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
