import About
import Domain
import Help
import Runtime
import ScreenSupport
import Settings
import TerminalKit
import TimelineCore
import Tour

/// The composition root: builds the services and the coordinators, and applies the settings to them.
@MainActor
final class AppAssembly {
  let navigator: Navigator
  let runner: TaskRunner
  let environment: AppEnvironment
  /// The posts of the accounts opened so far.
  let openAccounts: OpenAccounts
  let accounts: AccountCoordinator

  private let configuration: Configuration
  private let terminal: TerminalServices
  private let services: AppServices
  private let currentSettings: Observed<UserSettings>
  private let writing: WritingCoordinator
  private let posts: PostCoordinator
  private let layout: LayoutCoordinator
  private let settingsCoordinator: SettingsCoordinator
  /// The announced faults of the settings; nil if there are none.
  private var announcedFaults: String?
  /// Whether changes of the settings file are noticed, so that they need not be applied here.
  var isSettingsFileWatched = false

  init(
    configuration: Configuration, environment: AppEnvironment, clock: any WallClock, linkOpener: any LinkOpener,
    terminal: TerminalServices, settings: UserSettings = .standard, executor: any TaskExecutor = MainLoop.workQueue
  ) {
    self.configuration = configuration
    self.environment = environment
    self.terminal = terminal
    currentSettings = Observed(settings)
    navigator = Navigator(keymap: settings.keymap)
    runner = TaskRunner(executor: executor)
    services = AppServices(
      openLink: OpenLink(opener: linkOpener), clipboard: terminal.clipboard, programs: terminal.programs,
      keymap: navigator.currentKeymap, time: Observed(settings.time), density: Observed(settings.density),
      pictures: PostPictures(
        fetching: Observed(settings.fetchPictures), avatars: Observed(settings.showsAvatars),
        style: terminal.pictureStyle, clock: clock, runner: runner, delay: terminal.pictureDelay),
      listAccounts: environment.listAccounts, clock: clock, runner: runner, log: environment.log)
    let dependencies = CoordinatorDependencies(
      configuration: configuration, environment: environment, terminal: terminal, services: services,
      settings: currentSettings, navigator: navigator)
    openAccounts = OpenAccounts(dependencies)
    writing = WritingCoordinator(dependencies, openAccounts: openAccounts)
    posts = PostCoordinator(dependencies, openAccounts: openAccounts, writing: writing)
    accounts = AccountCoordinator(dependencies, posts: posts)
    settingsCoordinator = SettingsCoordinator(dependencies)
    layout = LayoutCoordinator(dependencies, accounts: accounts, posts: posts, settings: settingsCoordinator)
    settingsCoordinator.fileDidChange = { [weak self] file in
      guard let self, !isSettingsFileWatched else { return }
      apply(file.read(fallback: self.settings).settings)
    }
  }

  var settings: UserSettings { currentSettings.value }

  /// All screens in memory: visible, covered, and timelines of other accounts.
  var retainedScreens: [any ViewController] { navigator.allScreens + accounts.hiddenTimelines }

  /// The unsaved text on all screens.
  var unsavedTexts: [String] { retainedScreens.compactMap(\.unsavedText) }

  func start() {
    environment.log.record(.started(version: TernCommand.version))
    navigator.globalCommands = globalCommands
    layout.install()
    removeUnusedServers()
    if configuration.isTour {
      navigator.setRoot(
        TourAssembly.make(
          now: services.clock.now, keymap: services.keymap,
          screens: TourScreens.emptyViews(at: "timeline.example"), finish: terminal.quit))
    } else if layout.startsWithColumns {
      layout.setLayout(.columns)
    } else {
      accounts.start()
    }
  }

  /// Removes the cached posts of servers that were read without an account and are not a tab.
  private func removeUnusedServers() {
    guard let servers = environment.servers else { return }
    runner.start { [session = environment.session] in
      let tabs = await session.load().savedSearches.compactMap { saved -> AccountID? in
        if case .publicTimeline(let timeline) = saved.timeline { timeline.account.id } else { nil }
      }
      await servers.sources.removePublicServers(except: Set(tabs))
    }
  }

  /// Saves positions, and ends loading and live updates. To be called before the program ends.
  func end(reason: String) {
    for screen in navigator.visibleScreens { screen.viewWillDisappear() }
    accounts.columns.end()
    if let servers = environment.servers { runner.start { await servers.sources.finish() } }
    environment.log.record(.ended(reason: reason))
  }
}

// MARK: - Settings

extension AppAssembly {
  /// Applies changed settings to all screens.
  func apply(_ settings: UserSettings) {
    guard settings != self.settings else { return }
    let before = self.settings
    currentSettings.value = settings
    services.time.value = settings.time
    services.pictures.fetching.value = settings.fetchPictures
    services.pictures.avatars.value = settings.showsAvatars
    posts.tabTitles.value = settings.timelines
    posts.savedSearches.configured = settings.searches
    writing.undoDelay.value = Double(settings.undoSend)
    // Keep the density that the user has chosen with a key unless the setting itself changes.
    if settings.density != before.density { services.density.value = settings.density }
    environment.demoListing?.setting = settings.demo
    if settings.paneWidths != before.paneWidths { navigator.paneWidths = settings.paneWidths }
    if settings.layout != before.layout, !configuration.isTour { layout.setLayout(settings.layout) }
    navigator.setKeymap(settings.keymap)
    for screen in retainedScreens { screen.settingsDidChange() }
  }

  /// Makes all screens render their pictures again in the current style.
  func pictureStyleDidChange() {
    for screen in retainedScreens { screen.settingsDidChange() }
  }

  /// Shows the faults of a settings file in a notice, or removes the notice if there are none.
  func announce(_ faults: [SettingsFault], of path: String) {
    if let announcedFaults { navigator.withdrawBanner(announcedFaults) }
    announcedFaults = SettingsNotice.text(of: faults, path: path)
    if let announcedFaults { navigator.announce(announcedFaults) }
  }
}

// MARK: - Global commands

extension AppAssembly {
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
