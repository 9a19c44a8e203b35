import Domain
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing

@testable import Sidebar

@MainActor @Suite final class SidebarTests: ScreenDriver {
  private static let home = Command("timeline-1", "timeline 1", keys: ["1"])
  private static let mentions = Command("timeline-2", "timeline 2", keys: ["2"])

  private let ada = Account.fixture(handle: "ada@demo", name: "Ada")
  private let grace = Account.fixture(handle: "grace@demo", name: "Grace")
  private let locked = Account.fixture(handle: "ali@demo", name: "Ali", access: .password)
  private var current: AccountID?
  private var ways: [String] = []

  /// Opens the sidebar and waits until nothing is running.
  private func sidebar(
    _ accounts: Result<[Account], TimelineError>? = nil, unread: [AccountID: Int] = [:]
  ) async -> any ViewController {
    current = ada.id
    let listed = accounts ?? .success([ada, grace, locked])
    let dependencies = SidebarDependencies(
      listAccounts: ListAccounts(
        accounts: StubAccountRepository(accounts: listed), session: MemorySessionRepository()),
      countUnread: StubUnread(counts: unread), currentAccount: { [weak self] in self?.current }, services: services)
    let router = SidebarRouter(
      openAccount: { [weak self] in self?.ways.append("account \($0.profile.handle)") },
      signIn: { [weak self] in self?.ways.append("sign in \($0.profile.handle)") },
      openTimeline: { [weak self] in self?.ways.append($0.id) })
    let screen = SidebarAssembly.make(dependencies: dependencies, router: router)
    screen.needsDisplay = {}
    screen.viewDidLoad()
    show(screen, selected: 0)
    screen.viewDidAppear()
    await settle()
    return screen
  }

  private func show(_ screen: any ViewController, selected: Int, unread: Int = 3) {
    (screen as? any HeaderObserver)?.headerDidChange(
      ScreenHeader(
        .tabs(
          [
            .init("Home", unreadCount: unread, unread: "\(unread)", command: Self.home),
            .init("Mentions", command: Self.mentions),
          ],
          selected: selected, next: nil)))
  }

  private func lines(_ screen: any ViewController) -> [String] {
    var canvas = Canvas(size: Size(width: 26, height: 12))
    screen.draw(on: &canvas, in: canvas.bounds)
    return canvas.lines.filter { !$0.isEmpty }
  }

  private func press(_ command: Command, _ screen: any ViewController) {
    for offer in screen.availableCommands where offer.command == command {
      if case .perform(let action) = offer.effect { action() }
    }
  }

  @Test func `It lists accounts and the current timelines with unread counts`() async {
    let screen = await sidebar(unread: [grace.id: 2_045])
    #expect(
      lines(screen) == [
        "  ── Accounts ───────────", "  ● Ada                 3", "    Grace           2,045", "    Ali",
        "  ── Timelines ──────────", "▌ ● Home                3", "    Mentions",
      ])
  }

  @Test func `It opens accounts, timelines and the sign-in form`() async {
    let screen = await sidebar()
    press(SidebarCommands.open, screen)
    press(ListCommands.previous, screen)
    press(SidebarCommands.open, screen)
    press(ListCommands.previous, screen)
    press(SidebarCommands.open, screen)
    #expect(ways == ["timeline-1", "sign in ali@demo", "account grace@demo"])
  }

  @Test func `The selection stays until another timeline is shown`() async {
    let screen = await sidebar()
    press(SidebarCommands.first, screen)
    show(screen, selected: 0, unread: 4)
    #expect(lines(screen)[1] == "▌ ● Ada                 4")
    show(screen, selected: 1)
    #expect(lines(screen).last == "▌ ● Mentions")
  }

  @Test func `The current account is marked and the other counts are updated`() async {
    let screen = await sidebar(unread: [ada.id: 7])
    current = grace.id
    show(screen, selected: 0)
    await settle()
    #expect(lines(screen)[1] == "    Ada                 7")
    #expect(lines(screen)[2] == "  ● Grace               3")
  }

  @Test func `If the accounts cannot be loaded, it shows a notice and the timelines`() async {
    let screen = await sidebar(.failure(.fileMissing(path: "/accounts.json")))
    #expect(screen.notice == ScreenNotice(text: "Couldn’t load the accounts: file missing.", severity: .failure))
    #expect(lines(screen).contains("▌ ● Home                3"))
  }
}

private struct StubUnread: CountUnreadUseCase {
  let counts: [AccountID: Int]

  func callAsFunction(in account: AccountID) async -> Int? { counts[account] }
}
