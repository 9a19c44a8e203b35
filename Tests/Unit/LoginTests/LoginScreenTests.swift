import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

/// The screen in a navigator: keys as input, text as output.
@MainActor @Suite struct LoginScreenTests: LoginScreenSuite {
  let navigator = Navigator()

  @Test func `Accounts have two lines, and the selected one is marked`() async {
    await open(LoginHarness(currentAccount: .demo("ada@demo")))
    let lines = screen().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == " Tern   Accounts")
    #expect(lines[2] == " ▌ 1  Ada Lovelace  @ada@demo                                demo · reading now")
    #expect(lines[3] == " ▌    A full timeline.")
    #expect(lines[4] == "")
    #expect(lines[5] == "   2  Ali Baba  @ali@demo                               demo · needs a password")
    #expect(lines[23].hasPrefix(" 1 of 3"))
  }

  @Test func `The smallest screen shows name, handle and state`() async {
    await open(LoginHarness(currentAccount: .demo("ada@demo")))
    let lines = screen(20, 5).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "▌ Ada Lovelace")
    #expect(lines[2] == "▌ @ada@demo · read…")
  }

  @Test func `A digit opens its account`() async {
    let harness = LoginHarness()
    await open(harness)
    type("3")
    #expect(harness.router.opened.map(\.profile.handle) == ["rip@demo"])
  }

  @Test(arguments: [
    (["j"], 1), (["Down", "j", "j"], 2), (["G"], 2), (["End", "k"], 1), (["G", "Home"], 0), (["G", "g", "g"], 0),
    (["PageDown"], 2),
    (["G", "C-u"], 0), (["C-d", "C-d"], 2), (["G", "PageUp"], 0),
  ]) func `Keys move the selection`(keys: [String], row: Int) async throws {
    let harness = LoginHarness()
    await open(harness)
    _ = screen()
    for key in keys { navigator.handle(try #require(Key(tmuxName: key))) }
    #expect(harness.presenter.selection == row)
  }

  @Test func `A password is never shown, and is passed to the use case once`() async {
    let harness = LoginHarness(signIn: .failure(.wrongPassword(handle: "ali@demo")))
    await open(harness)
    type("n")
    type("ali@demo")
    navigator.handle(.enter)
    type("jqRn?1")
    #expect(screen().contains("••••••"))
    #expect(!screen().contains("jqRn"))
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.signIn.requests == [.init(handle: "ali@demo", password: "jqRn?1")])
    #expect(!screen().contains("•"))
    #expect(screen().contains("Handle    ali@demo"))
    #expect(screen().contains("Wrong password."))
    #expect(navigator.top?.focusedField?.isSecure == true)
    #expect(navigator.top?.focusedField?.text == "")
  }

  @Test func `The button requires a handle`() async {
    let harness = LoginHarness()
    await open(harness)
    type("n")
    #expect(!screen().contains("[ Sign in ]"))
    navigator.handle(.backTab)
    navigator.handle(.enter)
    #expect(harness.signIn.requests.isEmpty)
    type("ali@demo")
    #expect(screen().contains("[ Sign in ]"))
    navigator.handle(.tab)
    type("x")
    navigator.handle(.tab)
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.signIn.requests == [.init(handle: "ali@demo", password: "x")])
  }

  @Test func `An account without a password can be signed in to`() async {
    let harness = LoginHarness()
    await open(harness)
    type("n")
    type("ada@demo")
    navigator.handle(.enter)
    #expect(harness.signIn.requests.isEmpty)
    navigator.handle(.enter)
    await harness.settle()
    #expect(harness.signIn.requests == [.init(handle: "ada@demo", password: "")])
  }

  @Test func `Enter in the password without a handle focuses the handle`() async {
    await open(LoginHarness())
    type("n")
    navigator.handle(.tab)
    type("sesame")
    navigator.handle(.enter)
    #expect(navigator.top?.focusedField?.isSecure == false)
  }

  @Test func `Enter in an empty handle shows a hint until something is typed`() async {
    await open(LoginHarness())
    type("n")
    navigator.handle(.enter)
    #expect(screen().contains("Enter a handle first."))
    type("ali@demo")
    #expect(!screen().contains("Enter a handle first."))
  }

  @Test func `The hint is on the key that moves to the next field`() async {
    await open(LoginHarness())
    type("n")
    #expect(screen().contains("Tab next"))
    type("ali@demo")
    #expect(screen().contains("Enter next"))
    #expect(!screen().contains("Tab next"))
  }

  @Test func `Escape cancels a sign-in first, then closes the form`() async {
    let harness = LoginHarness(signInTakes: 3, signInHandle: "ali@demo")
    await open(harness)
    type("sesame")
    navigator.handle(.enter)
    await harness.settle()
    #expect(!screen().contains("Signing in"))
    await harness.pass(seconds: 0.1)
    #expect(screen().contains("Signing in as @ali@demo…"))
    navigator.handle(.escape)
    await harness.settle()
    #expect(screen().contains("Sign-in cancelled."))
    #expect(screen().contains("Handle    ali@demo"))
    navigator.handle(.escape)
    #expect(screen().contains("Accounts"))
    #expect(screen().contains("Ada Lovelace"))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `The form fits on every screen`(width: Int, height: Int)
    async
  {
    let harness = LoginHarness(signInHandle: "ali@demo")
    await open(harness)
    type("x")
    let text = screen(width, height)
    #expect(text.contains("Handle    ali@de"))
    #expect(text.contains("Password  •"))
    #expect(text.contains("[ Sign in ]"))
  }

  @Test func `On the smallest screen an error replaces the button`() async {
    let harness = LoginHarness(signIn: .failure(.wrongPassword(handle: "ali@demo")), signInHandle: "ali@demo")
    await open(harness)
    type("x")
    navigator.handle(.enter)
    await harness.settle()
    #expect(screen(20, 5).contains("Wrong password."))
  }
}
