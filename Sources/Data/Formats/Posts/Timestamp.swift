import FoundationEssentials

/// Dates as in sources. With its own calendar arithmetic, for speed: a file of a million posts has a million dates.
public enum Timestamp {
  /// Parses a date of RFC 3339 (0 to 9 fraction digits, Z or an offset; UTC if neither is present), or of X's archives:
  /// `Sun Aug 31 00:29:15 +0000 2014`. nil for other strings and impossible dates.
  public static func parse(_ text: String) -> Date? {
    var digits = TimestampScanner(text)
    return (digits.isAtDigit ? rfc3339(&digits) : xArchive(&digits)).map(Date.init(timeIntervalSince1970:))
  }

  /// Parses a date, or `now-14m`: that long ago, in s, m, h, d or w.
  public static func parse(_ text: String, now: Date) -> Date? {
    guard text.hasPrefix("now") else { return parse(text) }
    if text == "now" { return now }
    let seconds: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
    guard text.hasPrefix("now-"), let unit = text.last.flatMap({ seconds[$0] }),
      let amount = UInt32(text.dropFirst(4).dropLast())
    else { return nil }
    return now.addingTimeInterval(-Double(amount) * unit)
  }

  /// Formats a date in ISO 8601, UTC, with seconds: `2026-11-20T12:00:00Z`. Limited to the years 0 to 9999.
  public static func format(_ date: Date) -> String {
    let earliest = seconds(year: 0, month: 1, day: 1)
    let latest = seconds(year: 9999, month: 12, day: 31) + 86399
    let interval = date.timeIntervalSince1970
    let total = Int(interval.isNaN ? 0 : max(earliest, min(latest, interval.rounded(.down))))
    let second = (total % 86400 + 86400) % 86400
    let (year, month, day) = civil(fromDay: (total - second) / 86400)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + "Z"
  }
}

extension Timestamp {
  private static func rfc3339(_ text: inout TimestampScanner) -> Double? {
    guard let year = text.number(digits: 4), text.consume("-"), let month = text.number(digits: 2), text.consume("-"),
      let day = text.number(digits: 2), isDay(year, month, day)
    else { return nil }
    let midnight = seconds(year: year, month: month, day: day)
    if text.isAtEnd { return midnight }
    guard text.consume("T") || text.consume("t") || text.consume(" "), let time = text.timeOfDay() else { return nil }
    let fraction = text.consume(".") ? text.fraction() : 0
    // X's archives of 2012 to 2018: `2013-05-01 12:00:00 +0000`.
    _ = text.consume(" ")
    guard let fraction, let offset = text.offset(), text.isAtEnd else { return nil }
    return midnight + time + fraction - offset
  }

  private static func xArchive(_ text: inout TimestampScanner) -> Double? {
    guard text.skipWord(), text.consume(" "), let month = text.month(), text.consume(" "),
      let day = text.number(digits: 2),
      text.consume(" "), let time = text.timeOfDay(),
      text.consume(" "), let offset = text.offset(), text.consume(" "), let year = text.number(digits: 4),
      text.isAtEnd, isDay(year, month, day)
    else { return nil }
    return seconds(year: year, month: month, day: day) + time - offset
  }

  private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard 1...12 ~= month, day >= 1 else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days are counted from March, so that the leap day is the last of a year (H. Hinnant, “chrono-Compatible Low-Level
  /// Date Algorithms”). For years from 0 on.
  private static func seconds(year: Int, month: Int, day: Int) -> Double {
    let year = (month <= 2 ? year - 1 : year) + 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    return Double(days) * 86400
  }

  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468 + 146_097
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = (shiftedMonth + 2) % 12 + 1
    let year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Scans a timestamp from left to right.
struct TimestampScanner {
  /// Three-letter names of months, as numbers.
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    .map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { index == bytes.count }

  var isAtDigit: Bool { !isAtEnd && 0x30...0x39 ~= bytes[index] }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard isAtDigit else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }

  /// - Returns: whether there was one.
  mutating func skipWord() -> Bool {
    let start = index
    while !isAtEnd, bytes[index] != 0x20 { index += 1 }
    return index > start
  }

  /// `Jan` to `Dec`, from 1.
  mutating func month() -> Int? {
    guard index + 3 <= bytes.count else { return nil }
    let letters = bytes[index..<index + 3].reduce(0) { $0 << 8 | UInt32($1) }
    index += 3
    return Self.months.firstIndex(of: letters).map { $0 + 1 }
  }

  /// `12:34` or `12:34:56`, in seconds. Leap seconds are accepted.
  mutating func timeOfDay() -> Double? {
    guard let hour = number(digits: 2), hour < 24, consume(":"), let minute = number(digits: 2), minute < 60 else {
      return nil
    }
    guard consume(":") else { return Double(hour * 3600 + minute * 60) }
    guard let second = number(digits: 2), second <= 60 else { return nil }
    return Double(hour * 3600 + minute * 60 + second)
  }

  /// The digits after the decimal point.
  mutating func fraction() -> Double? {
    guard isAtDigit else { return nil }
    var value = 0.0
    var scale = 0.1
    while isAtDigit {
      value += Double(bytes[index] - 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in seconds.
  mutating func offset() -> Double? {
    if isAtEnd || consume("Z") || consume("z") { return 0 }
    let sign = consume("-") ? -1.0 : 1
    guard sign < 0 || consume("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    let hasMinutes = consume(":") || isAtDigit
    guard let minutes = hasMinutes ? number(digits: 2) : 0, minutes < 60 else { return nil }
    return sign * Double(hours * 3600 + minutes * 60)
  }
}

extension JSONValue {
  /// A date as in sources.
  package var date: Date? { string.flatMap(Timestamp.parse) }
}
