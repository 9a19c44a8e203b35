import Domain
import FoundationEssentials
import NcursesKit
import Pictures
import Runtime
import TerminalKit

/// The whole program on a clock that stands still, drawn by curses without a terminal.
@MainActor
struct ScreenSession {
  private let assembly: AppAssembly
  private let clock: VirtualClock
  private let terminal: OffscreenTerminal
  private let size: Size
  private let settings: ProgramSettings

  /// - Parameter terminal: has that size.
  init(configuration: Configuration, terminal: OffscreenTerminal, size: Size, now: Date) throws {
    clock = VirtualClock(now: now)
    self.terminal = terminal
    self.size = size
    let sources = try AppEnvironment(configuration, clock: clock, remembers: false)
    try sources.requireOwnerOfTimeline(in: configuration)
    assembly = AppAssembly(
      configuration: configuration, sources: sources, clock: clock, linkOpener: NoLinkOpener(),
      terminal: .init(
        clipboard: NoClipboard(), drawing: PictureDecoder(environment: Environment.variables),
        pictureLook: { PictureLook(isASCII: configuration.settings.reading.settings.signs == .ascii) }, quit: {},
        suspend: {}, redraw: {}),
      settings: configuration.settings.reading.settings)
    settings = configuration.settings
  }

  /// The screen after some keys. Before the first one and after each, all work runs until it is done or sleeps.
  func canvas(after steps: [ScreenStep]) -> Canvas {
    defer { assembly.sources.live?.stop() }
    assembly.navigator.handle(.resize(size))
    assembly.start()
    if let file = settings.file { assembly.say(settings.reading.faults, of: file.path) }
    settle()
    for step in steps {
      switch step {
      case .key(let key): assembly.navigator.handle(.key(key))
      case .paste(let text): assembly.navigator.handle(.paste(text))
      case .mouse(let action, let place):
        assembly.navigator.handle(.mouse(MouseEvent(action, at: place ?? size.middle)))
      case .wait(let seconds): pass(seconds: seconds)
      }
      settle()
    }
    return terminal.show(assembly.navigator.draw(size: size), signs: assembly.settings.signs)
  }

  /// Drawn as often as it settles: how far a list scrolls depends on how it was drawn before.
  private func settle() {
    MainLoop.settle(assembly.runner, on: clock)
    _ = assembly.navigator.draw(size: size)
    // What the drawing has asked for: a picture is made for the room that there is.
    guard !assembly.runner.isSettled(on: clock) else { return }
    MainLoop.settle(assembly.runner, on: clock)
    _ = assembly.navigator.draw(size: size)
  }

  private func pass(seconds: Double) {
    let end = clock.now.addingTimeInterval(seconds)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      settle()
    }
    clock.advance(to: end)
  }
}

/// A screen that nobody looks at opens nothing.
private struct NoLinkOpener: LinkOpener {
  func open(_ url: String) throws(LinkError) {}
}

private struct NoClipboard: Clipboard {
  func copy(_ text: String) {}
}
