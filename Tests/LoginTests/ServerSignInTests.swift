import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct ServerSignInTests {
  private static let consent = ConsentViewModel(
    host: "timeline.example", address: ServerSignIn.fixture.codeAddress, scopes: SignInScope.sentence, canOpen: true)
  private static let waiting = "Waiting for timeline.example in your browser, or for the code…"

  /// Up to the page to consent at.
  private func begun(
    hasBrowser: Bool = true, browserError: LinkError? = nil, _ server: @escaping (VirtualClock) -> StubServer
  ) async -> LoginHarness {
    let harness = LoginHarness(server: server, hasBrowser: hasBrowser, browserError: browserError)
    await harness.open()
    harness.presenter.openForm()
    harness.presenter.beginSignIn(at: "timeline.example")
    await harness.settle()
    return harness
  }

  @Test func `Whoever signs in says first where`() async {
    let harness = LoginHarness { StubServer(clock: $0) }
    await harness.open()
    harness.presenter.openForm()
    #expect(harness.view.events == [.serverForm("")])
  }

  @Test func `Where there is nothing but the demo, handle and password are asked for as ever`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openForm()
    #expect(harness.view.events == [.form(handle: "")])
  }

  @Test(arguments: [("@ali@demo", "ali@demo"), ("new@DEMO ", "new@DEMO"), ("ali@demo", "ali@demo")])
  func `A handle of the demo leads to its password`(text: String, handle: String) async {
    let harness = LoginHarness { StubServer(clock: $0) }
    await harness.open()
    harness.presenter.openForm()
    harness.presenter.beginSignIn(at: text)
    await harness.settle()
    #expect(harness.view.events == [.serverForm(""), .form(handle: handle)])
    #expect(harness.server?.events == [])
  }

  @Test func `A server leads to its page, and the browser is waited for`() async {
    let harness = await begun { StubServer(clock: $0) }
    #expect(harness.server?.events == [.begun("timeline.example")])
    #expect(
      harness.view.events == [.serverForm(""), .signingIn(nil), .consent(Self.consent), .waiting(Self.waiting)])
    harness.view.forget()
    await harness.pass(seconds: 0.1)
    for _ in 1...12 { await harness.pass(seconds: 1) }
    #expect(harness.view.events.last == .waiting(Self.waiting + " 12 s"))
  }

  @Test func `A server that takes its time is named, with how long it takes`() async {
    let harness = await begun { StubServer(clock: $0, seconds: 8) }
    await harness.pass(seconds: 0.1)
    for _ in 1...3 { await harness.pass(seconds: 1) }
    #expect(harness.view.events.last == .signingIn("Asking timeline.example… 3 s"))
    harness.presenter.cancelSignIn()
    harness.view.forget()
    await harness.pass(seconds: 9)
    #expect(harness.view.events == [])
    #expect(harness.server?.events == [.begun("timeline.example"), .givenUp("7")])
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: [
    (ServerSignInError.invalidServer("x y"), "“x y” names no server. Type one such as mastodon.social.", true),
    (.cancelled, "Signing in was stopped.", false),
  ]) func `Why there is no page is said in the form`(error: ServerSignInError, text: String, isFailure: Bool) async {
    let harness = await begun { StubServer(.failure(error), clock: $0) }
    let notice = LoginNotice(text: text, isFailure: isFailure)
    #expect(harness.view.events == [.serverForm(""), .signingIn(nil), .signingInHidden, .formNotice(notice)])
    #expect(harness.log.events == [.signInFailed(handle: nil)])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Whoever agrees in the browser reads the account's timeline`() async {
    let harness = await begun { StubServer(inBrowser: (.success(.live), 5), clock: $0) }
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.browserAddress ?? ""])
    await harness.pass(seconds: 5)
    #expect(harness.view.events.last == .formHidden)
    #expect(harness.router.signedIn == [.live])
    #expect(harness.server?.events == [.begun("timeline.example")])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Whoever pastes the code reads the account's timeline, and the browser is waited for no more`() async {
    let harness = await begun { StubServer(clock: $0) }
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
    #expect(harness.view.events.last == .formHidden)
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A wrong code is said so, and the next one is tried`() async {
    let harness = await begun { StubServer(clock: $0) }
    harness.view.forget()
    harness.presenter.submitCode("bad")
    await harness.settle()
    let text = "timeline.example does not take this code. Each is good once, and for a few minutes."
    #expect(
      harness.view.events == [
        .signingIn(nil), .signingInHidden, .formNotice(LoginNotice(text: text, isFailure: true)),
      ])
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.server?.events == [.begun("timeline.example"), .code("bad"), .code("good")])
    #expect(harness.router.signedIn == [.live])
  }

  @Test func `A browser that comes back while a code is tried opens the account once`() async {
    let harness = await begun { StubServer(inBrowser: (.success(.live), 9), clock: $0, seconds: 8) }
    await harness.pass(seconds: 8)
    harness.presenter.submitCode("good")
    await harness.settle()
    await harness.pass(seconds: 20)
    #expect(harness.router.signedIn == [.live])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A no in the browser is said, and leads back to the server`() async {
    let refused = ServerSignInError.refused(host: "timeline.example", answer: "denied")
    let harness = await begun { StubServer(inBrowser: (.failure(refused), 2), clock: $0) }
    harness.view.forget()
    await harness.pass(seconds: 2)
    let notice = LoginNotice(text: "timeline.example said no: “denied”.", isFailure: true)
    let events = harness.view.events.filter { if case .waiting = $0 { false } else { true } }
    #expect(events == [.consentHidden, .formNotice(notice)])
    #expect(harness.server?.events.last == .givenUp("7"))
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn.isEmpty)
  }

  @Test func `Where the browser's code comes to nothing another one can be had, by the page that shows it`() async {
    let failed = ServerSignInError.unavailable(.offline(host: "timeline.example"))
    let harness = await begun { StubServer(inBrowser: (.failure(failed), 2), clock: $0) }
    await harness.pass(seconds: 2)
    #expect(harness.view.events.last == .waiting("Waiting for the code of timeline.example…"))
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.codeAddress])
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
  }

  @Test func `Where nothing can listen for the browser the code is waited for`() async {
    let harness = await begun { StubServer(.success(.withoutBrowser), clock: $0) }
    #expect(harness.view.events.last == .waiting("Waiting for the code of timeline.example…"))
    harness.view.forget()
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.codeAddress])
    #expect(harness.view.events.last == .codeFocused)
  }

  @Test func `The address that is copied is the one whose page ends with a code`() async {
    let harness = await begun { StubServer(clock: $0) }
    harness.view.forget()
    harness.presenter.copyAddress()
    #expect(harness.clipboard.copied == [ServerSignIn.fixture.codeAddress])
    let notice = LoginNotice(text: "Copied. The page ends with a code: paste it here.")
    #expect(harness.view.events == [.formNotice(notice), .codeFocused])
  }

  @Test func `A browser that cannot be started is said so`() async {
    let error = LinkError.noBrowser(url: "u", reason: "xdg-open: No such file or directory")
    let harness = await begun(browserError: error) { StubServer(clock: $0) }
    harness.presenter.openAddress()
    let text = "No browser to open it with. xdg-open: No such file or directory."
    #expect(harness.view.events.last == .formNotice(LoginNotice(text: text, isFailure: true)))
  }

  @Test func `Without a browser here none is offered`() async {
    let harness = await begun(hasBrowser: false) { StubServer(clock: $0) }
    var wanted = Self.consent
    wanted.canOpen = false
    #expect(harness.view.events.contains(.consent(wanted)))
    harness.presenter.openAddress()
    #expect(harness.browser.opened.isEmpty)
  }

  @Test func `Whoever gives up leads back to the server, and the server is told`() async {
    let harness = await begun { StubServer(inBrowser: (.success(.live), 5), clock: $0) }
    harness.view.forget()
    harness.presenter.giveUpConsent()
    await harness.settle()
    #expect(
      harness.view.events == [.consentHidden, .formNotice(LoginNotice(text: "Signing in was stopped."))])
    await harness.pass(seconds: 10)
    #expect(harness.router.signedIn.isEmpty)
    #expect(harness.server?.events.last == .givenUp("7"))
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Whoever is to sign in to a server again sees it filled in`() async {
    let harness = LoginHarness(server: { StubServer(clock: $0) }, signInServer: "timeline.example")
    harness.presenter.viewDidLoad()
    #expect(harness.view.events == [.loading(nil), .serverForm("timeline.example")])
    harness.presenter.closeForm()
    #expect(harness.router.leaves == 1)
  }

  @Test(arguments: [ServerSignIn.fixture, .withoutBrowser])
  func `A screen that has gone gives up by itself`(signIn: ServerSignIn) async {
    let clock = VirtualClock(now: .noon)
    let runner = TaskRunner()
    let server = StubServer(.success(signIn), clock: clock)
    let servers = ServerSignInDependencies(signIn: server, openLink: nil, clipboard: SpyClipboard())
    var presenter: LoginPresenter? = LoginPresenter(
      dependencies: LoginDependencies(
        listAccounts: StubListAccounts([.success(.fixtures)], clock: clock), signIn: StubSignIn(clock: clock),
        clock: clock, runner: runner, log: SpyEventLog(), servers: servers, currentAccount: nil, signInHandle: nil),
      router: SpyLoginRouter())
    presenter?.beginSignIn(at: "timeline.example")
    #expect(await clock.waitForSleepers(2))
    for _ in 0..<1_500 where presenter?.consent == nil { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(await clock.waitForSleepers(2))
    presenter = nil
    for _ in 0..<1_500 where runner.runningCount > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(runner.runningCount == 0)
    #expect(server.events == [.begun("timeline.example"), .givenUp("7")])
  }
}
