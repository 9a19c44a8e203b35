import Domain
import EmptyState
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct LoginWelcomeTests {
  private func open(_ harness: LoginHarness) async {
    harness.presenter.viewDidLoad()
    await harness.settle()
  }

  @Test func `A user with only demo accounts sees the welcome view, and can open the demo`() async {
    let harness = LoginHarness(suggestsImport: true)
    await open(harness)
    #expect(harness.view.emptyView?.title == "Welcome to Tern")
    #expect(harness.view.emptyView?.actions == [.openDemo, .quit])
    #expect(harness.view.visibleContent == ["empty"])
    harness.presenter.openDemo()
    #expect(harness.view.visibleContent == ["accounts"])
    #expect(harness.view.accounts?.rows.count == 3)
    #expect(harness.view.accounts?.footer.contains("tern import FILE") == true)
  }

  @Test func `A user without accounts can sign in to a server`() async {
    let harness = LoginHarness(accounts: [.success([])], suggestsImport: true, server: { StubServer(clock: $0) })
    await open(harness)
    #expect(harness.view.emptyView?.actions == [.signIn, .quit])
  }

  @Test func `Without a demo, the welcome view does not offer it`() async {
    let harness = LoginHarness(accounts: [.success([])], suggestsImport: true)
    await open(harness)
    #expect(harness.view.emptyView?.title == "Welcome to Tern")
    #expect(harness.view.emptyView?.actions == [.quit])
  }

  @Test(
    "With own accounts, a current account or a requested one, the list is shown",
    arguments: [
      (own: true, current: nil, handle: nil, invited: true), (false, AccountID.demo("ada@demo"), nil, true),
      (false, nil, "ali@demo", true), (false, nil, nil, false),
    ] as [(own: Bool, current: AccountID?, handle: String?, invited: Bool)])
  func list(own: Bool, current: AccountID?, handle: String?, invited: Bool) async {
    let mine = Account.fixture(handle: "grace", origin: .imported(format: "X archive"))
    let accounts = [ListedAccount].fixtures + (own ? [ListedAccount(account: mine, isReady: true)] : [])
    let harness = LoginHarness(
      accounts: [.success(accounts)], currentAccount: current, signInHandle: handle, suggestsImport: invited)
    await open(harness)
    #expect(harness.view.visibleContent == ["accounts"])
    #expect(harness.view.accounts?.footer.isEmpty == (own || !invited))
  }

  @Test func `A reload keeps the welcome view until accounts arrive`() async {
    let mine = ListedAccount(
      account: .fixture(handle: "grace", origin: .imported(format: "X archive")), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([mine])], suggestsImport: true)
    await open(harness)
    harness.presenter.reload()
    #expect(harness.view.visibleContent == ["empty"])
    await harness.settle()
    #expect(harness.view.visibleContent == ["accounts"])
  }
}
