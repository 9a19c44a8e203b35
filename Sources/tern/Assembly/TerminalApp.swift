import Dispatch
import Domain
import Foundation
import NcursesKit
import Pictures
import Runtime
import ServerSession
import TerminalKit

/// The program in a terminal: waits for keys, signals and work that is done, and draws what they change.
@MainActor
final class TerminalApp {
  private let terminal: NcursesTerminal
  private let assembly: AppAssembly
  private var sources: [any DispatchSourceProtocol] = []
  private let themeChoice: ThemeChoice
  private var settingsWatch: SettingsWatch?
  private let alerts: NotificationAlerts
  private var isDrawScheduled = false
  /// Whether keys are being handled, or what they leave to do: what that changes is drawn once it is done.
  private var isReading = false
  private var hasDrawn = false
  /// How pictures were made last; nil as long as none have been.
  private var shownFormat: PictureFormat??
  /// Entered for each signal that ends the program, until it is listened to.
  private let registration = DispatchGroup()
  /// Set once the program is to end, which it does when all that is ready has been done.
  private var ending: Ending?

  /// Runs until the person quits, or a signal ends the program.
  static func run(_ configuration: Configuration) throws -> Never {
    guard !configuration.paths.contains("-") || isatty(STDIN_FILENO) != 1 else {
      throw CommandFailure(.usage, "standard input is the terminal itself: give Tern a file, or posts through a pipe")
    }
    // Before the terminal is opened: what is wrong with the command line is said in the shell.
    let sources = try AppEnvironment(configuration, contact: .following, clock: SystemClock())
    try sources.requireOwnerOfTimeline(in: configuration)
    Signals.ignoreBeforeCurses()
    let app = try TerminalApp(configuration: configuration, sources: sources)
    app.listen()
    app.assembly.navigator.handle(.resize(app.terminal.size))
    app.assembly.start()
    if let live = sources.live { app.alerts.listen(to: live.sources.notifications()) }
    app.follow(configuration.settings)
    app.reportLeftoverEditorFiles()
    app.drawOpening()
    app.registration.wait()
    EventLoop.run(
      input: app.terminal.input, patience: { app.terminal.patience }, read: { app.readEvents() },
      output: { app.terminal.pictureOutput }, send: { app.terminal.sendPictures() }, didServe: { app.endIfAsked() })
  }

  private init(configuration: Configuration, sources: AppEnvironment) throws {
    let settings = configuration.settings.reading.settings
    let theme = ThemeChoice.theme(of: settings)
    do {
      terminal = try NcursesTerminal(
        usesColor: Environment.wantsColor,
        theme: theme, usesMouse: settings.usesMouse)
    } catch {
      throw CommandFailure(error)
    }
    terminal.signs = settings.signs
    terminal.pictureForm = settings.pictures
    let actions = Actions()
    assembly = AppAssembly(
      configuration: configuration, sources: sources, clock: SystemClock(),
      linkOpener: BrowserLinkOpener(browser: Environment.variables["BROWSER"]),
      terminal: .init(
        clipboard: OSC52Clipboard(terminal: terminal),
        programs: ShellPrograms(terminal: terminal, environment: Environment.variables),
        drawing: PictureDecoder(environment: Environment.variables),
        pictureLook: { [terminal] in
          actions.app?.pictureLook()
            ?? PictureLook(colors: terminal.pictureColors, isASCII: !terminal.showsSymbols, isLight: theme.isLight)
        }, player: ExternalPlayer(), quit: { actions.app?.quit() },
        suspend: { actions.app?.terminal.suspend() }, redraw: { actions.app?.terminal.redraw() }),
      settings: settings)
    themeChoice = ThemeChoice(
      settings, shown: theme, terminal: terminal, session: sources.session, runner: assembly.runner
    ) { actions.app?.scheduleDraw() }
    alerts = NotificationAlerts(
      clock: SystemClock(), runner: assembly.runner,
      pendingActions: { [assembly] in
        .init(ringsBell: assembly.settings.ringsBell, command: assembly.settings.notifyCommand)
      }, ring: { [terminal] in terminal.ring() }, run: NotifyCommand.run)
    actions.app = self
    assembly.navigator.deferWorkUntilFlushed = true
    assembly.navigator.needsDisplay = { [weak self] in self?.scheduleDraw() }
  }

  /// Lets the rooms ask for what only the program can do, before there is one.
  private final class Actions {
    weak var app: TerminalApp?
  }

  private func listen() {
    let window = Signals.source(SIGWINCH) { [weak self] in self?.resize() }
    // It may have been resized before anybody listened.
    window.setRegistrationHandler { [weak self] in MainActor.assumeIsolated { self?.resizeIfNeeded() } }
    sources = [
      window,
      // From outside: the key asks for it by itself.
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

  /// Says what is wrong with the settings, and takes them over anew when their file changes.
  private func follow(_ settings: ProgramSettings) {
    themeChoice.begin()
    guard let file = settings.file else { return }
    assembly.say(settings.reading.faults, of: file.path)
    settingsWatch = SettingsWatch(file, last: settings.reading) { [assembly, terminal, themeChoice] reading in
      themeChoice.use(reading.settings)
      terminal.useMouse(reading.settings.usesMouse)
      terminal.signs = reading.settings.signs
      terminal.pictureForm = reading.settings.pictures
      assembly.use(reading.settings)
      assembly.say(reading.faults, of: file.path)
    }
  }

  /// What was written in an editor while Tern was ended.
  private func reportLeftoverEditorFiles() {
    let folders = ProgramFile.leftFolders(Environment.variables)
    guard let first = folders.first else { return }
    let more = folders.count > 1 ? " and \(folders.count - 1) more beside it" : ""
    assembly.navigator.announce("Left in your editor: \(first)\(more)")
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

  /// What pictures are made of in this terminal, as far as it has said.
  private func pictureLook() -> PictureLook {
    terminal.askAboutPictures()
    let format = terminal.pictureFormat
    shownFormat = .some(format)
    return PictureLook(
      colors: terminal.pictureColors, isASCII: !terminal.showsSymbols, isLight: themeChoice.isLight,
      pixels: format.map { format in
        PicturePixels(
          cell: PixelSize(width: format.cell.width, height: format.cell.height), colors: format.colors,
          ground: themeChoice.ground.number)
      })
  }

  /// Has pictures be made anew where the terminal shows them in another way than they were made for.
  private func followPictureFormat() {
    guard let shownFormat, shownFormat != terminal.pictureFormat else { return }
    self.shownFormat = .some(terminal.pictureFormat)
    assembly.pictureLookDidChange()
  }

  private func readEvents() {
    let events = terminal.readEvents().joiningNotches
    themeChoice.terminalDidSpeak()
    followPictureFormat()
    if events.isEmpty, terminal.isGone { return end(by: SIGHUP) }
    // What is typed after the word to quit is for nobody.
    isReading = true
    for event in events where ending == nil { assembly.navigator.handle(event) }
    isReading = false
    if isDrawScheduled { draw() }
  }

  /// Draws once, however much has changed, when all that is ready has been done.
  private func scheduleDraw() {
    guard !isDrawScheduled else { return }
    isDrawScheduled = true
    guard !isReading else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        if self?.isDrawScheduled == true { self?.draw() }
      }
    }
  }

  /// The first screen is there before anybody notices; where it is not, something else is.
  private func drawOpening() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in
      MainActor.assumeIsolated {
        if self?.hasDrawn == false { self?.draw() }
      }
    }
  }

  private func draw() {
    // Where that is to be asked anew, pictures are characters meanwhile, and have to be made anew when it is known.
    followPictureFormat()
    isDrawScheduled = false
    hasDrawn = true
    terminal.show(assembly.navigator.draw(size: terminal.size))
    let title = assembly.navigator.windowTitle(program: "Tern")
    terminal.showTitle(assembly.settings.setsTitle ? title : nil)
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.prefetchLayout() }
    }
  }

  /// What that changes belongs to the same answer: it does not wait behind what comes in meanwhile.
  private func prefetchLayout() {
    let wasReading = isReading
    isReading = true
    assembly.navigator.prefetchLayout()
    isReading = wasReading
    if isDrawScheduled { draw() }
  }

  private func quit() {
    ending = ending ?? .quit
  }

  /// Ends by the signal itself, so that whoever started Tern sees what it was.
  private func end(by signal: Int32) {
    ending = .signal(signal)
  }

  /// What is to be remembered is stored first: that takes as long as a disk does, or as another Tern holds the lock.
  private func endIfAsked() {
    guard let ending else { return }
    assembly.end(reason: ending.reason)
    terminal.close()
    MainLoop.finish(assembly.runner, within: ending.patience)
    assembly.sources.live?.stop()
    switch ending {
    case .quit: exit(0)
    case .signal(let signal): Signals.raiseByDefault(signal)
    }
  }
}

/// Why the program ends.
private enum Ending {
  case quit
  case signal(Int32)

  var reason: String {
    switch self {
    case .quit: "the person quit"
    case .signal(let signal): "signal \(signal)"
    }
  }

  /// In seconds. Whoever sends a signal has the program ended after a second in any case.
  var patience: Double {
    switch self {
    case .quit: 3
    case .signal: 0.6
    }
  }
}

extension CommandFailure {
  fileprivate init(_ error: TerminalError) {
    let instead = "; tern list prints posts without one"
    switch error {
    case .noTerminal: self.init(.unavailable, "no terminal to read keys from\(instead)")
    case .unknown(let name) where name.isEmpty: self.init(.unavailable, "TERM is not set\(instead)")
    case .unknown(let name): self.init(.unavailable, "unknown terminal type “\(name)”\(instead)")
    case .cannotShowScreen(let name):
      self.init(.unavailable, "a terminal of type “\(name)” cannot show a screen\(instead)")
    }
  }
}
