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

  @Test func `Whoever has nothing but the demo is welcomed, and looks around in it when they want`() async {
    let harness = LoginHarness(invitesOwn: true)
    await open(harness)
    #expect(harness.view.emptyView?.title == "Welcome to Tern")
    #expect(harness.view.emptyView?.actions == [.openDemo, .quit])
    #expect(harness.view.standing == ["empty"])
    harness.presenter.openDemo()
    #expect(harness.view.standing == ["accounts"])
    #expect(harness.view.accounts?.rows.count == 3)
    #expect(harness.view.accounts?.footer.contains("tern import FILE") == true)
  }

  @Test func `Whoever has nothing is offered to sign in to a server, where there are servers`() async {
    let harness = LoginHarness(accounts: [.success([])], invitesOwn: true, server: { StubServer(clock: $0) })
    await open(harness)
    #expect(harness.view.emptyView?.actions == [.signIn, .quit])
  }

  @Test func `Where there is no demo, the welcome does not lead there`() async {
    let harness = LoginHarness(accounts: [.success([])], invitesOwn: true)
    await open(harness)
    #expect(harness.view.emptyView?.title == "Welcome to Tern")
    #expect(harness.view.emptyView?.actions == [.quit])
  }

  @Test(
    "Whoever has accounts, has opened one, or asked for one gets the list",
    arguments: [
      (own: true, current: nil, handle: nil, invited: true), (false, AccountID.demo("ada@demo"), nil, true),
      (false, nil, "ali@demo", true), (false, nil, nil, false),
    ] as [(own: Bool, current: AccountID?, handle: String?, invited: Bool)])
  func list(own: Bool, current: AccountID?, handle: String?, invited: Bool) async {
    let mine = Account.fixture(handle: "grace", origin: .imported(format: "X archive"))
    let accounts = [ListedAccount].fixtures + (own ? [ListedAccount(account: mine, isReady: true)] : [])
    let harness = LoginHarness(
      accounts: [.success(accounts)], currentAccount: current, signInHandle: handle, invitesOwn: invited)
    await open(harness)
    #expect(harness.view.standing == ["accounts"])
    #expect(harness.view.accounts?.footer.isEmpty == (own || !invited))
  }

  @Test func `A reload leaves the welcome where it is until there is something else`() async {
    let mine = ListedAccount(
      account: .fixture(handle: "grace", origin: .imported(format: "X archive")), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([mine])], invitesOwn: true)
    await open(harness)
    harness.presenter.reload()
    #expect(harness.view.standing == ["empty"])
    await harness.settle()
    #expect(harness.view.standing == ["accounts"])
  }
}
