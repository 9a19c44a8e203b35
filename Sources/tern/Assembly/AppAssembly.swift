import About
import Domain
import FoundationEssentials
import Help
import Outbox
import PostDetail
import Report
import Root
import Runtime
import Settings
import TerminalKit
import TimelineCore
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

  let configuration: Configuration
  let sources: AppEnvironment
  let clock: any WallClock
  let openLink: any OpenLinkUseCase
  let terminal: Terminal
  private(set) lazy var root = RootPresenter(
    target: launchTarget, listAccounts: listAccounts, session: sources.session, clock: clock, runner: runner,
    router: self)
  private lazy var places = PaletteDestinations(listAccounts: listAccounts, runner: runner, assembly: self)
  private(set) lazy var columns = TimelineColumns(
    listAccounts: listAccounts, arrange: SaveColumns(session: sources.session),
    presetHandles: configuration.columnHandles,
    beginsInDemo: { [weak self] in self?.settings.demo == .listed }, navigator: navigator, clock: clock, runner: runner,
    loadTimelines: { [sources] in sources.accounts.source(of: $0).map { LoadTimeline(timelines: $0.timelines) } },
    makeTimeline: { [weak self] in self?.makeTimeline(of: $0, first: $1, $2) })
  /// Has what is selected stand beside the list when it has rested.
  var resting: Task<Void, Never>?
  var restEnds = Date.distantPast
  var keymap: Observed<Keymap> { navigator.currentKeymap }
  let time: Observed<TimeStyle>
  let density: Observed<Density>
  /// For how long a post that was sent can be taken back, in seconds.
  let undoDelay: Observed<Double>
  let searches: SearchHistory
  let savedSearches: SavedSearches
  let postCache = PostCache()
  let revealed = RevealedWarnings()
  let jumps = JumpList()
  let storingPositions: SerialQueue
  let wantedTimelines: Observed<[String]>
  private(set) var settings: UserSettings
  /// A screen for each account that has been opened: it keeps its posts and its place.
  var timelines: [AccountID: any ViewController] = [:]
  var shared: [AccountID: SharedPosts] = [:]
  /// The screen of drafts and of what waits, as long as it is open.
  weak var outgoing: (any ViewController)?
  /// The screen of statistics, as long as it is open.
  weak var statistics: (any ViewController)?
  var lastAccount: AccountID?
  /// The question for what is to be written on; another one takes its place.
  var beginningToWrite: Task<Void, Never>?

  /// The account that is read.
  var currentAccount: AccountID? { columns.focusedAccount?.id ?? lastAccount }

  /// The timelines of the account that is read, where another screen stands in front of them.
  var timelinesBehind: (any ViewController)? {
    guard currentAccount != nil, let screen = navigator.screens.first, screen !== navigator.top else { return nil }
    return screen
  }

  init(
    configuration: Configuration, sources: AppEnvironment, clock: any WallClock, linkOpener: any LinkOpener,
    terminal: Terminal, settings: UserSettings = .standard, executor: any TaskExecutor = MainLoop.workQueue
  ) {
    self.configuration = configuration
    self.sources = sources
    self.clock = clock
    self.terminal = terminal
    self.settings = settings
    navigator = Navigator(keymap: settings.keymap)
    time = Observed(settings.time)
    density = Observed(settings.density)
    undoDelay = Observed(Double(settings.undoSend))
    wantedTimelines = Observed(settings.timelines)
    runner = TaskRunner(executor: executor)
    storingPositions = SerialQueue(runner: runner)
    let remember = SaveSearches(session: sources.session)
    searches = SearchHistory(remember: remember, runner: runner)
    savedSearches = SavedSearches(remember: remember, runner: runner, set: settings.searches) {
      [weak navigator] error in
      navigator?.announce("Your searches are not kept: \(error.path): \(error.reason)".asSentence)
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
    navigator.globalCommands = globalCommands
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
    return configuration.isDemo ? .accounts : .lastSession
  }

  private var startsWithColumns: Bool {
    !configuration.columnHandles.isEmpty
      || settings.layout == .columns && !configuration.isDemo && sources.requested == nil
  }

  var listAccounts: ListAccounts {
    ListAccounts(accounts: sources.accounts, session: sources.session)
  }

  private var globalCommands: [AvailableCommand] {
    [
      AvailableCommand(ProgramCommands.quit, hint: "quit") { [terminal] in terminal.quit() },
      AvailableCommand(ProgramCommands.quitAtOnce) { [terminal] in terminal.quit() },
      AvailableCommand(ProgramCommands.redraw) { [terminal] in terminal.redraw() },
      AvailableCommand(ProgramCommands.suspend) { [terminal] in terminal.suspend() },
      AvailableCommand(ProgramCommands.palette) { [weak navigator] in navigator?.openPalette() },
      AvailableCommand(ProgramCommands.help, hint: "keys") { [weak self] in self?.showHelp() },
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
