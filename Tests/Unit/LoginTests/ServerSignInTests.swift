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

  /// Opens the consent form.
  private func openConsent(
    hasBrowser: Bool = true, browserError: LinkError? = nil, _ server: @escaping (VirtualClock) -> StubServer
  ) async -> LoginHarness {
    let harness = LoginHarness(server: server, hasBrowser: hasBrowser, browserError: browserError)
    await harness.open()
    harness.presenter.openForm()
    harness.presenter.beginSignIn(at: "timeline.example")
    await harness.settle()
    return harness
  }

  @Test func `The sign-in form asks for the server first`() async {
    let harness = LoginHarness { StubServer(clock: $0) }
    await harness.open()
    harness.presenter.openForm()
    #expect(harness.view.events == [.serverForm("", mentionsDemo: true)])
  }

  @Test func `Without servers, the form asks for handle and password`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openForm()
    #expect(harness.view.events == [.form(handle: "")])
  }

  @Test(arguments: [("@ali@demo", "ali@demo"), ("new@DEMO ", "new@DEMO"), ("ali@demo", "ali@demo")])
  func `A demo handle opens the password form`(text: String, handle: String) async {
    let harness = LoginHarness { StubServer(clock: $0) }
    await harness.open()
    harness.presenter.openForm()
    harness.presenter.beginSignIn(at: text)
    await harness.settle()
    #expect(harness.view.events == [.serverForm("", mentionsDemo: true), .form(handle: handle)])
    #expect(harness.server?.events == [])
  }

  @Test func `A server opens its consent form, which waits for the browser`() async {
    let harness = await openConsent { StubServer(clock: $0) }
    #expect(harness.server?.events == [.begun("timeline.example")])
    #expect(
      harness.view.events == [
        .serverForm("", mentionsDemo: true), .signingIn(nil), .consent(Self.consent), .waiting(Self.waiting),
      ])
    harness.view.discardEvents()
    await harness.pass(seconds: 0.1)
    for _ in 1...12 { await harness.pass(seconds: 1) }
    #expect(harness.view.events.last == .waiting(Self.waiting + " 12 s"))
  }

  @Test func `A slow server is named, with the seconds elapsed`() async {
    let harness = await openConsent { StubServer(clock: $0, seconds: 8) }
    await harness.pass(seconds: 0.1)
    for _ in 1...3 { await harness.pass(seconds: 1) }
    #expect(harness.view.events.last == .signingIn("Connecting to timeline.example… 3 s"))
    harness.presenter.cancelSignIn()
    harness.view.discardEvents()
    await harness.pass(seconds: 9)
    #expect(harness.view.events == [])
    #expect(harness.server?.events == [.begun("timeline.example"), .givenUp("7")])
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: [
    (ServerSignInError.invalidServer("x y"), "“x y” is not a server name. Type one like mastodon.social.", true),
    (.cancelled, "Sign-in cancelled.", false),
  ]) func `The form shows why a sign-in could not start`(
    error: ServerSignInError, text: String, isFailure: Bool
  ) async {
    let harness = await openConsent { StubServer(.failure(error), clock: $0) }
    let notice = LoginNotice(text: text, isFailure: isFailure)
    #expect(
      harness.view.events == [
        .serverForm("", mentionsDemo: true), .signingIn(nil), .signingInHidden, .formNotice(notice),
      ])
    #expect(harness.log.events == [.signInFailed(handle: nil)])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Consent in the browser opens the account`() async {
    let harness = await openConsent { StubServer(inBrowser: (.success(.live), 5), clock: $0) }
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.browserAddress ?? ""])
    await harness.pass(seconds: 5)
    #expect(harness.view.events.last == .formHidden)
    #expect(harness.router.signedIn == [.live])
    #expect(harness.server?.events == [.begun("timeline.example")])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A pasted code opens the account and stops waiting for the browser`() async {
    let harness = await openConsent { StubServer(clock: $0) }
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
    #expect(harness.view.events.last == .formHidden)
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A wrong code shows a notice, and another can be tried`() async {
    let harness = await openConsent { StubServer(clock: $0) }
    harness.view.discardEvents()
    harness.presenter.submitCode("bad")
    await harness.settle()
    let text = "timeline.example rejected the code. Codes work once, and only for a few minutes."
    #expect(
      harness.view.events == [
        .signingIn(nil), .signingInHidden, .formNotice(LoginNotice(text: text, isFailure: true)),
      ])
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.server?.events == [.begun("timeline.example"), .code("bad"), .code("good")])
    #expect(harness.router.signedIn == [.live])
  }

  @Test func `Consent in the browser while a code is checked opens the account once`() async {
    let harness = await openConsent { StubServer(inBrowser: (.success(.live), 9), clock: $0, seconds: 8) }
    await harness.pass(seconds: 8)
    harness.presenter.submitCode("good")
    await harness.settle()
    await harness.pass(seconds: 20)
    #expect(harness.router.signedIn == [.live])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A refusal in the browser returns to the server form`() async {
    let refused = ServerSignInError.refused(host: "timeline.example", answer: "denied")
    let harness = await openConsent { StubServer(inBrowser: (.failure(refused), 2), clock: $0) }
    harness.view.discardEvents()
    await harness.pass(seconds: 2)
    let notice = LoginNotice(text: "timeline.example denied access: “denied”.", isFailure: true)
    let events = harness.view.events.filter { if case .waiting = $0 { false } else { true } }
    #expect(events == [.consentHidden, .formNotice(notice)])
    #expect(harness.server?.events.last == .givenUp("7"))
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn.isEmpty)
  }

  @Test func `After a failure in the browser, a code can still be used`() async {
    let failed = ServerSignInError.unavailable(.offline(host: "timeline.example"))
    let harness = await openConsent { StubServer(inBrowser: (.failure(failed), 2), clock: $0) }
    await harness.pass(seconds: 2)
    #expect(harness.view.events.last == .waiting("Waiting for the code from timeline.example…"))
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.codeAddress])
    harness.presenter.submitCode("good")
    await harness.settle()
    #expect(harness.router.signedIn == [.live])
  }

  @Test func `Without a callback server, only the code is waited for`() async {
    let harness = await openConsent { StubServer(.success(.withoutBrowser), clock: $0) }
    #expect(harness.view.events.last == .waiting("Waiting for the code from timeline.example…"))
    harness.view.discardEvents()
    harness.presenter.openAddress()
    #expect(harness.browser.opened == [ServerSignIn.fixture.codeAddress])
    #expect(harness.view.events.last == .codeFocused)
  }

  @Test func `The copied address is the one whose page shows a code`() async {
    let harness = await openConsent { StubServer(clock: $0) }
    harness.view.discardEvents()
    harness.presenter.copyAddress()
    #expect(harness.clipboard.copied == [ServerSignIn.fixture.codeAddress])
    let notice = LoginNotice(text: "Copied. The page ends with a code: paste it here.")
    #expect(harness.view.events == [.formNotice(notice), .codeFocused])
  }

  @Test func `A browser that cannot be started shows a notice`() async {
    let error = LinkError.noBrowser(url: "u", reason: "xdg-open: No such file or directory")
    let harness = await openConsent(browserError: error) { StubServer(clock: $0) }
    harness.presenter.openAddress()
    let text = "Can’t open a browser: copy the address instead. xdg-open: No such file or directory."
    #expect(harness.view.events.last == .formNotice(LoginNotice(text: text, isFailure: true)))
  }

  @Test func `Without a local browser, opening is not offered`() async {
    let harness = await openConsent(hasBrowser: false) { StubServer(clock: $0) }
    var expected = Self.consent
    expected.canOpen = false
    #expect(harness.view.events.contains(.consent(expected)))
    harness.presenter.openAddress()
    #expect(harness.browser.opened.isEmpty)
  }

  @Test func `Cancelling returns to the server form and cancels at the server`() async {
    let harness = await openConsent { StubServer(inBrowser: (.success(.live), 5), clock: $0) }
    harness.view.discardEvents()
    harness.presenter.cancelConsent()
    await harness.settle()
    #expect(
      harness.view.events == [.consentHidden, .formNotice(LoginNotice(text: "Sign-in cancelled."))])
    await harness.pass(seconds: 10)
    #expect(harness.router.signedIn.isEmpty)
    #expect(harness.server?.events.last == .givenUp("7"))
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Signing in to a known server again begins immediately`() async {
    let harness = LoginHarness(
      accounts: [.success([ListedAccount(account: .live, isReady: true)])], server: { StubServer(clock: $0) },
      hasBrowser: false, signInServer: "timeline.example")
    await harness.open()
    #expect(harness.server?.events.first == .begun("timeline.example"))
    #expect(harness.presenter.consent != nil)
    harness.presenter.cancelConsent()
    harness.presenter.closeForm()
    #expect(harness.router.leaves == 1)
  }

  @Test func `The form mentions the demo until there is another account`() async {
    let harness = LoginHarness(
      accounts: [.success([ListedAccount(account: .live, isReady: true)])], server: { StubServer(clock: $0) })
    await harness.open()
    harness.presenter.openForm()
    #expect(harness.view.events == [.serverForm("", mentionsDemo: false)])
  }

  @Test(arguments: [ServerSignIn.fixture, .withoutBrowser])
  func `A closed screen cancels its sign-in`(signIn: ServerSignIn) async {
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
