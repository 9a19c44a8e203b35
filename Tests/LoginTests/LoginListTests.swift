import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct LoginListTests {
  @Test func `Loading stands before the first await and says nothing yet`() {
    let harness = LoginHarness()
    harness.presenter.viewDidLoad()
    #expect(harness.view.events == [.loading(nil)])
  }

  @Test func `After a tenth of a second, loading has its sentence`() async throws {
    let harness = LoginHarness(takes: 3)
    harness.presenter.viewDidLoad()
    await harness.settle()
    await harness.pass(seconds: 0.1)
    guard case .loading(let viewModel?) = harness.view.events.last else {
      Issue.record("It still says nothing")
      return
    }
    #expect(viewModel.name == "loading")
    #expect(viewModel.actions == [.cancel, .quit])
  }

  @Test func `Each account says who it is and what it takes to open it`() async throws {
    let harness = LoginHarness(currentAccount: .demo("ada@demo"))
    harness.presenter.viewDidLoad()
    await harness.settle()
    let rows = try #require(harness.view.accounts?.rows)
    #expect(rows.map(\.name) == ["Ada Lovelace", "Ali Baba", "Rip"])
    #expect(rows.map(\.handle) == ["@ada@demo", "@ali@demo", "@rip@demo"])
    #expect(rows.map(\.state) == ["reading now", "asks for a password", "signed in"])
    #expect(rows.map(\.note) == ["A full timeline.", "", ""])
    #expect(harness.view.standing == ["accounts"])
  }

  @Test func `The account that is being read is selected at first`() async {
    let harness = LoginHarness(currentAccount: .demo("rip@demo"))
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.accounts?.selection == 2)
    #expect(harness.view.accounts?.rows.map(\.isCurrent) == [false, false, true])
  }

  @Test(arguments: [
    (TimelineError.fileMissing(path: "/state/accounts.json"), "file missing"),
    (.fileUnreadable(path: "/state/accounts.json", reason: "Permission denied"), "file unreadable"),
    (.offline(host: "timeline.example"), "offline"),
  ]) func `A list that cannot be had says why`(error: TimelineError, name: String) async {
    let harness = LoginHarness(accounts: [.failure(error)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.name == name)
    #expect(harness.view.emptyView?.actions == [.retry, .quit])
    #expect(harness.view.standing == ["empty"])
  }

  @Test func `Where there are no accounts, there is none to sign in to`() async {
    let harness = LoginHarness(accounts: [.success([])])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.name == "no accounts")
    #expect(harness.view.emptyView?.actions == [.quit])
  }

  @Test func `Above a timeline, q does not claim to quit`() async {
    let harness = LoginHarness(accounts: [.success([])], currentAccount: .demo("ada@demo"))
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.actions == [])
  }

  @Test func `A reload that fails leaves the accounts where they are`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .failure(.offline(host: "timeline.example"))])
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.standing == ["accounts"])
    let text = "timeline.example does not answer · the accounts are those of before"
    #expect(harness.view.notice == LoginNotice(text: text, isFailure: true))
  }

  @Test func `A reload after a failure takes its notice back`() async {
    let offline = StubListAccounts.Answer.failure(.offline(host: "timeline.example"))
    let harness = LoginHarness(accounts: [.success(.fixtures), offline, .success(.fixtures)])
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.notice == nil)
  }

  @Test func `The selected account stays selected when others come above it`() async {
    let newcomer = ListedAccount(account: .fixture(handle: "new@demo"), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([newcomer] + .fixtures)])
    await harness.open()
    harness.presenter.didSelectRow(at: 1)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.accounts?.selection == 2)
  }

  @Test func `Where the selected account is gone, the last one is selected`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .success(Array([ListedAccount].fixtures.prefix(1)))])
    await harness.open()
    harness.presenter.didSelectRow(at: 2)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.accounts?.selection == 0)
  }

  @Test func `A list that nobody waits for any more is dropped`() async {
    let harness = LoginHarness(takes: 3)
    harness.presenter.viewDidLoad()
    await harness.settle()
    harness.presenter.cancelLoading()
    await harness.pass(seconds: 5)
    #expect(harness.view.emptyView?.name == "loading cancelled")
    #expect(harness.view.accounts == nil)
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A reload supersedes the one before it`() async {
    let harness = LoginHarness(accounts: [.success([]), .success(.fixtures)], takes: 1)
    harness.presenter.viewDidLoad()
    await harness.settle()
    harness.presenter.reload()
    await harness.settle()
    await harness.pass(seconds: 1)
    #expect(harness.view.standing == ["accounts"])
    #expect(harness.view.emptyView == nil)
  }

  @Test func `A source that asks for patience is asked again at its moment`() async {
    let until = Date.noon.addingTimeInterval(2)
    let harness = LoginHarness(
      accounts: [.failure(.rateLimited(host: "timeline.example", until: until)), .success(.fixtures)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.sentences.first == "In 2 s Tern asks for the accounts by itself.")
    await harness.pass(seconds: 1)
    #expect(harness.view.emptyView?.sentences.first == "In 1 s Tern asks for the accounts by itself.")
    await harness.pass(seconds: 1)
    #expect(harness.view.standing == ["accounts"])
  }

  @Test func `Behind another screen nothing is asked by itself, and it goes on when this one is back`() async {
    let until = Date.noon.addingTimeInterval(2)
    let harness = LoginHarness(
      accounts: [.failure(.rateLimited(host: "timeline.example", until: until)), .success(.fixtures)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    harness.presenter.viewWillDisappear()
    await harness.settle()
    #expect(harness.runner.runningCount == 0)
    await harness.pass(seconds: 5)
    #expect(harness.view.standing == ["empty"])
    harness.presenter.viewDidAppear()
    await harness.settle()
    #expect(harness.view.standing == ["accounts"])
  }

  @Test func `Enter opens an account that is ready`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: 2)
    #expect(harness.router.opened.map(\.profile.handle) == ["rip@demo"])
    #expect(harness.view.events.isEmpty)
  }

  @Test func `Enter on an account that asks for a password opens the form with its handle`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: 1)
    #expect(harness.router.opened.isEmpty)
    #expect(harness.view.events == [.form(handle: "ali@demo")])
  }

  @Test(arguments: [-1, 3]) func `A digit without an account does nothing`(index: Int) async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: index)
    #expect(harness.router.opened.isEmpty)
    #expect(harness.view.events.isEmpty)
  }
}
