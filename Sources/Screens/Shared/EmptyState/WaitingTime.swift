/// The elapsed time of a request, in words.
public enum WaitingTime {
  /// Shorter times are not shown.
  private static let minSeconds = 2

  /// “12 s”, “2 min 5 s”; nil if the time is too short to show.
  public static func text(seconds: Int) -> String? {
    guard seconds >= minSeconds else { return nil }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The time as the end of a “Loading…” sentence: “ 12 s”; empty if the time is too short to show.
  public static func ending(seconds: Int) -> String { text(seconds: seconds).map { " \($0)" } ?? "" }
}
