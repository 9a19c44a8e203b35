import FoundationEssentials

/// The form in which a list shows the time of a post.
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

  /// The date at which the text for a date changes, as the time since 1970; nil if it does not change.
  public func nextChange(of date: Date, at now: Date) -> Duration? {
    switch self {
    case .ages: LocalTime.nextAgeChange(of: date, at: now).map { .seconds($0.timeIntervalSince1970) }
    case .dates: nil
    }
  }
}
