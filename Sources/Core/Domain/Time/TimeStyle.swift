import FoundationEssentials

/// How a list shows the time of a post.
public enum TimeStyle: String, CaseIterable, Sendable {
  /// `2m`, `3d`.
  case ages
  /// `2026-11-20 12:04`.
  case dates

  public func words(for date: Date, at now: Date) -> String {
    switch self {
    case .ages: LocalTime.age(of: date, at: now)
    case .dates: LocalTime.minute(date)
    }
  }

  /// When the words for a date change, as the time since 1970; nil if they do not.
  public func end(of date: Date, at now: Date) -> Duration? {
    switch self {
    case .ages: LocalTime.ageEnd(of: date, at: now).map { .seconds($0.timeIntervalSince1970) }
    case .dates: nil
    }
  }
}
