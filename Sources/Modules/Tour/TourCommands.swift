import TerminalKit

/// What can be done on the tour.
public enum TourCommands {
  public static let next = Command(
    "next-example", "next example", keys: ["Enter", "Space", "j", "Down", "Right", "n"])
  public static let previous = Command("previous-example", "previous example", keys: ["k", "Up", "Left"])

  public static let all = [next, previous]
}
