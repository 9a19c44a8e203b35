import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct LoginListTests {
  @Test func `Loading is shown synchronously, without text`() {
    let harness = LoginHarness()
    harness.presenter.viewDidLoad()
    #expect(harness.view.events == [.loading(nil)])
  }

  @Test func `Loading has text after a tenth of a second`() async throws {
    let harness = LoginHarness(takes: 3)
    harness.presenter.viewDidLoad()
    await harness.settle()
    await harness.pass(seconds: 0.1)
    guard case .loading(let viewModel?) = harness.view.events.last else {
      Issue.record("There is no loading text")
      return
    }
    #expect(viewModel.name == "loading")
    #expect(viewModel.actions == [.cancel, .quit])
  }

  @Test func `Each row shows the account and its state`() async throws {
    let harness = LoginHarness(currentAccount: .demo("ada@demo"))
    harness.presenter.viewDidLoad()
    await harness.settle()
    let rows = try #require(harness.view.accounts?.rows)
    #expect(rows.map(\.name) == ["Ada Lovelace", "Ali Baba", "Rip"])
    #expect(rows.map(\.handle) == ["@ada@demo", "@ali@demo", "@rip@demo"])
    #expect(rows.map(\.state) == ["reading now", "needs a password", "signed in"])
    #expect(rows.map(\.note) == ["A full timeline.", "", ""])
    #expect(harness.view.visibleContent == ["accounts"])
  }

  @Test func `The current account is selected first`() async {
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
  ]) func `A failed load shows why`(error: TimelineError, name: String) async {
    let harness = LoginHarness(accounts: [.failure(error)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.name == name)
    #expect(harness.view.emptyView?.actions == [.retry, .quit])
    #expect(harness.view.visibleContent == ["empty"])
  }

  @Test func `Without accounts, the list does not offer to open one`() async {
    let harness = LoginHarness(accounts: [.success([])])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.name == "no accounts")
    #expect(harness.view.emptyView?.actions == [.quit])
  }

  @Test func `Above a timeline, quitting is not offered`() async {
    let harness = LoginHarness(accounts: [.success([])], currentAccount: .demo("ada@demo"))
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.actions == [])
  }

  @Test func `A failed reload keeps the accounts and shows a notice`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .failure(.offline(host: "timeline.example"))])
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.visibleContent == ["accounts"])
    let text = "Can’t reach timeline.example · accounts not updated"
    #expect(harness.view.notice == LoginNotice(text: text, isFailure: true))
  }

  @Test func `A successful reload hides the notice of a failed one`() async {
    let offline = StubListAccounts.Answer.failure(.offline(host: "timeline.example"))
    let harness = LoginHarness(accounts: [.success(.fixtures), offline, .success(.fixtures)])
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.notice == nil)
  }

  @Test func `The selection follows the account when a reload inserts others`() async {
    let newcomer = ListedAccount(account: .fixture(handle: "new@demo"), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([newcomer] + .fixtures)])
    await harness.open()
    harness.presenter.didSelectRow(at: 1)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.accounts?.selection == 2)
  }

  @Test func `If the selected account is gone, the last one is selected`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .success(Array([ListedAccount].fixtures.prefix(1)))])
    await harness.open()
    harness.presenter.didSelectRow(at: 2)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.accounts?.selection == 0)
  }

  @Test func `A cancelled load does not show its result`() async {
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
    #expect(harness.view.visibleContent == ["accounts"])
    #expect(harness.view.emptyView == nil)
  }

  @Test func `A rate-limited load is retried after a countdown`() async {
    let until = Date.noon.addingTimeInterval(2)
    let harness = LoginHarness(
      accounts: [.failure(.rateLimited(host: "timeline.example", until: until)), .success(.fixtures)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    #expect(harness.view.emptyView?.sentences.first == "Retrying in 2 s.")
    await harness.pass(seconds: 1)
    #expect(harness.view.emptyView?.sentences.first == "Retrying in 1 s.")
    await harness.pass(seconds: 1)
    #expect(harness.view.visibleContent == ["accounts"])
  }

  @Test func `The countdown pauses while another screen covers the list`() async {
    let until = Date.noon.addingTimeInterval(2)
    let harness = LoginHarness(
      accounts: [.failure(.rateLimited(host: "timeline.example", until: until)), .success(.fixtures)])
    harness.presenter.viewDidLoad()
    await harness.settle()
    harness.presenter.viewWillDisappear()
    await harness.settle()
    #expect(harness.runner.runningCount == 0)
    await harness.pass(seconds: 5)
    #expect(harness.view.visibleContent == ["empty"])
    harness.presenter.viewDidAppear()
    await harness.settle()
    #expect(harness.view.visibleContent == ["accounts"])
  }

  @Test func `Opening an account that is ready opens its timelines`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: 2)
    #expect(harness.router.opened.map(\.profile.handle) == ["rip@demo"])
    #expect(harness.view.events.isEmpty)
  }

  @Test func `Opening an account that needs a password opens the form with its handle`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: 1)
    #expect(harness.router.opened.isEmpty)
    #expect(harness.view.events == [.form(handle: "ali@demo")])
  }

  @Test(arguments: [-1, 3]) func `Opening a row that does not exist does nothing`(index: Int) async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.openAccount(at: index)
    #expect(harness.router.opened.isEmpty)
    #expect(harness.view.events.isEmpty)
  }
}
