import Domain
import Root
import Runtime
import TestSupport
import Testing

@MainActor @Suite struct RootPresenterTests {
  private static let ada = Account.fixture(handle: "ada@demo")
  private static let ali = Account.fixture(handle: "ali@demo", access: .password)
  private static let nemo = Account.fixture(handle: "nemo@demo")

  private let runner = TaskRunner()
  private let clock = VirtualClock(now: .noon)
  private let router = SpyRootRouter()

  private func presenter(
    _ target: RootPresenter.LaunchTarget = .lastSession, session: SessionState = SessionState(),
    accounts: Result<[Account], TimelineError> = .success([ada, ali, nemo])
  ) -> RootPresenter {
    let memory = MemorySessionRepository(session)
    return RootPresenter(
      target: target, listAccounts: ListAccounts(accounts: StubAccountRepository(accounts: accounts), session: memory),
      session: memory, clock: clock, runner: runner, router: router)
  }

  private func start(_ presenter: RootPresenter) async {
    presenter.start()
    await clock.settle(runner)
  }

  @Test func `The first start shows the accounts`() async {
    await start(presenter())
    #expect(router.shown == [.login(nil)])
    #expect(runner.runningCount == 0)
  }

  @Test func `The only account is shown at the first start, unless it is the demo`() async {
    let signedIn = Account.fixture(
      handle: "ada@tern.example",
      origin: .server(ServerOrigin(host: "tern.example", address: "https://tern.example")))
    await start(presenter(accounts: .success([signedIn])))
    #expect(router.shown == [.timeline(signedIn.id)])
    await start(presenter(accounts: .success([signedIn, Self.ada])))
    await start(presenter(accounts: .success([Self.ada])))
    #expect(router.shown.dropFirst() == [.login(nil), .login(nil)])
  }

  @Test func `The accounts are shown at once if requested`() {
    presenter(.accounts).start()
    #expect(router.shown == [.login(nil)])
    #expect(runner.runningCount == 0)
  }

  @Test func `The next start shows the last account`() async {
    await start(presenter(session: SessionState(lastAccount: Self.nemo.id)))
    #expect(router.shown == [.timeline(Self.nemo.id)])
  }

  @Test(arguments: [true, false])
  func `Columns that were on screen are shown at the next start, if they can be`(canBeShown: Bool) async {
    var state = SessionState(lastAccount: Self.nemo.id)
    state.isShowingColumns = true
    router.hasColumns = canBeShown
    await start(presenter(session: state))
    #expect(router.shown == [canBeShown ? .columns : .timeline(Self.nemo.id)])
    #expect(runner.runningCount == 0)
  }

  @Test func `A requested account is shown instead of the last one`() async {
    await start(presenter(.account(Self.ada.id), session: SessionState(lastAccount: Self.nemo.id)))
    #expect(router.shown == [.timeline(Self.ada.id)])
  }

  @Test func `The accounts are shown instead of the last one if requested`() async {
    await start(presenter(.accounts, session: SessionState(lastAccount: Self.nemo.id)))
    #expect(router.shown == [.login(nil)])
  }

  @Test func `A locked account is signed in to first`() async {
    await start(presenter(.account(Self.ali.id)))
    #expect(router.shown == [.login("ali@demo")])
  }

  @Test func `A signed-in account is shown directly`() async {
    let memory = AccountState(isSignedIn: true)
    await start(presenter(.account(Self.ali.id), session: SessionState(accounts: [Self.ali.id: memory])))
    #expect(router.shown == [.timeline(Self.ali.id)])
  }

  @Test func `If the last account is gone, the accounts are shown`() async {
    await start(presenter(session: SessionState(lastAccount: Self.nemo.id), accounts: .success([Self.ada])))
    #expect(router.shown == [.login(nil)])
  }

  @Test func `If the accounts cannot be loaded, the list of accounts is shown`() async {
    let error = TimelineError.fileMissing(path: "/accounts.json")
    await start(presenter(session: SessionState(lastAccount: Self.nemo.id), accounts: .failure(error)))
    #expect(router.shown == [.login(nil)])
  }

  @Test func `Slow opening is shown each second until it ends`() async {
    let accounts = SlowAccounts(account: Self.ada, seconds: 2.5, clock: clock)
    let memory = MemorySessionRepository()
    let presenter = RootPresenter(
      target: .account(Self.ada.id), listAccounts: ListAccounts(accounts: accounts, session: memory), session: memory,
      clock: clock, runner: runner, router: router)
    await start(presenter)
    #expect(router.shown == [])
    await clock.advance(by: 0.9, runner)
    #expect(router.shown == [])
    await clock.advance(by: 10, runner)
    #expect(router.shown == [.slowOpening, .slowOpening, .timeline(Self.ada.id)])
    #expect(runner.runningCount == 0)
  }

  @Test(arguments: [(1, "nemo"), (-1, "nemo"), (2, "ada"), (0, "ada"), (-5, "nemo")])
  func `Stepping cycles through the accounts that need no password`(step: Int, target: String) async {
    let presenter = presenter()
    presenter.stepAccount(from: Self.ada.id, by: step)
    await clock.settle(runner)
    #expect(router.shown == [.timeline(.demo("\(target)@demo"))])
  }

  @Test func `Two quick steps add up`() async {
    let presenter = presenter(accounts: .success([Self.ada, Self.nemo, .fixture(handle: "rip@demo")]))
    presenter.stepAccount(from: Self.ada.id, by: 1)
    presenter.stepAccount(from: Self.ada.id, by: 1)
    await clock.settle(runner)
    #expect(router.shown == [.timeline(.demo("rip@demo"))])
  }

  @Test func `A single account has no next account`() async {
    let presenter = presenter(accounts: .success([Self.ada, Self.ali]))
    presenter.stepAccount(from: Self.ada.id, by: 1)
    await clock.settle(runner)
    #expect(router.shown == [])
  }

  @Test(arguments: [(1, "ada"), (2, "nemo"), (-1, "nemo")])
  func `Stepping from an unlisted account starts at an end of the list`(step: Int, target: String) async {
    let presenter = presenter()
    presenter.stepAccount(from: .demo("unlisted"), by: step)
    await clock.settle(runner)
    #expect(router.shown == [.timeline(.demo("\(target)@demo"))])
  }

  @Test func `A pending step is cancelled when the user navigates`() async {
    let presenter = presenter()
    presenter.stepAccount(from: Self.ada.id, by: 1)
    presenter.userDidNavigate()
    await clock.settle(runner)
    #expect(router.shown == [])
    presenter.stepAccount(from: Self.ada.id, by: 1)
    await clock.settle(runner)
    #expect(router.shown == [.timeline(Self.nemo.id)])
  }
}

@MainActor
private final class SpyRootRouter: RootWireframe {
  enum Screen: Equatable {
    case timeline(AccountID)
    case login(String?)
    case slowOpening
    case columns
  }

  private(set) var shown: [Screen] = []

  func showTimeline(of account: Account) { shown.append(.timeline(account.id)) }
  func showLogin(signInHandle handle: String?) { shown.append(.login(handle)) }
  func showSlowOpening() { shown.append(.slowOpening) }
  /// Whether columns can be shown.
  var hasColumns = false
  func showColumns() -> Bool {
    if hasColumns { shown.append(.columns) }
    return hasColumns
  }
  func holdingKeys(during step: @escaping @MainActor () async -> Void) -> @MainActor () async -> Void { step }
}

/// Lists the accounts after a delay.
private struct SlowAccounts: AccountRepository {
  let account: Account
  let seconds: Double
  let clock: VirtualClock

  func accounts() async throws(TimelineError) -> [Account] {
    try? await clock.sleep(seconds: seconds)
    return [account]
  }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account { account }
}
