/// Something that comes from the terminal.
public enum Event: Hashable, Sendable {
  case key(Key)
  /// Text that was pasted, as the terminal sent it: it may have line ends of every kind and control characters.
  case paste(String)
  /// Bytes that are no character in the encoding in which the terminal is read.
  case undecodable(encoding: String)
  case mouse(MouseEvent)
  /// The terminal has this size now.
  case resize(Size)
  /// Whether keys go to the terminal's window now.
  case focus(Bool)
}

/// What the mouse has done, and over which cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press(Button)
    /// nil where the terminal does not say which button.
    case release(Button?)
    /// Moved, with a button held down or with none.
    case move(Button?)
    /// So many notches of the wheel, one after another.
    case scroll(Direction, notches: Int = 1)
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
    /// From 8 on, as X numbers them: back and forward.
    case other(Int)
  }

  public enum Direction: Hashable, Sendable {
    case up, down, left, right
  }

  public var action: Action
  /// Counted from 0; a terminal may tell of places outside its screen.
  public var place: Point
  public var modifiers: Modifiers

  public init(_ action: Action, at place: Point, modifiers: Modifiers = []) {
    self.action = action
    self.place = place
    self.modifiers = modifiers
  }
}

extension [Event] {
  /// The events with notches of the wheel that follow one another in the same place as one: a list need not be moved
  /// for each of them.
  public var joiningNotches: [Event] {
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
  /// Both as one; nil where they are not notches of the same kind.
  fileprivate func joined(with next: Event) -> Event? {
    guard case .mouse(var mouse) = self, case .mouse(let other) = next,
      case .scroll(let direction, let notches) = mouse.action, case .scroll(direction, let more) = other.action,
      mouse.place == other.place, mouse.modifiers == other.modifiers
    else { return nil }
    mouse.action = .scroll(direction, notches: notches + more)
    return .mouse(mouse)
  }
}
