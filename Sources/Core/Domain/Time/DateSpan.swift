import FoundationEssentials
import Glibc

/// A year, a month or a day as the user types it: 2015, 2015-03, 2015-03-14 (or 2015/03/14), `today`, `yesterday`. In
/// the local time zone.
public struct DateSpan: Hashable, Sendable {
  public var start: Date
  /// Exclusive.
  public var end: Date

  /// nil if the text is not a date, or one that the calendar does not have.
  public init?(_ text: String, now: Date) {
    switch text.lowercased() {
    case "today": self.init(daysAgo: 0, now: now)
    case "yesterday": self.init(daysAgo: 1, now: now)
    default: self.init(numbers: text)
    }
  }

  private init?(daysAgo: Int32, now: Date) {
    guard var today = LocalDay(now) else { return nil }
    today.day -= daysAgo
    var tomorrow = today
    tomorrow.day += 1
    self.init(from: today, to: tomorrow)
  }

  private init?(numbers text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    let numbers = parts.compactMap { part in part.utf8.allSatisfy(Self.isDigit) ? Int32(part) : nil }
    guard numbers.count == parts.count, parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count <= 2 }),
      let year = numbers.first, year > 0
    else { return nil }
    let first = LocalDay(year: year, month: numbers.count > 1 ? numbers[1] : 1, day: numbers.count > 2 ? numbers[2] : 1)
    guard first.isInCalendar else { return nil }
    var next = first
    switch numbers.count {
    case 1: next.year += 1
    case 2: next.month += 1
    case 3: next.day += 1
    default: return nil
    }
    self.init(from: first, to: next)
  }

  /// nil if the calendar does not have the day.
  init?(_ day: LocalDay) {
    guard day.isInCalendar else { return nil }
    var next = day
    next.day += 1
    self.init(from: day, to: next)
  }

  private init?(from first: LocalDay, to next: LocalDay) {
    guard let start = first.start, let end = next.start else { return nil }
    self.start = start
    self.end = end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// A day in the local time zone. Values beyond a month or a year overflow into the next one.
struct LocalDay {
  var year: Int32
  var month: Int32
  var day: Int32

  var isInCalendar: Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int32] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...12 ~= month && 1...lengths[Int(month) - 1] ~= day
  }

  /// The start of the day.
  var start: Date? {
    guard let (moment, parts) = timestamp(hour: 0, minute: 0) else { return nil }
    // If the clock is set forward at midnight, the day starts one hour later.
    return Date(timeIntervalSince1970: Double(parts.tm_hour == 23 ? moment + 3600 : moment))
  }

  /// The date at a local time. If the clock is set forward over that time, the date that it would have been.
  func moment(hour: Int32, minute: Int32) -> Date? {
    timestamp(hour: hour, minute: minute).map { Date(timeIntervalSince1970: Double($0.moment)) }
  }

  private func timestamp(hour: Int32, minute: Int32) -> (moment: time_t, parts: tm)? {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_isdst) = (year - 1900, month - 1, day, -1)
    (parts.tm_hour, parts.tm_min) = (hour, minute)
    let moment = mktime(&parts)
    guard moment != -1 || parts.tm_year == 69 || parts.tm_year == 70 else { return nil }
    return (moment, parts)
  }
}

extension LocalDay {
  init?(_ date: Date) {
    guard var time = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return nil }
    self.init(year: parts.tm_year + 1900, month: parts.tm_mon + 1, day: parts.tm_mday)
  }
}
