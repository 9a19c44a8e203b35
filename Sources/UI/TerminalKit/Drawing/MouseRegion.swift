/// The effect of a click on text.
public enum MouseTarget: Hashable, Sendable {
  /// Handles the key.
  case key(Key)
  /// Performs the command if it is available.
  case command(Command)
  /// Performs the command if it is available. The text names its key, so that the bottom line does not.
  case keyHint(Command)
  /// An address, opened by the view that draws the text.
  case link(String)
}

/// An area of the screen that handles the mouse, registered while drawing.
public struct MouseRegion: Sendable {
  public enum Action: Sendable {
    case target(MouseTarget)
    case click(@MainActor () -> Void)
    /// Called with the clicked position relative to the area, and with `extends` true when the button is released at
    /// another position, which may be outside of the area.
    case position(@MainActor (_ position: Point, _ extends: Bool) -> Void)
    /// Called with the number of wheel notches; positive values scroll down.
    case scroll(@MainActor (_ notches: Int) -> Void)
  }

  /// Lines to scroll per wheel notch.
  static let linesPerNotch = 3

  public let area: Rect
  public let action: Action

  public init(_ area: Rect, _ action: Action) {
    self.area = area
    self.action = action
  }

  var handlesClicks: Bool { !handlesWheel }

  var handlesWheel: Bool {
    if case .scroll = action { true } else { false }
  }
}

extension [MouseRegion] {
  /// The frontmost region at a position that matches a predicate.
  func front(at position: Point, where predicate: (MouseRegion) -> Bool) -> MouseRegion? {
    last { $0.area.contains(position) && predicate($0) }
  }
}
