import FoundationEssentials
import Glibc

/// Formats dates in the local time zone.
public enum LocalTime {
  /// `12:04:09`.
  public static func clock(_ date: Date) -> String {
    clock(parts(date))
  }

  /// `12:04:09`; on another day `2026-11-19 12:04`.
  public static func moment(_ date: Date, at now: Date) -> String {
    day(date) == day(now) ? clock(date) : minute(date)
  }

  /// `2026-11-20 12:04`.
  public static func minute(_ date: Date) -> String {
    let parts = parts(date)
    return "\(day(date)) \(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
  }

  /// `2026-11-20`.
  public static func day(_ date: Date) -> String {
    day(parts(date))
  }

  /// `2026`.
  public static func year(_ date: Date) -> String {
    "\(Int(parts(date).tm_year) + 1900)"
  }

  /// A day of the calendar.
  public struct Day: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// From 0 for Monday to 6 for Sunday, by Sakamoto's method.
    public var weekday: Int {
      let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
      let year = month < 3 ? year - 1 : year
      let sum = year + year / 4 - year / 100 + year / 400 + offsets[min(max(month, 1), 12) - 1] + day
      return ((sum + 6) % 7 + 7) % 7
    }
  }

  /// The day, and the hour from 0 to 23.
  public static func calendar(_ date: Date) -> (day: Day, hour: Int) {
    let parts = parts(date)
    return (
      Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday)), Int(parts.tm_hour)
    )
  }

  /// The period under which posts are grouped: the day, `2026-11-20`, as long as ages are shown; before that the month,
  /// `2015-03`.
  public static func period(of date: Date, at now: Date) -> String {
    let day = day(date)
    return now.timeIntervalSince(date) < agesEnd ? day : String(day.dropLast(3))
  }

  /// `2026-11-20 13:04:09 · 12:04:09 UTC`: local time and UTC to the second, with the UTC day if it differs.
  public static func exact(_ date: Date) -> String {
    let local = (day: day(date), clock: clock(date))
    let universal = (day: day(utcParts(date)), clock: clock(utcParts(date)))
    if local == universal { return "\(local.day) \(local.clock) UTC" }
    let otherDay = local.day == universal.day ? "" : "\(universal.day) "
    return "\(local.day) \(local.clock) · \(otherDay)\(universal.clock) UTC"
  }

  /// The age in at most four characters: `now`, `40s`, `2m`, `5h`, `3d`, `2w`; after ten weeks the day itself.
  public static func age(of date: Date, at now: Date) -> String {
    let seconds = Int(now.timeIntervalSince(date).clamped(to: -1e12...1e12))
    switch seconds {
    case ..<0: return seconds > -60 ? "now" : day(date)
    case ..<5: return "now"
    case ..<60: return "\(seconds)s"
    case ..<3600: return "\(seconds / 60)m"
    case ..<86_400: return "\(seconds / 3600)h"
    case ..<(14 * 86_400): return "\(seconds / 86_400)d"
    case ..<Int(agesEnd): return "\(seconds / (7 * 86_400))w"
    default: return day(date)
    }
  }

  /// The date at which an age changes, or the first minute ends; nil if the day is shown.
  static func nextAgeChange(of date: Date, at now: Date) -> Date? {
    let age = now.timeIntervalSince(date)
    guard age > -60, age < agesEnd else { return nil }
    let units: [(size: Double, limit: Double)] = [
      (60, 3600), (3600, 86_400), (86_400, 14 * 86_400), (7 * 86_400, agesEnd),
    ]
    let unit = units.first { age < $0.limit }?.size ?? agesEnd
    return date.addingTimeInterval(min((max(0, age) / unit).rounded(.down) * unit + unit, agesEnd))
  }

  /// The age in seconds after which the day is shown.
  private static let agesEnd: Double = 70 * 86_400

  /// The years 0 to 9999 in seconds. Dates outside are clamped.
  private static let years = -62_167_219_200.0...253_402_300_799.0

  private static func parts(_ date: Date) -> tm {
    var time = time_t(date.timeIntervalSince1970.clamped(to: years))
    var parts = tm()
    localtime_r(&time, &parts)
    return parts
  }

  private static func utcParts(_ date: Date) -> tm {
    var time = time_t(date.timeIntervalSince1970.clamped(to: years))
    var parts = tm()
    gmtime_r(&time, &parts)
    return parts
  }

  private static func clock(_ parts: tm) -> String {
    "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
  }

  private static func day(_ parts: tm) -> String {
    "\(Int(parts.tm_year) + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
