import Domain
import Foundation
import Runtime
import ScreenSupport
import TerminalKit
import TestSupport

/// Drives a screen on a virtual clock: keys in, lines out.
@MainActor
open class ScreenDriver {
  public let clock = VirtualClock(now: .noon)
  public let runner = TaskRunner()
  public let navigator = Navigator()
  public let opener = SpyLinkOpener()
  public let clipboard = SpyClipboard()
  public private(set) lazy var services = AppServices(
    openLink: OpenLink(opener: opener), clipboard: clipboard, keymap: navigator.currentKeymap, clock: clock,
    runner: runner, log: SpyEventLog())
  /// The size of the terminal.
  public var size = Size(width: 80, height: 24)

  public init() { UTF8Locale.set() }

  /// Opens a screen and completes all work that needs no time.
  public func show(_ screen: any ViewController) async {
    navigator.setRoot(screen)
    await settle()
  }

  /// Returns when all work is done or sleeps on the clock.
  public func settle() async { await clock.settle(runner) }

  public func advance(_ seconds: Double) async { await clock.advance(by: seconds, runner) }

  /// Presses keys as tmux names them: “j Enter”.
  public func press(_ names: KeySequence) async {
    for key in names.keys { await press(key) }
  }

  public func press(_ keys: Key...) async {
    // A screen that has just been opened may not have started to load.
    await settle()
    for key in keys {
      navigator.handle(key)
      await settle()
    }
  }

  /// Types text. A line end is the key Enter.
  public func type(_ text: String) async {
    for character in text { await press(character == "\n" ? .enter : .character(character)) }
  }

  public func lines(_ width: Int? = nil, _ height: Int? = nil) -> [String] {
    navigator.draw(size: Size(width: width ?? size.width, height: height ?? size.height)).lines
  }

  public func text(_ width: Int? = nil, _ height: Int? = nil) -> String {
    lines(width, height).joined(separator: "\n")
  }
}
