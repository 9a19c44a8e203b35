/// Something that comes from the terminal.
public enum Event: Hashable, Sendable {
  case key(Key)
  /// Text that was pasted, as the terminal sent it: it may have line ends of every kind and control characters.
  case paste(String)
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
    case scroll(Direction)
  }

  public enum Button: Hashable, Sendable {
    case left, middle, right
    /// From 8 on, as X numbers them: back and forward.
    case other(Int)
  }

  public enum Direction: Hashable, Sendable {
    case up, down, left, right
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public static let shift = Self(rawValue: 1)
    public static let alt = Self(rawValue: 2)
    public static let control = Self(rawValue: 4)

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
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
