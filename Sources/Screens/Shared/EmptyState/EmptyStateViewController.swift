import TerminalKit

/// A screen with nothing but an empty view. It makes no requests and no decisions, so it has no presenter.
@MainActor
public final class EmptyStateViewController: ViewController {
  public let title: String
  public var needsDisplay: (@MainActor () -> Void)?

  private let reason: EmptyReason
  private let keymap: Observed<Keymap>

  /// - Parameters:
  ///   - title: the title of the screen that the empty view stands in for: “Post”.
  ///   - keymap: the keymap whose keys are shown.
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
