import Dispatch
import Domain
import Foundation
import NcursesKit
import Pictures
import Runtime
import ServerSession
import Store
import SystemFiles
import TerminalKit

/// The program in a terminal: an event loop for keys, signals and finished work that draws the screen when something
/// has changed.
@MainActor
final class TerminalApp {
  private let terminal: NcursesTerminal
  private let assembly: AppAssembly
  private var sources: [any DispatchSourceProtocol] = []
  private let themeChoice: ThemeChoice
  private var settingsWatch: SettingsWatch?
  private let storeWatch: StoreWatch?
  private let alerts: NotificationAlerts
  /// nil without servers.
  private let polling: NotificationPolling?
  private let ages: AgeUpdates
  /// The directory named on the command line, or nil.
  private let stateDirectory: String?
  private var dataFacts: [String] = []
  private var isDrawScheduled = false
  /// Whether input is being handled. Drawing is postponed until that is done.
  private var isHandlingInput = false
  private var hasDrawn = false
  /// The format of the pictures on the screen; nil if there have been none.
  private var shownFormat: PictureFormat??
  /// Entered for each signal that ends the program, left when its handler is installed.
  private let registration = DispatchGroup()
  /// Set when the program should end. It ends when the pending work of the main queue is done.
  private var ending: ExitReason?

  /// Runs until the user quits or a signal ends the program.
  static func run(_ configuration: Configuration) throws -> Never {
    guard !configuration.paths.contains("-") || isatty(STDIN_FILENO) != 1 else {
      throw CommandFailure(.usage, "standard input is a terminal; give a file, or pipe posts into Tern")
    }
    // Before the store is opened, which reports what it sets aside.
    let damagedStores = damagedStores(in: configuration.dataDirectory)
    // Before the terminal is opened, so that errors of the command line appear in the shell.
    let environment = try AppEnvironment(configuration, policy: .automatic, clock: SystemClock())
    try environment.requireAccountForTimeline(in: configuration)
    Signals.ignoreBeforeCurses()
    let app = try TerminalApp(configuration: configuration, environment: environment)
    app.listen()
    app.assembly.navigator.handle(.resize(app.terminal.size))
    app.assembly.start()
    if let servers = environment.servers { app.alerts.listen(to: servers.sources.notifications()) }
    app.updatePolling()
    app.observeSettings(configuration.settings)
    app.announceLeftovers(damagedStores)
    environment.store?.reportDamage { [weak app] error in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { app?.announceData(NonUTF8Paths.displayed(CommandFailure(error).message)) }
      }
    }
    app.drawOpening()
    app.registration.wait()
    EventLoop.run(
      input: app.terminal.input, timeout: { app.terminal.readTimeout }, read: { app.readEvents() },
      output: { app.terminal.pictureOutput }, send: { app.sendPictures() }, didServe: { app.endIfRequested() })
  }

  private init(configuration: Configuration, environment: AppEnvironment) throws {
    stateDirectory = configuration.stateDirectory
    let settings = configuration.settings.parseResult.settings
    let theme = ThemeChoice.theme(of: settings)
    do {
      terminal = try NcursesTerminal(
        usesColor: Environment.allowsColor,
        theme: theme, usesMouse: settings.usesMouse)
    } catch {
      throw CommandFailure(error)
    }
    terminal.glyphSet = settings.signs
    terminal.pictureForm = settings.pictures
    let actions = Actions()
    assembly = AppAssembly(
      configuration: configuration, environment: environment, clock: SystemClock(),
      linkOpener: BrowserLinkOpener(browser: Environment.variables["BROWSER"]),
      terminal: .init(
        clipboard: OSC52Clipboard(terminal: terminal),
        programs: ShellPrograms(terminal: terminal, environment: Environment.variables),
        pictureClipboard: { command, folder in
          ClipboardPicture(command: command, environment: Environment.variables, folder: folder)
        },
        drawing: PictureDecoder(environment: Environment.variables),
        pictureStyle: { [terminal] in
          actions.app?.pictureStyle()
            ?? PictureStyle(colors: terminal.pictureColors, isASCII: !terminal.showsSymbols, isLight: theme.isLight)
        }, player: ExternalPlayer(), quit: { actions.app?.quit() },
        suspend: { actions.app?.terminal.suspend() }, redraw: { actions.app?.terminal.redraw() }),
      settings: settings)
    themeChoice = ThemeChoice(
      settings, shownTheme: theme, terminal: terminal, session: environment.session, runner: assembly.runner
    ) { actions.app?.scheduleDraw() }
    alerts = NotificationAlerts(
      clock: SystemClock(), runner: assembly.runner,
      settings: { [assembly] in
        .init(ringsBell: assembly.settings.ringsBell, command: assembly.settings.notifyCommand)
      }, ring: { [terminal] in terminal.ringBell() }, run: NotifyCommand.run)
    polling = environment.servers.map { [runner = assembly.runner] in
      NotificationPolling($0.sources, clock: SystemClock(), runner: runner)
    }
    ages = AgeUpdates(clock: SystemClock(), runner: assembly.runner) { [navigator = assembly.navigator] in
      navigator.agesDidChange()
    }
    storeWatch = StoreWatch(environment, clock: SystemClock(), runner: assembly.runner)
    actions.app = self
    assembly.navigator.deferWorkUntilFlushed = true
    assembly.navigator.needsDisplay = { [weak self] in self?.scheduleDraw() }
  }

  /// Lets screens call the app, which is created after them.
  private final class Actions {
    weak var app: TerminalApp?
  }

  private func listen() {
    let window = Signals.source(SIGWINCH) { [weak self] in self?.resize() }
    // The terminal may have been resized before the handler was installed.
    window.setRegistrationHandler { [weak self] in MainActor.assumeIsolated { self?.resizeIfNeeded() } }
    sources = [
      window,
      // Sent by another process. The suspend key calls `suspend()` directly.
      Signals.source(SIGTSTP) { [weak self] in
        self?.terminal.suspend()
        self?.scheduleDraw()
      },
      Signals.source(SIGCONT) { [weak self] in
        self?.terminal.resume()
        self?.scheduleDraw()
      },
    ]
    for signal in Signals.endings {
      sources.append(Signals.ending(signal, registration: registration) { [weak self] in self?.end(by: signal) })
    }
    sources.forEach { $0.resume() }
  }

  /// Announces faults in the settings, and applies them again whenever the file changes.
  private func observeSettings(_ settings: ProgramSettings) {
    themeChoice.detectBackground()
    guard let file = settings.file else { return }
    file.removeTemporaryFiles()
    assembly.announce(settings.parseResult.faults, of: file.path)
    assembly.isSettingsFileWatched = true
    settingsWatch = SettingsWatch(file, last: settings.parseResult) {
      [weak self, assembly, terminal, themeChoice] result in
      themeChoice.apply(result.settings)
      terminal.setMouseEnabled(result.settings.usesMouse)
      terminal.glyphSet = result.settings.signs
      terminal.pictureForm = result.settings.pictures
      assembly.apply(result.settings)
      self?.updatePolling()
      assembly.announce(result.faults, of: file.path)
    }
  }

  /// Requests the notifications of all accounts if the settings say so and something would report them.
  private func updatePolling() {
    let settings = assembly.settings
    let reports = settings.ringsBell || settings.notifyCommand.contains { !$0.isWhitespace }
    polling?.setInterval(
      settings.notifiedAccounts == .all && reports ? Double(settings.notifyInterval * 60) : nil)
  }

  /// The paths of databases that were set aside because they were damaged, sanitized for messages.
  private static func damagedStores(in dataDirectory: String?) -> [String] {
    let directory = dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    return DirectoryListing.names(in: directory).filter(PostStore.isSetAside).map {
      TextLayout.sanitized(NonUTF8Paths.displayed("\(directory)/\($0)"))
    }
  }

  /// Announces text left in an editor when Tern was ended, posts that could not be saved then, and damaged stores.
  private func announceLeftovers(_ damagedStores: [String]) {
    if let paths = Self.list(unsavedTextFiles.paths(Environment.variables)) {
      announceData("Tern ended before your post was saved. Its text is in \(paths). Copy it, then delete the file.")
    }
    if let paths = Self.list(damagedStores) {
      announceData("A damaged store was moved to \(paths). Delete it if you need nothing from it.")
    }
    if let paths = Self.list(ProgramFile.leftoverFolders(Environment.variables)) {
      announceData("Tern ended while your editor was open. Your text is in \(paths).")
    }
  }

  /// “/tmp/a and 2 more”; nil if there are none.
  private static func list(_ paths: [String]) -> String? {
    paths.first.map { $0 + (paths.count > 1 ? " and \(paths.count - 1) more" : "") }
  }

  /// Announces a fact about the user's content, together with earlier ones.
  private func announceData(_ fact: String) {
    dataFacts.append(fact)
    assembly.navigator.announce(dataFacts.joined(separator: "\n"))
  }

  private var unsavedTextFiles: UnsavedTextFiles {
    UnsavedTextFiles(folder: stateDirectory ?? UserDirectory.state(environment: Environment.variables))
  }

  /// Writes text that the store has not accepted into files, and names them on standard error.
  private func saveUnsavedText() {
    for text in assembly.unsavedTexts {
      if let path = unsavedTextFiles.write(text, Environment.variables) {
        StandardError.printMessage("your post could not be saved as a draft; its text is in \(path)")
      } else {
        _ = try? StandardStream.error.write("tern: your post could not be saved:\n\n\(TextLayout.sanitized(text))\n")
      }
    }
  }

  private func resizeIfNeeded() {
    let size = terminal.size
    terminal.resize()
    if terminal.size != size { assembly.navigator.handle(.resize(terminal.size)) }
  }

  private func resize() {
    terminal.resize()
    assembly.navigator.handle(.resize(terminal.size))
  }

  /// The style of pictures in this terminal: in pixels if it has reported support for them.
  private func pictureStyle() -> PictureStyle {
    terminal.queryGraphics()
    let format = terminal.pictureFormat
    shownFormat = .some(format)
    return PictureStyle(
      colors: terminal.pictureColors, isASCII: !terminal.showsSymbols, isLight: themeChoice.isLight,
      pixels: format.map { format in
        PicturePixels(
          cell: PixelSize(width: format.cell.width, height: format.cell.height), colors: format.colors,
          background: themeChoice.background.number)
      })
  }

  /// Renders the pictures again if the terminal's format has changed since.
  private func updatePictureFormat() {
    guard let shownFormat, shownFormat != terminal.pictureFormat else { return }
    self.shownFormat = .some(terminal.pictureFormat)
    assembly.pictureStyleDidChange()
  }

  private func readEvents() {
    let events = terminal.readEvents().mergingNotches
    themeChoice.backgroundMayHaveChanged()
    updatePictureFormat()
    if events.isEmpty, terminal.isDisconnected { return end(by: SIGHUP) }
    // Ignore keys typed after the quit command.
    isHandlingInput = true
    for event in events where ending == nil { assembly.navigator.handle(event) }
    isHandlingInput = false
    if isDrawScheduled { draw() }
  }

  /// Schedules one draw after all pending work of the main queue.
  private func scheduleDraw() {
    guard !isDrawScheduled else { return }
    isDrawScheduled = true
    guard !isHandlingInput else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.drawIfReady()
      }
    }
  }

  /// Draws what is scheduled, but not within a sequence of a picture: writing the rest of it could block, and keys
  /// would wait. `sendPictures` then draws.
  private func drawIfReady() {
    if isDrawScheduled, !terminal.isSendingSequence { draw() }
  }

  private func sendPictures() {
    terminal.sendPictures()
    drawIfReady()
  }

  /// Draws after 0.1 s even if the first screen is not ready, so that the terminal is not empty.
  private func drawOpening() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in
      MainActor.assumeIsolated {
        if self?.hasDrawn == false { self?.draw() }
      }
    }
  }

  private func draw() {
    // While the format is queried again, pictures are characters. They are rendered again when it is known.
    updatePictureFormat()
    isDrawScheduled = false
    hasDrawn = true
    terminal.show(assembly.navigator.draw(size: terminal.size))
    ages.didDraw(nextChange: assembly.navigator.nextAgeChange)
    let title = assembly.navigator.windowTitle(program: "Tern")
    terminal.showTitle(assembly.settings.setsTitle ? title : nil)
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.prefetchLayout() }
    }
  }

  /// Draws the resulting changes immediately, before the next input is read.
  private func prefetchLayout() {
    let wasHandlingInput = isHandlingInput
    isHandlingInput = true
    assembly.navigator.prefetchLayout()
    isHandlingInput = wasHandlingInput
    if isDrawScheduled { draw() }
  }

  private func quit() {
    ending = ending ?? .quit
  }

  /// Ends by raising the signal, so that the parent process sees it.
  private func end(by signal: Int32) {
    ending = .signal(signal)
  }

  /// Saves positions first, for at most `ExitReason.timeout`: the disk may be slow or another Tern may hold the lock.
  private func endIfRequested() {
    guard let ending else { return }
    assembly.end(reason: ending.reason)
    terminal.close()
    MainLoop.runUntilUnownedWorkEnds(assembly.runner, within: ending.timeout)
    saveUnsavedText()
    assembly.environment.servers?.stop()
    switch ending {
    case .quit: exit(0)
    case .signal(let signal): Signals.raiseWithDefaultAction(signal)
    }
  }
}

/// The reason that the program ends.
private enum ExitReason {
  case quit
  case signal(Int32)

  var reason: String {
    switch self {
    case .quit: "the user quit"
    case .signal(let signal): "signal \(signal)"
    }
  }

  /// In seconds. A signal ends the program after one second in any case; see `Signals.ending`.
  var timeout: Double {
    switch self {
    case .quit: 3
    case .signal: 0.6
    }
  }
}

extension CommandFailure {
  fileprivate init(_ error: TerminalError) {
    let instead = "; use tern list to print posts without one"
    switch error {
    case .noTerminal: self.init(.unavailable, "no terminal to read keys from\(instead)")
    case .unknown(let name) where name.isEmpty: self.init(.unavailable, "TERM is not set\(instead)")
    case .unknown(let name): self.init(.unavailable, "unknown terminal type “\(name)”\(instead)")
    case .cannotShowScreen(let name):
      self.init(.unavailable, "a terminal of type “\(name)” cannot show a screen\(instead)")
    }
  }
}
