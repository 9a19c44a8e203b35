/// For how long somebody has waited, in words.
public enum WaitingTime {
  /// What is over sooner is not counted.
  private static let minSeconds = 2

  /// “12 s”, “2 min 5 s”; nil as long as it is not worth a word.
  public static func words(seconds: Int) -> String? {
    guard seconds >= minSeconds else { return nil }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The same behind a sentence that says what is awaited: “ 12 s”.
  public static func ending(seconds: Int) -> String { words(seconds: seconds).map { " \($0)" } ?? "" }
}
