import FoundationEssentials

/// Parses the time at which a server should publish a post, as the user types it: `2026-12-01 09:00`, `today 18:00`,
/// `tomorrow 9:00`, in the local time zone; `tomorrow`, which means nine o'clock; or as a delay: `+30m`, `+2h`, `+3d`.
public enum PublishTime {
  public enum ParseError: Error, Hashable, Sendable {
    case unreadable
    case tooSoon
  }

  /// Minimum delay that servers accept, in seconds (Mastodon's documentation, methods/statuses).
  static let minLeadTime = 300.0
  /// The time that sending may take, in seconds. Added to a delay, so that the shortest one is still accepted when the
  /// post arrives.
  private static let margin = 30.0

  /// - Throws: `unreadable` if the text has none of the forms or is not a date of the calendar; `tooSoon` if it is less
  ///   than `minLeadTime` from now.
  public static func date(_ text: String, now: Date) throws(ParseError) -> Date {
    let words = text.split(whereSeparator: \.isWhitespace).flatMap { word in
      word.first?.isNumber == true ? word.split { $0 == "T" || $0 == "t" } : [word]
    }
    let moment =
      switch words.count {
      case 1: fromNow(words[0], now) ?? self.moment(words[0], "9:00", now)
      case 2: self.moment(words[0], words[1], now)
      default: nil as Date?
      }
    guard let moment else { throw .unreadable }
    guard isFarEnough(moment, now: now) else { throw .tooSoon }
    return moment
  }

  public static func isFarEnough(_ moment: Date, now: Date) -> Bool {
    moment.timeIntervalSince(now) >= minLeadTime
  }

  /// Parses a delay. The result is rounded up to a full minute.
  private static func fromNow(_ text: Substring, _ now: Date) -> Date? {
    guard text.first == "+", let seconds = duration(text.dropFirst()) else { return nil }
    let moment = now.timeIntervalSince1970 + seconds + margin
    return Date(timeIntervalSince1970: (moment / 60).rounded(.up) * 60)
  }

  /// Parses a duration in seconds: `30m`, `2h`, `3d`. nil for other strings.
  public static func duration(_ text: Substring) -> Double? {
    guard let unit = text.last.flatMap({ units[$0] }), let count = number(text.dropLast(), digits: 1...5) else {
      return nil
    }
    return Double(count) * unit
  }

  private static let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400]

  private static func moment(_ dayText: Substring, _ time: Substring, _ now: Date) -> Date? {
    guard let day = day(dayText, now) else { return nil }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 2...2),
      hour < 24, minute < 60
    else { return nil }
    return day.moment(hour: hour, minute: minute)
  }

  private static func day(_ text: Substring, _ now: Date) -> LocalDay? {
    switch text.lowercased() {
    case "today": return LocalDay(now)
    case "tomorrow":
      var day = LocalDay(now)
      day?.day += 1
      return day
    default:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, let year = number(parts[0], digits: 4...4), let month = number(parts[1], digits: 1...2),
        let number = number(parts[2], digits: 1...2)
      else { return nil }
      let day = LocalDay(year: year, month: month, day: number)
      return day.isInCalendar ? day : nil
    }
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int32? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int32(text)
  }
}
