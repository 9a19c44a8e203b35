import TerminalKit

/// A screen that says nothing but why there is nothing on it. Nothing is asked for and nothing is decided here, so there
/// is no presenter.
@MainActor
public final class EmptyStateViewController: ViewController {
  public let title: String
  public var needsDisplay: (@MainActor () -> Void)?

  private let reason: EmptyReason
  private let keymap: Observed<Keymap>

  /// - Parameters:
  ///   - title: what stands there otherwise: “Post”.
  ///   - keymap: names the keys.
  public init(title: String, reason: EmptyReason, keymap: Observed<Keymap>) {
    self.title = title
    self.reason = reason
    self.keymap = keymap
  }

  public var availableCommands: [AvailableCommand] { [] }

  public var header: ScreenHeader? { ScreenHeader(.title(title)) }

  public func settingsDidChange() { needsDisplay?() }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    EmptyStateDrawing(EmptyStateViewModel(reason, offered: []), keymap: keymap.value).draw(on: &canvas, in: area)
  }
}
