/// An input event of the terminal.
public enum Event: Hashable, Sendable {
  case key(Key)
  /// Pasted text as received; may contain any line ends and control characters.
  case paste(String)
  /// Bytes that are invalid in the terminal's encoding.
  case undecodable(encoding: String)
  case mouse(MouseEvent)
  /// The new size of the terminal.
  case resize(Size)
  /// Whether the terminal window has the keyboard focus.
  case focus(Bool)
}

/// A mouse action and its cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press(Button)
    /// nil if the terminal does not report the button.
    case release(Button?)
    /// Moved, with a button held down or nil.
    case move(Button?)
    /// A number of consecutive wheel notches.
    case scroll(Direction, notches: Int = 1)
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
    /// Buttons from 8 on as numbered by X: back and forward.
    case other(Int)
  }

  public enum Direction: Hashable, Sendable {
    case up, down, left, right
  }

  public var action: Action
  /// Zero-based; may be outside the screen.
  public var position: Point
  public var modifiers: Modifiers

  public init(_ action: Action, at position: Point, modifiers: Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

extension [Event] {
  /// Merges consecutive wheel notches at the same position, so that a list moves only once for them.
  public var mergingNotches: [Event] {
    var events: [Event] = []
    for event in self {
      if let last = events.last, let joined = last.joined(with: event) {
        events[events.count - 1] = joined
      } else {
        events.append(event)
      }
    }
    return events
  }
}

extension Event {
  /// The merged event; nil unless both are notches of the same kind.
  fileprivate func joined(with next: Event) -> Event? {
    guard case .mouse(var mouse) = self, case .mouse(let other) = next,
      case .scroll(let direction, let notches) = mouse.action, case .scroll(direction, let more) = other.action,
      mouse.position == other.position, mouse.modifiers == other.modifiers
    else { return nil }
    mouse.action = .scroll(direction, notches: notches + more)
    return .mouse(mouse)
  }
}
