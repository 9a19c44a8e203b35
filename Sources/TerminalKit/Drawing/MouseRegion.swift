/// What a click on a text does.
public enum MouseTarget: Hashable, Sendable {
  /// Does what the key does.
  case key(Key)
  /// Has the command done, where it is available.
  case command(Command)
  /// Leads to an address. Who opens it knows whoever draws the text.
  case link(String)
}

/// A part of the screen that answers to the mouse. It is noted on the canvas by whoever draws what stands there.
public struct MouseRegion: Sendable {
  public enum Answer: Sendable {
    case target(MouseTarget)
    case click(@MainActor () -> Void)
    /// Told where it was clicked, from the corner of the area, and then where the button was let go, if that is elsewhere;
    /// that may be outside. What lies between is meant where `extends` is true.
    case place(@MainActor (_ place: Point, _ extends: Bool) -> Void)
    /// Told how many notches the wheel was turned, down where positive.
    case scroll(@MainActor (_ notches: Int) -> Void)
  }

  /// Lines that a text moves by at each notch of the wheel.
  public static let linesPerNotch = 3

  public let area: Rect
  public let answer: Answer

  public init(_ area: Rect, _ answer: Answer) {
    self.area = area
    self.answer = answer
  }

  var takesClicks: Bool { !takesWheel }

  var takesWheel: Bool {
    if case .scroll = answer { true } else { false }
  }
}

extension [MouseRegion] {
  /// The one in front of those at a place that are as wanted.
  func front(at place: Point, where isWanted: (MouseRegion) -> Bool) -> MouseRegion? {
    last { $0.area.contains(place) && isWanted($0) }
  }
}
