import About
import Domain
import FoundationEssentials
import Help
import Outbox
import PostDetail
import Report
import Root
import Runtime
import ScreenSupport
import Settings
import TerminalKit
import TimelineCore
import Tour

/// The composition root: builds all screens and implements navigation between modules.
@MainActor
final class AppAssembly {
  /// Services that depend on the terminal.
  struct Terminal {
    let clipboard: any Clipboard
    var programs: any TextPrograms = NoTextPrograms()
    /// Turns pictures into characters or pixels in the style of `pictureStyle`.
    var drawing: any PictureDrawing = NoPictureDrawing()
    var pictureStyle: @MainActor () -> PictureStyle = { PictureStyle() }
    /// Plays videos and audio.
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
  private lazy var paletteDestinations = PaletteDestinations(listAccounts: listAccounts, runner: runner, assembly: self)
  private(set) lazy var columns = TimelineColumns(
    listAccounts: listAccounts, saveColumns: SaveColumns(session: sources.session),
    fixedHandles: configuration.columnHandles,
    startsInDemo: { [weak self] in self?.settings.demo == .listed }, navigator: navigator, clock: clock, runner: runner,
    loadTimelines: { [sources] in sources.accounts.source(of: $0).map { LoadTimeline(timelines: $0.timelines) } },
    makeTimeline: { [weak self] in self?.makeTimeline(of: $0, first: $1, $2) })
  /// Updates the detail pane after the selection has been unchanged for a moment.
  var followTask: Task<Void, Never>?
  /// When `followTask` may update the detail pane.
  var followTime = Date.distantPast
  var keymap: Observed<Keymap> { navigator.currentKeymap }
  let time: Observed<TimeStyle>
  let density: Observed<Density>
  /// How long sending can be undone, in seconds.
  let undoDelay: Observed<Double>
  let searches: SearchHistory
  let savedSearches: SavedSearches
  let postCache = PostCache()
  let revealed = RevealedWarnings()
  /// The services and settings that all screens share.
  private(set) lazy var services = AppServices(
    openLink: openLink, clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time,
    density: density, clock: clock, runner: runner, log: sources.log)
  let jumps = JumpList()
  let positionQueue: SerialQueue
  let tabTitles: Observed<[String]>
  private(set) var settings: UserSettings
  /// The timeline screens of all accounts opened so far, so that they keep their posts and positions.
  var timelines: [AccountID: any ViewController] = [:]
  var shared: [AccountID: SharedPosts] = [:]
  /// The screen of drafts and outbox while it is open.
  weak var outboxScreen: (any ViewController)?
  /// The statistics screen while it is open.
  weak var statisticsScreen: (any ViewController)?
  var lastAccount: AccountID?
  /// Loads the draft or the source of the post to write. A new request cancels it.
  var loadSourceTask: Task<Void, Never>?

  /// The account that the user is reading.
  var currentAccount: AccountID? { columns.focusedAccount?.id ?? lastAccount }

  /// The timeline screen of the current account if another screen covers it, otherwise nil.
  var coveredTimelines: (any ViewController)? {
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
    tabTitles = Observed(settings.timelines)
    runner = TaskRunner(executor: executor)
    positionQueue = SerialQueue(runner: runner)
    let remember = SaveSearches(session: sources.session)
    searches = SearchHistory(remember: remember, runner: runner)
    savedSearches = SavedSearches(remember: remember, runner: runner, configured: settings.searches) {
      [weak navigator] error in
      navigator?.announce("Your searches could not be saved: \(error.path): \(error.reason)".asSentence)
    }
    openLink = OpenLink(opener: linkOpener)
  }

  deinit { followTask?.cancel() }

  /// All screens in memory: visible, covered, and timelines of other accounts.
  var retainedScreens: [any ViewController] {
    let hiddenTimelines = timelines.values.filter { timeline in !navigator.allScreens.contains { $0 === timeline } }
    return navigator.allScreens + hiddenTimelines
  }

  func start() {
    sources.log.record(.started(version: TernCommand.version))
    navigator.globalCommands = globalCommands
    navigator.rootsDidChange = { [weak self] in self?.updateFollowedAccounts() }
    navigator.findDestinations = { [paletteDestinations] in paletteDestinations.find(found: $0) }
    makePanes()
    if configuration.isTour {
      navigator.setRoot(TourAssembly.make(now: clock.now, keymap: keymap, finish: terminal.quit))
    } else if startsWithColumns {
      setLayout(.columns)
    } else {
      root.start()
    }
  }

  /// Saves positions and ends live updates. To be called before the program ends.
  func end(reason: String) {
    for screen in navigator.visibleScreens { screen.viewWillDisappear() }
    if let servers = sources.servers { runner.start { await servers.sources.finish() } }
    sources.log.record(.ended(reason: reason))
  }
}

// MARK: - Settings

extension AppAssembly {
  /// Applies changed settings to all screens.
  func apply(_ settings: UserSettings) {
    guard settings != self.settings else { return }
    let before = self.settings
    self.settings = settings
    time.value = settings.time
    tabTitles.value = settings.timelines
    savedSearches.configured = settings.searches
    undoDelay.value = Double(settings.undoSend)
    // Keep the density that the user has chosen with a key unless the setting itself changes.
    if settings.density != before.density { density.value = settings.density }
    sources.demoListing?.setting = settings.demo
    if settings.paneWidths != before.paneWidths { navigator.paneWidths = settings.paneWidths }
    if settings.layout != before.layout, !configuration.isTour { setLayout(settings.layout) }
    navigator.setKeymap(settings.keymap)
    for screen in retainedScreens { screen.settingsDidChange() }
  }

  /// Makes all screens render their pictures again in the current style.
  func pictureStyleDidChange() {
    for screen in retainedScreens { screen.settingsDidChange() }
  }

  /// Shows the faults of a settings file in a notice, or removes the notice if there are none.
  func announce(_ faults: [SettingsFault], of path: String) {
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

  /// Only visible accounts receive live updates.
  private func updateFollowedAccounts() {
    let shown = columns.isOpen ? columns.accounts : lastAccount.map { [$0] } ?? []
    sources.servers?.sources.show(shown)
  }

  private func showHelp() {
    // The key also works before the first screen is shown.
    let title = navigator.top?.title ?? "Tern"
    navigator.push(
      HelpAssembly.make(
        title: title, bindings: navigator.bindingsProvider(), usesMouse: settings.usesMouse
      ) { [weak navigator] in
        navigator?.push(AboutAssembly.make(version: TernCommand.version))
      })
  }
}
