import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

/// Looking for an account by what it is called.
@MainActor @Suite struct LoginFilterTests {
  private let navigator = Navigator()

  private func open(_ harness: LoginHarness) async {
    let viewController = LoginViewController(presenter: harness.presenter)
    harness.presenter.view = viewController
    navigator.setRoot(viewController)
    await harness.settle()
    _ = screen
  }

  private var screen: String { navigator.draw(size: Size(width: 80, height: 24)).text }

  private func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  @Test func `Only the accounts are listed whose names have each of the words`() async {
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

  @Test func `The account that was selected stays so as long as it is listed, and opens where it stands now`() async {
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

  @Test func `Where nobody is called so, it says who was looked at, and how to see all again`() async {
    let harness = LoginHarness()
    await open(harness)
    type("/nobody")
    #expect(screen.contains("Nobody here is called “nobody”"))
    #expect(screen.contains("Tern looked at 3 accounts"))
    #expect(screen.contains("Esc show all"))
    navigator.handle(.escape)
    #expect(screen.contains("Ada Lovelace") && screen.contains("1 of 3"))
  }

  @Test func `What is asked anew meanwhile is looked through as well`() async {
    let newcomer = ListedAccount(account: .fixture(handle: "nobody@demo", name: "Nemo"), isReady: true)
    let harness = LoginHarness(accounts: [.success(.fixtures), .success(.fixtures), .success(.fixtures + [newcomer])])
    await harness.open()
    harness.presenter.filter("nobody")
    for _ in 0..<2 {
      #expect(harness.view.emptyView?.name == "no matches")
      harness.presenter.reload()
      #expect(harness.view.standing == ["empty"])
      await harness.settle()
    }
    #expect(harness.view.accounts?.rows.map(\.name) == ["Nemo"])
  }

  @Test func `What is typed is text, the arrows move, and Enter opens`() async {
    let harness = LoginHarness()
    await open(harness)
    type("/2")
    #expect(harness.router.opened.isEmpty)
    navigator.handle(.backspace)
    type("demo")
    #expect(screen.contains("Find demo"))
    navigator.handle(.down)
    navigator.handle(.down)
    navigator.handle(.enter)
    #expect(harness.router.opened.map(\.profile.handle) == ["rip@demo"])
  }

  @Test func `An account says how much there is of it`() async {
    var account = Account.fixture(handle: "grace", origin: .imported(format: "X archive"))
    for (extent, words) in [
      (Account.Extent(posts: 2_045, dates: .noon.minutesAgo(7_000_000) ... .noon), "2,045 posts · 2013–2026"),
      (Account.Extent(posts: 1, dates: .noon ... .noon), "1 post · 2026"), (Account.Extent(posts: 3), "3 posts"),
      (Account.Extent(posts: 0), ""),
    ] {
      account.extent = extent
      let row = LoginRow(ListedAccount(account: account, isReady: true), key: "1", isCurrent: false)
      #expect(row.note == words)
    }
  }
}
