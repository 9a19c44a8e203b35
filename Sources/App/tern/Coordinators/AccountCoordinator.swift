import Domain
import EmptyState
import FoundationEssentials
import Login
import Root
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Navigation to accounts, for the coordinators of their posts.
@MainActor
protocol AccountNavigation: AnyObject {
  /// The account that the user is reading; nil if none is open.
  var currentAccount: AccountID? { get }

  /// Requests live updates for visible accounts only.
  func updateFollowedAccounts()

  /// Shows the form for signing in to an account again.
  func showLogin(to account: Account)

  /// Returns to the timelines of an account that was opened before.
  /// - Returns: whether it was.
  func goBack(to account: AccountID) -> Bool
}

/// Opens accounts and their timelines, and the account list with its sign-in forms.
@MainActor
final class AccountCoordinator {
  private let dependencies: CoordinatorDependencies
  private let posts: PostCoordinator
  private lazy var root = RootPresenter(
    target: launchTarget, listAccounts: environment.listAccounts, session: environment.session, clock: services.clock,
    runner: services.runner, router: self)
  private(set) lazy var columns = TimelineColumns(
    listAccounts: environment.listAccounts, saveColumns: SaveColumns(session: environment.session),
    fixedHandles: dependencies.configuration.columnHandles,
    startsInDemo: { [settings = dependencies.settings] in settings.value.demo == .listed }, navigator: navigator,
    clock: services.clock, runner: services.runner,
    loadTimelines: { [environment] in
      environment.accounts.source(of: $0).map { LoadTimeline(timelines: $0.timelines) }
    },
    makeTimeline: { [posts] in posts.makeTimeline(of: $0, first: $1, $2) })
  /// The timeline screens of all accounts opened so far, so that they keep their posts and positions.
  private var timelines: [AccountID: any ViewController] = [:]
  private var lastAccount: AccountID?
  /// The address given on the command line, until it is opened in the first account.
  private var requestedAddress: TypedAddress?
  /// Whether the Home of all accounts is still to be opened, over the first account.
  private var opensAllAccounts: Bool

  init(_ dependencies: CoordinatorDependencies, posts: PostCoordinator) {
    self.dependencies = dependencies
    self.posts = posts
    requestedAddress = dependencies.configuration.address
    opensAllAccounts = dependencies.configuration.opensAllAccounts
    posts.accounts = self
    posts.writing.accounts = self
  }

  private var environment: AppEnvironment { dependencies.environment }
  private var navigator: Navigator { dependencies.navigator }
  private var services: AppServices { dependencies.services }

  /// The account that the user is reading.
  var currentAccount: AccountID? { columns.focusedAccount?.id ?? lastAccount }

  /// The timeline screen of the current account if another screen covers it, otherwise nil.
  var coveredTimelines: (any ViewController)? {
    guard currentAccount != nil, let screen = navigator.screens.first, screen !== navigator.top else { return nil }
    return screen
  }

  /// The timeline screens in memory that the navigator does not show.
  var hiddenTimelines: [any ViewController] {
    timelines.values.filter { timeline in !navigator.allScreens.contains { $0 === timeline } }
  }

  /// Opens the account given on the command line or the last one, otherwise the account list.
  func start() { root.start() }

  func updateFollowedAccounts() {
    let shown = columns.isOpen ? columns.accounts : lastAccount.map { [$0] } ?? []
    environment.servers?.sources.show(Set(shown).union(posts.merged.accounts))
  }

  /// The commands to switch accounts.
  var accountCommands: [AvailableCommand] {
    guard let currentAccount else { return [] }
    return [
      AvailableCommand(SourceCommands.switchAccount, state: posts.openAccounts[currentAccount]?.account.label) {
        [weak self] in
        self?.showLogin(signInHandle: nil)
      },
      AvailableCommand(SourceCommands.homeOfAllAccounts) { [weak self] in self?.showMerged(.home, from: currentAccount)
      },
      AvailableCommand(SourceCommands.notificationsOfAllAccounts) { [weak self] in
        self?.showMerged(.notifications, from: currentAccount)
      },
      AvailableCommand(SourceCommands.nextAccount) { [root] in root.stepAccount(from: currentAccount, by: 1) },
      AvailableCommand(SourceCommands.previousAccount) { [root] in root.stepAccount(from: currentAccount, by: -1) },
    ]
  }

  private func showMerged(_ timeline: MergedTimeline, from account: AccountID) {
    guard let opened = posts.openAccounts[account] else { return }
    posts.showMerged(timeline, from: PostScreenContext(opened))
  }

  private var launchTarget: RootPresenter.LaunchTarget {
    if let requested = environment.requested { return .account(requested.id) }
    if dependencies.configuration.opensAllAccounts { return .anyAccount }
    return dependencies.configuration.isDemo ? .accounts : .lastSession
  }
}

// MARK: - Timelines

extension AccountCoordinator: RootWireframe {
  func showSlowOpening() {
    navigator.openingNote = """
      Opening takes a while. After an update, Tern first converts the posts stored on this machine: about one second \
      for 50,000 posts, once. Nothing is lost; if you quit now, the conversion starts over next time.
      """
  }

  func showColumns() -> Bool {
    guard requestedAddress == nil, dependencies.settings.value.layout != .single else { return false }
    columns.open(startingWith: nil) { [weak self] in self?.showLogin(signInHandle: nil) }
    return true
  }

  func holdingKeys(during step: @escaping @MainActor () async -> Void) -> @MainActor () async -> Void {
    navigator.holdingKeys(services.clock, services.runner, during: step)
  }

  func showTimeline(of account: Account) {
    root.userDidNavigate()
    columns.stopOpening()
    if columns.isOpen { return columns.show(account) }
    guard let screen = timelines[account.id] ?? posts.makeTimeline(of: account) else { return }
    timelines[account.id] = screen
    if let lastAccount, lastAccount != account.id { posts.jumps.push(.account(lastAccount)) }
    lastAccount = account.id
    navigator.setColumns([screen])
    openRequestedAddress(in: account)
    guard opensAllAccounts else { return }
    opensAllAccounts = false
    showMerged(.home, from: account.id)
  }

  func showLogin(signInHandle handle: String?) { showLogin(signInHandle: handle, server: nil) }
}

// MARK: - The address on the command line

extension AccountCoordinator {
  /// Opens the address in an account that was opened, if that can.
  private func openRequestedAddress(in account: Account) {
    guard let address = requestedAddress else { return }
    if case .item(let item) = address, !posts.hasAddresses(account) { return chooseAccount(for: item) }
    requestedAddress = nil
    posts.open(address, in: account)
  }

  /// Opens the address without an account that could: a post or profile in the only one that can, else the user chooses
  /// one. Without any, it is read at its own server.
  private func openRequestedAddress() {
    switch requestedAddress {
    case .timeline(let timeline):
      requestedAddress = nil
      posts.show(timeline, actingAccount: nil)
    case .item(let item): chooseAccount(for: item)
    case nil: break
    }
  }

  private func chooseAccount(for item: FediverseAddress) {
    let open = holdingKeys { [weak self, listAccounts = environment.listAccounts] in
      let listed = (try? await listAccounts()) ?? []
      self?.open(item, inOneOf: listed.filter(\.isReady).map(\.account))
    }
    services.runner.start(open)
  }

  private func open(_ item: FediverseAddress, inOneOf accounts: [Account]) {
    let able = accounts.filter { $0.origin != .demo && posts.hasAddresses($0) }
    guard let first = able.first else {
      requestedAddress = nil
      return posts.showWithoutAccount(item)
    }
    guard able.count > 1 else { return showTimeline(of: first) }
    if currentAccount != nil { showLogin(signInHandle: nil) }
    navigator.announce("Choose the account that opens \(item.text.escapingControls).", severity: .notice)
  }
}

extension AccountCoordinator: AccountNavigation {
  func showLogin(to account: Account) {
    guard case .server(let origin) = account.origin else { return showLogin(signInHandle: account.profile.handle) }
    showLogin(signInHandle: nil, server: origin.host)
  }

  /// Shows the timelines that were open before the columns.
  /// - Returns: whether there were any.
  func showLastTimelines() -> Bool { lastAccount.map(goBack) ?? false }

  func goBack(to account: AccountID) -> Bool {
    guard let screen = timelines[account] else { return false }
    root.userDidNavigate()
    columns.stopOpening()
    lastAccount = account
    navigator.setColumns([screen])
    return true
  }
}

// MARK: - Account list and sign-in

extension AccountCoordinator {
  private func showLogin(signInHandle handle: String?, server: String?) {
    root.userDidNavigate()
    columns.stopOpening()
    let login = LoginDependencies(
      listAccounts: environment.listAccounts,
      signIn: SignIn(accounts: environment.accounts, session: environment.session),
      keymap: services.keymap, clock: services.clock, runner: services.runner, log: services.log, servers: serverSignIn,
      currentAccount: currentAccount, signInHandle: handle, signInServer: server,
      suggestsImport: { [isDemo = dependencies.configuration.isDemo, settings = dependencies.settings] in
        !isDemo && settings.value.demo == .auto
      })
    let router = LoginRouter(
      openAccount: { [weak self] account in self?.showTimeline(of: account) },
      openSignedIn: { [weak self] account in
        self?.environment.servers?.sources.add(account)
        // Makes the screen again, so that it does not show a failure from before signing in.
        self?.timelines[account.id] = nil
        self?.showTimeline(of: account)
        self?.posts.writing.flushOutbox(in: account.id)
      }, leave: { [weak navigator] in navigator?.pop() })
    let screen = LoginAssembly.make(dependencies: login, router: router)
    guard currentAccount == nil else { return navigator.push(screen) }
    navigator.setRoot(screen)
    openRequestedAddress()
  }

  /// nil in the demo and offline.
  private var serverSignIn: ServerSignInDependencies? {
    guard let servers = environment.servers, !dependencies.configuration.isOffline else { return nil }
    let hasBrowser = Environment.hasBrowser(Environment.variables)
    return ServerSignInDependencies(
      signIn: SignInToServer(servers: servers.signIn), openLink: hasBrowser ? services.openLink : nil,
      clipboard: services.clipboard,
      qrCode: { [terminal = dependencies.terminal] address in
        let style = terminal.pictureStyle()
        return style.isASCII ? nil : QRCodeEncoder.encode(address)?.lines(onLightBackground: style.isLight)
      })
  }
}
