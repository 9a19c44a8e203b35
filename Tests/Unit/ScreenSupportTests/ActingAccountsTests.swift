import Domain
import PostCell
import Runtime
import ScreenSupport
import TestSupport
import Testing

/// The accounts that can act on a post in place of the open one.
@MainActor @Suite struct ActingAccountsTests {
  private struct FixedAccounts: ListAccountsUseCase {
    let accounts: [ListedAccount]

    func callAsFunction() async throws(TimelineError) -> [ListedAccount] { accounts }
  }

  private static func account(_ name: String, _ origin: Account.Origin) -> Account {
    Account(id: .demo(name), profile: .fixture(handle: name), origin: origin)
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server = Account.Origin.server(ServerOrigin(host: "near.example", address: "https://near.example"))

  private func accounts(_ listed: [Account], locked: [Account] = []) async -> ActingAccounts {
    let all = listed.map { ListedAccount(account: $0, isReady: true) }
    let accounts = ActingAccounts(
      FixedAccounts(accounts: all + locked.map { ListedAccount(account: $0, isReady: false) }), runner: runner)
    accounts.reload()
    await clock.settle(runner)
    return accounts
  }

  @Test func `Accounts at servers act in place of each other, and so do those of the demo`() async {
    let (ada, bo) = (Self.account("ada@near.example", server), Self.account("bo@near.example", server))
    let (first, second) = (Self.account("one@demo", .demo), Self.account("two@demo", .demo))
    let accounts = await accounts([ada, bo, first, second])
    #expect(accounts.others(than: ada).map(\.id) == [bo.id])
    #expect(accounts.others(than: first).map(\.id) == [second.id])
    #expect(accounts[bo.id]?.profile == bo.profile)
  }

  @Test func `Other accounts than before are reported`() async {
    let accounts = await accounts([Self.account("ada@near.example", server)])
    var reports = 0
    accounts.reload { reports += 1 }
    await clock.settle(runner)
    #expect(reports == 0)
    let first = ActingAccounts(
      FixedAccounts(accounts: [ListedAccount(account: Self.account("one@demo", .demo), isReady: true)]), runner: runner)
    first.reload { reports += 1 }
    await clock.settle(runner)
    #expect(reports == 1)
  }

  @Test func `Archives cannot act, nor accounts that need a password`() async {
    let ada = Self.account("ada@near.example", server)
    let archive = Self.account("old", .imported(format: "X archive"))
    let accounts = await accounts([ada, archive], locked: [Self.account("bo@near.example", server)])
    #expect(accounts.others(than: ada).isEmpty)
    #expect(accounts[archive.id] == nil)
  }
}
