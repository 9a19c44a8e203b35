import Domain
import FoundationEssentials
import NcursesKit
import Pictures
import Runtime
import Settings
import TerminalKit

/// The whole program on a virtual clock, for `tern screen`. Curses draws it off screen.
@MainActor
struct ScreenSession {
  private let assembly: AppAssembly
  private let clock: VirtualClock
  private let terminal: OffscreenTerminal
  private let size: Size
  private let settings: ProgramSettings

  /// - Parameter terminal: an off-screen terminal of the given size.
  init(configuration: Configuration, terminal: OffscreenTerminal, size: Size, now: Date) throws {
    clock = VirtualClock(now: now)
    self.terminal = terminal
    self.size = size
    let environment = try AppEnvironment(configuration, clock: clock, remembers: false)
    try environment.requireAccountForTimeline(in: configuration)
    assembly = AppAssembly(
      configuration: configuration, environment: environment, clock: clock, linkOpener: NoLinkOpener(),
      terminal: .init(
        clipboard: NoClipboard(), drawing: Self.decoder,
        pictureStyle: { Self.pictureStyle(configuration.settings.parseResult.settings) }, pictureDelay: 0, quit: {},
        suspend: {}, redraw: {}),
      settings: configuration.settings.parseResult.settings)
    settings = configuration.settings
  }

  /// A printed screen waits for its pictures, however busy the machine is. Several screens decode each picture once.
  private static let decoder = PictureDecoder(environment: Environment.variables, timeout: .seconds(120))

  /// Pixels only if the settings ask for a protocol, because there is no terminal that could report one.
  private static func pictureStyle(_ settings: UserSettings) -> PictureStyle {
    var style = PictureStyle(isASCII: settings.signs == .ascii)
    guard [.kitty, .sixel].contains(settings.pictures) else { return style }
    let cell = SVGScreen.pictureCell
    let theme = settings.customTheme ?? Theme.all.first { $0.name == settings.theme } ?? .dark
    style.pixels = PicturePixels(
      cell: PixelSize(width: cell.width, height: cell.height), colors: nil,
      background: SVGScreen(theme).backgroundColor.number)
    return style
  }

  /// The screen after some steps, and its pictures in pixels. Before the first step and after each, all work runs until
  /// it is finished or sleeping.
  func screen(after steps: [ScreenStep]) -> (canvas: Canvas, pictures: [PlacedPicture]) {
    defer { assembly.environment.servers?.stop() }
    assembly.navigator.handle(.resize(size))
    assembly.start()
    if let file = settings.file { assembly.announce(settings.parseResult.faults, of: file.path) }
    runUntilSettled()
    for step in steps {
      switch step {
      case .key(let key): assembly.navigator.handle(.key(key))
      case .paste(let text): assembly.navigator.handle(.paste(text))
      case .mouse(let action, let point):
        assembly.navigator.handle(.mouse(MouseEvent(action, at: point ?? size.center)))
      case .wait(let seconds): advanceClock(seconds: seconds)
      }
      runUntilSettled()
    }
    let canvas = assembly.navigator.draw(size: size)
    return (terminal.show(canvas, glyphSet: assembly.settings.signs), canvas.fullyVisiblePictures)
  }

  /// The maximum number of times that a screen is drawn for work that drawing has started.
  private static let maxDraws = 10

  /// Runs all work and draws the screen, because the scroll position depends on earlier drawing.
  private func runUntilSettled() {
    MainLoop.runUntilSettled(assembly.runner, on: clock)
    _ = assembly.navigator.draw(size: size)
    // Drawing may start work: pictures are looked up, and rendered for the space that the layout gives them.
    for _ in 0..<Self.maxDraws where !assembly.runner.isSettled(on: clock) {
      MainLoop.runUntilSettled(assembly.runner, on: clock)
      _ = assembly.navigator.draw(size: size)
    }
  }

  private func advanceClock(seconds: Double) {
    let end = clock.now.addingTimeInterval(seconds)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      runUntilSettled()
    }
    clock.advance(to: end)
  }
}

/// Opens nothing, because there is no visible screen.
private struct NoLinkOpener: LinkOpener {
  func open(_ url: String) throws(LinkError) {}
}

private struct NoClipboard: Clipboard {
  func copy(_ text: String) {}
}
