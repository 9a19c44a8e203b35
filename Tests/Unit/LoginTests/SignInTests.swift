import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct SignInTests {
  @Test func `Signing in again opens the form with the handle`() {
    let harness = LoginHarness(signInHandle: "ali@demo")
    harness.presenter.viewDidLoad()
    #expect(harness.view.events == [.loading(nil), .form(handle: "ali@demo")])
  }

  @Test func `Signing in closes the form and opens the account`() async {
    let harness = LoginHarness(signIn: .success(.ali))
    await harness.open()
    harness.presenter.signIn(handle: " @ali@demo ", password: " open sesame ")
    #expect(harness.view.events == [.signingIn(nil)])
    #expect(harness.router.opened.isEmpty)
    await harness.settle()
    #expect(harness.signIn.requests == [.init(handle: "ali@demo", password: " open sesame ")])
    #expect(harness.view.events == [.signingIn(nil), .signingInHidden, .formHidden])
    #expect(harness.router.signedIn == [.ali])
    #expect(harness.router.opened.isEmpty)
    #expect(harness.log.events.isEmpty)
  }

  @Test func `Progress is shown after a tenth of a second`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    await harness.pass(seconds: 0.1)
    #expect(harness.view.events == [.signingIn(nil), .signingIn("Signing in as @ali@demo…")])
  }

  @Test(arguments: [
    (SignInError.wrongPassword(handle: "ali@demo"), "Wrong password."),
    (.unknownAccount(handle: "bob@demo"), "No account @bob@demo."),
    (.unknownAccount(handle: "ali"), "No account @ali. Did you mean @ali@demo?"),
    (
      .unavailable(.offline(host: "timeline.example")), "Can’t reach timeline.example. Check your connection."
    ),
    (.unavailable(.fileMissing(path: "/a")), "File not found. There is no file at /a."),
    (.unavailable(.cancelled), "Sign-in cancelled."),
  ]) func `A failure shows why, clears the password and logs no more than the handle`(
    error: SignInError, text: String
  ) async {
    let harness = LoginHarness(signIn: .failure(error))
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    let notice = LoginNotice(text: text, isFailure: error != .unavailable(.cancelled))
    #expect(harness.view.events == [.signingIn(nil), .signingInHidden, .passwordCleared, .formNotice(notice)])
    // An unknown handle is not logged, since it may be a password.
    let isKnown = error == .wrongPassword(handle: "ali@demo")
    #expect(harness.log.events == [.signInFailed(handle: isKnown ? "ali@demo" : nil)])
    #expect(harness.router.opened.isEmpty)
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: ["", " @ "]) func `Without a handle nothing is requested`(handle: String) async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.signIn(handle: handle, password: "sesame")
    await harness.settle()
    #expect(harness.signIn.requests.isEmpty)
    #expect(harness.view.events.isEmpty)
  }

  @Test func `A cancelled sign-in opens nothing`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    harness.presenter.cancelSignIn()
    await harness.pass(seconds: 5)
    #expect(harness.router.opened.isEmpty)
    let notice = LoginNotice(text: "Sign-in cancelled.")
    #expect(harness.view.events == [.signingIn(nil), .signingInHidden, .formNotice(notice)])
  }

  @Test func `A sign-in whose form was closed opens nothing`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    harness.presenter.closeForm()
    await harness.pass(seconds: 5)
    #expect(harness.router.opened.isEmpty)
    #expect(harness.view.events.last == .formHidden)
  }

  @Test func `A new sign-in supersedes the one before it`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    harness.presenter.signIn(handle: "rip@demo", password: "let me in")
    await harness.settle()
    #expect(harness.router.opened.isEmpty)
    await harness.pass(seconds: 3)
    #expect(harness.router.signedIn.map(\.profile.handle) == ["rip@demo"])
  }

  @Test func `Nothing is opened for a closed screen`() async {
    let clock = VirtualClock(now: .noon)
    let runner = TaskRunner()
    let router = SpyLoginRouter()
    var presenter: LoginPresenter? = LoginPresenter(
      dependencies: LoginDependencies(
        listAccounts: StubListAccounts([.success(.fixtures)], clock: clock),
        signIn: StubSignIn(clock: clock, seconds: 3), clock: clock, runner: runner, log: SpyEventLog(),
        currentAccount: nil, signInHandle: nil), router: router)
    presenter?.signIn(handle: "ali@demo", password: "sesame")
    #expect(await clock.waitForSleepers(2))
    presenter = nil
    for _ in 0..<1_500 where runner.runningCount > 0 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(runner.runningCount == 0)
    #expect(router.opened.isEmpty)
  }
}
