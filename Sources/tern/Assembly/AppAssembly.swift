import About
import Domain
import FoundationEssentials
import Help
import Login
import Outgoing
import PostDetail
import Report
import Root
import Runtime
import Settings
import TerminalKit
import Timeline
import TimelineEngine
import Tour

/// The one place that knows every room: builds the screens and leads from one to the next.
@MainActor
final class AppAssembly {
  /// What only the terminal can do.
  struct Terminal {
    let clipboard: any Clipboard
    var programs: any TextPrograms = NoTextPrograms()
    /// What makes characters of pictures, and what it may make them of.
    var drawing: any PictureDrawing = NoPictureDrawing()
    var pictureLook: @MainActor () -> PictureLook = { PictureLook() }
    /// What plays films and sounds.
    var player: any MediaPlayer = NoPlayer()
    let quit: @MainActor () -> Void
    let suspend: @MainActor () -> Void
    let redraw: @MainActor () -> Void
  }

  let navigator: Navigator
  let runner: TaskRunner

  private let configuration: Configuration
  let sources: Sources
  let clock: any WallClock
  let openLink: any OpenLinkUseCase
  let terminal: Terminal
  private(set) lazy var root = RootPresenter(
    target: launchTarget, listAccounts: listAccounts, session: sources.session, clock: clock, runner: runner,
    router: self)
  private lazy var places = PalettePlaces(listAccounts: listAccounts, runner: runner, assembly: self)
  private(set) lazy var columns = TimelineColumns(
    listAccounts: listAccounts, arrange: ArrangeColumns(session: sources.session),
    presetHandles: configuration.columnHandles,
    beginsInDemo: { [weak self] in self?.settings.demo == .listed }, navigator: navigator, clock: clock, runner: runner,
    loadTimelines: { [sources] in sources.accounts.source(of: $0).map { LoadTimeline(timelines: $0.timelines) } },
    makeTimeline: { [weak self] in self?.makeTimeline(of: $0, first: $1, $2) })
  /// Has what is selected stand beside the list when it has rested.
  var resting: Task<Void, Never>?
  var restEnds = Date.distantPast
  var keymap: Live<Keymap> { navigator.liveKeymap }
  let time: Live<TimeStyle>
  let density: Live<Density>
  /// For how long a post that was sent can be taken back, in seconds.
  let undoDelay: Live<Double>
  let searches: SearchHistory
  let savedSearches: SavedSearches
  let postCache = PostCache()
  let revealed = RevealedWarnings()
  private let jumps = JumpList()
  private let wantedTimelines: Live<[String]>
  private(set) var settings: UserSettings
  /// A screen for each account that has been opened: it keeps its posts and its place.
  private var timelines: [AccountID: any ViewController] = [:]
  var shared: [AccountID: SharedPosts] = [:]
  /// The screen of drafts and of what waits, as long as it is open.
  weak var outgoing: (any ViewController)?
  /// The screen of statistics, as long as it is open.
  weak var statistics: (any ViewController)?
  private var lastAccount: AccountID?

  /// The account that is read.
  var currentAccount: AccountID? { columns.focusedAccount?.id ?? lastAccount }

  /// The timelines of the account that is read, where another screen stands in front of them.
  var timelinesBehind: (any ViewController)? {
    guard currentAccount != nil, let screen = navigator.screens.first, screen !== navigator.top else { return nil }
    return screen
  }

  init(
    configuration: Configuration, sources: Sources, clock: any WallClock, linkOpener: any LinkOpener,
    terminal: Terminal, settings: UserSettings = .standard, executor: any TaskExecutor = MainLoop.workQueue
  ) {
    self.configuration = configuration
    self.sources = sources
    self.clock = clock
    self.terminal = terminal
    self.settings = settings
    navigator = Navigator(keymap: settings.keymap)
    time = Live(settings.time)
    density = Live(settings.density)
    undoDelay = Live(Double(settings.undoSend))
    wantedTimelines = Live(settings.timelines)
    runner = TaskRunner(executor: executor)
    let remember = RememberSearches(session: sources.session)
    searches = SearchHistory(remember: remember, runner: runner)
    savedSearches = SavedSearches(remember: remember, runner: runner, set: settings.searches) {
      [weak navigator] error in
      navigator?.announce("Your searches are not kept: \(error.path): \(error.reason).")
    }
    openLink = OpenLink(opener: linkOpener)
  }

  deinit { resting?.cancel() }

  /// Those that are on the screen, behind it, or kept for when the person comes back.
  var livingScreens: [any ViewController] {
    let kept = timelines.values.filter { timeline in !navigator.allScreens.contains { $0 === timeline } }
    return navigator.allScreens + kept
  }

  func start() {
    sources.log.note(.started(version: TernCommand.version))
    navigator.globalOffers = globalOffers
    navigator.firstScreensDidChange = { [weak self] in self?.followWhatIsShown() }
    navigator.findPlaces = { [places] in places.find(found: $0) }
    makePanes()
    if configuration.isTour {
      navigator.setRoot(TourAssembly.make(now: clock.now, keymap: keymap, finish: terminal.quit))
    } else if startsWithColumns {
      use(.columns)
    } else {
      root.start()
    }
  }

  /// To be called before the program ends: what is on the screen remembers its place.
  func end(reason: String) {
    for screen in navigator.visibleScreens { screen.viewWillDisappear() }
    if let live = sources.live { runner.start { await live.sources.finish() } }
    sources.log.note(.ended(reason: reason))
  }
}

// MARK: - Settings

extension AppAssembly {
  /// Has other settings hold from now on, on every screen that there is.
  func use(_ settings: UserSettings) {
    guard settings != self.settings else { return }
    let before = self.settings
    self.settings = settings
    time.value = settings.time
    wantedTimelines.value = settings.timelines
    savedSearches.set = settings.searches
    undoDelay.value = Double(settings.undoSend)
    // What the person has changed by a key meanwhile stays, unless it is the setting that changes.
    if settings.density != before.density { density.value = settings.density }
    sources.demoListing?.setting = settings.demo
    if settings.paneWidths != before.paneWidths { navigator.paneWidths = settings.paneWidths }
    if settings.layout != before.layout, !configuration.isTour { use(settings.layout) }
    navigator.use(settings.keymap)
    for screen in livingScreens { screen.settingsDidChange() }
  }

  /// Has every screen make its pictures anew: they are made of something else now.
  func pictureLookDidChange() {
    for screen in livingScreens { screen.settingsDidChange() }
  }

  /// Says on the screen what is wrong with a file of settings; where nothing is any more, that is no longer said.
  func say(_ faults: [SettingsFault], of path: String) {
    navigator.announce(SettingsNotice.text(of: faults, path: path))
  }
}

extension AppAssembly {
  private var launchTarget: RootPresenter.LaunchTarget {
    if let requested = sources.requested { return .account(requested.id) }
    return configuration.isDemo ? .accounts : .whateverWasLast
  }

  private var startsWithColumns: Bool {
    !configuration.columnHandles.isEmpty
      || settings.layout == .columns && !configuration.isDemo && sources.requested == nil
  }

  var listAccounts: ListAccounts {
    ListAccounts(accounts: sources.accounts, session: sources.session)
  }

  private var globalOffers: [Offer] {
    [
      Offer(ProgramCommands.quit, hint: "quit") { [terminal] in terminal.quit() },
      Offer(ProgramCommands.quitAtOnce) { [terminal] in terminal.quit() },
      Offer(ProgramCommands.redraw) { [terminal] in terminal.redraw() },
      Offer(ProgramCommands.suspend) { [terminal] in terminal.suspend() },
      Offer(ProgramCommands.palette) { [weak navigator] in navigator?.openPalette() },
      Offer(ProgramCommands.help, hint: "keys") { [weak self] in self?.showHelp() },
    ]
  }

  /// What is new comes by itself to the accounts that are read, and to those behind them no more.
  private func followWhatIsShown() {
    let shown = columns.isOpen ? columns.accounts : lastAccount.map { [$0] } ?? []
    sources.live?.sources.show(shown)
  }

  private func showHelp() {
    // Before the first screen there are keys already.
    let title = navigator.top?.title ?? "Tern"
    navigator.push(
      HelpAssembly.make(
        title: title, bindings: navigator.bindingsOfThisMoment(), usesMouse: settings.usesMouse
      ) { [weak navigator] in
        navigator?.push(AboutAssembly.make(version: TernCommand.version))
      })
  }
}

// MARK: - From one screen to the next

extension AppAssembly: RootWireframe {
  func showSlowOpening() {
    navigator.openingNote = """
      This takes its time. After an update of Tern, what is kept on this machine is brought into its new form first: a \
      second for each 50,000 posts, once. Nothing of it is lost, and what is stopped meanwhile begins anew the next time.
      """
  }

  func showTimeline(of account: Account) {
    root.personDidGoElsewhere()
    columns.stopOpening()
    if columns.isOpen { return columns.show(account) }
    guard let screen = timelines[account.id] ?? makeTimeline(of: account) else { return }
    timelines[account.id] = screen
    if let lastAccount, lastAccount != account.id { jumps.note(.account(lastAccount)) }
    lastAccount = account.id
    navigator.setColumns([screen])
  }

  func stepAccount(by step: Int) {
    if let currentAccount { root.stepAccount(from: currentAccount, by: step) }
  }

  /// Shows the timelines again that stood alone before there were columns.
  func showLastTimelines() -> Bool { lastAccount.map(goBack) ?? false }

  private func goBack(to account: AccountID) -> Bool {
    guard let screen = timelines[account] else { return false }
    root.personDidGoElsewhere()
    lastAccount = account
    navigator.setColumns([screen])
    return true
  }

  func showLogin(signInHandle handle: String?) { showLogin(signInHandle: handle, server: nil) }

  /// To sign in to an account again.
  func showLogin(to account: Account) {
    guard case .server(let origin) = account.origin else { return showLogin(signInHandle: account.profile.handle) }
    showLogin(signInHandle: nil, server: origin.host)
  }

  private func showLogin(signInHandle handle: String?, server: String?) {
    root.personDidGoElsewhere()
    columns.stopOpening()
    let dependencies = LoginDependencies(
      listAccounts: listAccounts, signIn: SignIn(accounts: sources.accounts, session: sources.session),
      keymap: keymap, clock: clock, runner: runner, log: sources.log, servers: serverSignIn,
      currentAccount: currentAccount, signInHandle: handle, signInServer: server,
      invitesOwn: { [weak self, configuration] in !configuration.isDemo && self?.settings.demo == .auto })
    let router = LoginRouter(
      openAccount: { [weak self] account in self?.showTimeline(of: account) },
      openSignedIn: { [weak self] account in
        // Whoever signed in wants an answer, not the failure that may be on the screen.
        self?.timelines[account.id] = nil
        self?.showTimeline(of: account)
        self?.sendWhatWaits(in: account.id)
      }, leave: { [weak navigator] in navigator?.pop() })
    let screen = LoginAssembly.make(dependencies: dependencies, router: router)
    if currentAccount == nil { navigator.setRoot(screen) } else { navigator.push(screen) }
  }

  /// nil where there is nothing but the demo. Over ssh, a browser would open where nobody sees it.
  private var serverSignIn: ServerSignInDependencies? {
    guard let live = sources.live, !configuration.isOffline else { return nil }
    let isHere = Environment.variables["SSH_CONNECTION"] == nil
    return ServerSignInDependencies(
      signIn: SignInToServer(servers: live.signIn), openLink: isHere ? openLink : nil, clipboard: terminal.clipboard)
  }

  /// - Parameters:
  ///   - first: the timeline to begin with.
  ///   - placement: what it is for.
  /// - Returns: nil for an account that is gone.
  private func makeTimeline(
    of account: Account, first: ListedTimeline? = nil, _ placement: TimelineColumns.Placement = .alone
  ) -> (any ViewController)? {
    guard let source = sources.accounts.source(of: account.id) else { return nil }
    let wasShared = shared[account.id] != nil
    let shared = sharedPosts(of: account, source)
    if wasShared { shared.learnWhatCanBeWritten(source, self) }
    let named = account.id == sources.first?.id ? sources.firstTimeline : nil
    var (isAlone, column): (Bool, TimelineColumn.ID?) = (false, nil)
    switch placement {
    case .alone: isAlone = true
    case .kept(let id): column = id
    case .preset: break
    }
    let dependencies = TimelineDependencies(
      account: account, firstTimeline: first ?? named,
      capabilities: source.capabilities, reach: source.reach, cache: shared.cache, actor: shared.actor,
      canWrite: source.publishing != nil, revealed: shared.revealed, searches: searches,
      saved: savedSearches, makeSearchAccounts: makeSearchAccounts, other: { [weak self] in self?.other($0) },
      jumps: isAlone ? jumps : JumpList(), density: density, wantedTimelines: wantedTimelines,
      loadTimeline: LoadTimeline(timelines: source.timelines),
      searchTimeline: SearchTimeline(search: source.search), searchedServer: { source.searchedServer },
      trackUnread: TrackUnread(timelines: source.timelines, markers: source.markers),
      rememberPlace: RememberPlace(
        session: sources.session, isLastAccount: isAlone && !account.origin.isFile, column: column),
      openLink: openLink, clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time,
      clock: clock, runner: runner, log: sources.log)
    let reading = { Reading(account: account, profile: $0, query: $1, source: source, shared: shared) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, reading($1, $2)) },
      show: { [weak self] in self?.show($0, reading($1, nil)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, reading($1, $0)) },
      select: { [weak self] in self?.select($0, reading($1, $2)) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) },
      goBack: { [weak self] in self?.goBack(to: $0) ?? false })
    return TimelineAssembly.make(dependencies: dependencies, router: router)
  }
}
