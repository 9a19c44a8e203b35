/// Parser for `2026-11-22T01:49:35.409884Z` (RFC 3339), in seconds since 1970.
enum InternetDate {
  static func parse(_ text: String) -> Double? {
    guard text.utf8.count <= 40 else { return nil }
    var rest = text.utf8[...]
    guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2), skip(&rest, "-"),
      let day = number(&rest, 2), skip(&rest, "Tt "), let hour = number(&rest, 2), skip(&rest, ":"),
      let minute = number(&rest, 2), skip(&rest, ":"), let second = number(&rest, 2)
    else { return nil }
    guard let whole = CalendarDay(year, month, day)?.seconds(hour, minute, second), let part = fraction(&rest),
      let offset = offset(&rest), rest.isEmpty
    else { return nil }
    return whole + part - Double(offset)
  }

  private static func number(_ text: inout Substring.UTF8View, _ count: Int) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    text = text.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(_ text: inout Substring.UTF8View, _ either: StaticString) -> Bool {
    guard let first = text.first, either.withUTF8Buffer({ $0.contains(first) }) else { return false }
    text = text.dropFirst()
    return true
  }

  private static func fraction(_ text: inout Substring.UTF8View) -> Double? {
    guard skip(&text, ".,") else { return 0 }
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    text = text.dropFirst(digits.count)
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }

  /// The offset from UTC, in seconds; 0 if missing.
  private static func offset(_ text: inout Substring.UTF8View) -> Int? {
    guard !text.isEmpty, !skip(&text, "Zz") else { return 0 }
    let isWest = text.first == UInt8(ascii: "-")
    guard skip(&text, "+-"), let hours = number(&text, 2) else { return nil }
    _ = skip(&text, ":")
    guard let minutes = text.isEmpty ? 0 : number(&text, 2), hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}

/// Parser for `Sun, 06 Nov 1994 08:49:37 GMT` and its two older forms (RFC 9110, 5.6.7), in seconds since 1970.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static func parse(_ text: String) -> Double? {
    guard text.utf8.count <= 40 else { return nil }
    let words = text.lowercased().split { [" ", ",", "-"].contains($0) }
    let parts: (day: Substring, month: Substring, year: Substring, time: Substring)
    switch words.count {
    case 6 where words[5] == "gmt" || words[5] == "utc": parts = (words[1], words[2], words[3], words[4])
    case 5: parts = (words[2], words[1], words[4], words[3])
    default: return nil
    }
    let time = parts.time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let month = months.firstIndex(of: String(parts.month)), let day = number(parts.day),
      let year = year(parts.year), time.count == 3, let hour = time[0], let minute = time[1], let second = time[2]
    else { return nil }
    return CalendarDay(year, month + 1, day)?.seconds(hour, minute, second)
  }

  /// Two-digit years are from 1970 to 2069.
  private static func year(_ text: Substring) -> Int? {
    guard text.utf8.count != 2 else { return number(text).map { $0 < 70 ? 2000 + $0 : 1900 + $0 } }
    return text.utf8.count == 4 ? Int(text) : nil
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}

/// A day of the Gregorian calendar.
private struct CalendarDay {
  private let days: Int

  init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years that start in March have the leap day at the end.
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1 - 719_468
  }

  /// In seconds since 1970. A leap second is the following second.
  func seconds(_ hour: Int, _ minute: Int, _ second: Int) -> Double? {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second) else { return nil }
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }
}
