import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

/// The filter of the accounts list.
@MainActor @Suite struct LoginFilterTests: LoginScreenSuite {
  let navigator = Navigator()

  @Test func `Only accounts whose names contain all words are listed`() async {
    let harness = LoginHarness()
    await harness.open()
    for (words, names) in [
      ("a", ["Ada Lovelace", "Ali Baba"]), ("DEMO", ["Ada Lovelace", "Ali Baba", "Rip"]), ("LOVE", ["Ada Lovelace"]),
      ("@rip", ["Rip"]),
      (" ada  demo ", ["Ada Lovelace"]), ("ba al", ["Ali Baba"]), ("", ["Ada Lovelace", "Ali Baba", "Rip"]),
    ] {
      harness.presenter.filter(words)
      #expect(harness.view.accounts?.rows.map(\.name) == names, "\(words)")
    }
  }

  @Test func `The selection follows the selected account while filtering`() async {
    let harness = LoginHarness()
    await harness.open()
    harness.presenter.didSelectRow(at: 2)
    harness.presenter.filter("rip")
    #expect(harness.view.accounts?.selection == 0)
    harness.presenter.filter("")
    #expect(harness.view.accounts?.selection == 2)
    harness.presenter.filter("ada")
    harness.presenter.openAccount(at: 0)
    #expect(harness.router.opened.map(\.profile.handle) == ["ada@demo"])
  }

  @Test func `Without a match, the number of searched accounts and a way to show all are shown`() async {
    let harness = LoginHarness()
    await open(harness)
    type("/nemo")
    #expect(screen().contains("No account matches “nemo”"))
    #expect(screen().contains("of 3 accounts."))
    #expect(screen().contains("Esc show all"))
    navigator.handle(.escape)
    #expect(screen().contains("Ada Lovelace") && screen().contains("1 of 3"))
  }

  @Test func `The filter applies to reloaded accounts`() async {
    let newcomer = ListedAccount(account: .fixture(handle: "nemo@demo", name: "Nemo"), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success(.fixtures), .success(.fixtures + [newcomer])])
    await harness.open()
    harness.presenter.filter("nemo")
    for _ in 0..<2 {
      #expect(harness.view.emptyView?.name == "no matches")
      harness.presenter.reload()
      #expect(harness.view.visibleContent == ["empty"])
      await harness.settle()
    }
    #expect(harness.view.accounts?.rows.map(\.name) == ["Nemo"])
  }

  @Test func `Typed text filters, arrows move and Enter opens`() async {
    let harness = LoginHarness()
    await open(harness)
    type("/2")
    #expect(harness.router.opened.isEmpty)
    navigator.handle(.backspace)
    type("demo")
    #expect(screen().contains("Find demo"))
    navigator.handle(.down)
    navigator.handle(.down)
    navigator.handle(.enter)
    #expect(harness.router.opened.map(\.profile.handle) == ["rip@demo"])
  }

  @Test func `A row shows the number and the years of its posts`() async {
    var account = Account.fixture(handle: "grace", origin: .imported(format: "X archive"))
    for (extent, words) in [
      (Account.PostSummary(posts: 2_045, dates: .noon.minutesAgo(7_000_000) ... .noon), "2,045 posts · 2013–2026"),
      (Account.PostSummary(posts: 1, dates: .noon ... .noon), "1 post · 2026"),
      (Account.PostSummary(posts: 3), "3 posts"),
      (Account.PostSummary(posts: 0), ""),
    ] {
      account.postSummary = extent
      let row = LoginRow(ListedAccount(account: account, isReady: true), key: "1", isCurrent: false)
      #expect(row.note == words)
    }
  }
}
