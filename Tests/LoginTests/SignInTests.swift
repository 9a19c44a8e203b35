import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct SignInTests {
  @Test func `Whoever is to log in again sees the form at once`() {
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

  @Test func `Signing in says so when it takes a tenth of a second`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    await harness.pass(seconds: 0.1)
    #expect(harness.view.events == [.signingIn(nil), .signingIn("Signing in as @ali@demo…")])
  }

  @Test(arguments: [
    (SignInError.wrongPassword(handle: "ali@demo"), "Wrong password."),
    (.unknownAccount(handle: "bob@demo"), "There is no account @bob@demo."),
    (.unknownAccount(handle: "ali"), "There is no account @ali. Did you mean @ali@demo?"),
    (
      .unavailable(.offline(host: "timeline.example")),
      "timeline.example does not answer. Tern asked for @ali@demo’s session and the network said no."
    ),
    (.unavailable(.fileMissing(path: "/a")), "The file is not there. There is no file at /a."),
    (.unavailable(.cancelled), "Signing in was stopped."),
  ]) func `A refusal says which, clears the password, and logs the handle alone`(
    error: SignInError, text: String
  ) async {
    let harness = LoginHarness(signIn: .failure(error))
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    let notice = LoginNotice(text: text, isFailure: error != .unavailable(.cancelled))
    #expect(harness.view.events == [.signingIn(nil), .signingInHidden, .passwordCleared, .formNotice(notice)])
    // Where there is no such account, what was typed may be a password.
    let isKnown = error == .wrongPassword(handle: "ali@demo")
    #expect(harness.log.events == [.signInFailed(handle: isKnown ? "ali@demo" : nil)])
    #expect(harness.router.opened.isEmpty)
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: ["", " @ "]) func `Nobody is asked for without a handle`(handle: String) async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.signIn(handle: handle, password: "sesame")
    await harness.settle()
    #expect(harness.signIn.requests.isEmpty)
    #expect(harness.view.events.isEmpty)
  }

  @Test func `A sign-in that was stopped opens nothing`() async {
    let harness = LoginHarness(signInTakes: 3)
    await harness.open()
    harness.presenter.signIn(handle: "ali@demo", password: "sesame")
    await harness.settle()
    harness.presenter.cancelSignIn()
    await harness.pass(seconds: 5)
    #expect(harness.router.opened.isEmpty)
    let notice = LoginNotice(text: "Signing in was stopped.")
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

  @Test func `Nothing is opened for a screen that has gone`() async {
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
