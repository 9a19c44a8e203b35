/// The time of a tweet in milliseconds, and the ID of X for that time.
struct TweetMoment {
  /// Milliseconds since 1970.
  let milliseconds: Int

  /// 2010-12-01, some weeks after X introduced IDs by time, and 2026-10-01.
  static let first = 1_291_161_600_000
  static let last = 1_790_812_800_000

  /// IDs contain the milliseconds since November 2010, and 22 bits that distinguish tweets of the same millisecond.
  func id(telling random: UInt64) -> Int { (milliseconds - 1_288_834_974_657) << 22 | Int(random & 0x3F_FFFF) }

  /// `Fri Mar 06 13:02:05 +0000 2026`
  func appendForX(to text: inout ByteText) {
    let date = civil
    text.append(Self.weekdays[(days + 4) % 7])
    text.append(" ")
    text.append(Self.months[date.month - 1])
    text.append(" ")
    text.append(date.day, digits: 2)
    text.append(" ")
    appendTime(to: &text)
    text.append(" +0000 ")
    text.append(date.year)
  }

  /// `2026-03-06T14:02:05.000Z`
  func appendISO(to text: inout ByteText) {
    let date = civil
    text.append(date.year)
    text.append("-")
    text.append(date.month, digits: 2)
    text.append("-")
    text.append(date.day, digits: 2)
    text.append("T")
    appendTime(to: &text)
    text.append(".000Z")
  }
}

extension TweetMoment {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private var days: Int { milliseconds / 86_400_000 }

  /// Days are counted from 1 March of the year 0, so that the leap day is the last of a year.
  private var civil: (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }

  private func appendTime(to text: inout ByteText) {
    let seconds = milliseconds / 1000 % 86_400
    text.append(seconds / 3600, digits: 2)
    text.append(":")
    text.append(seconds / 60 % 60, digits: 2)
    text.append(":")
    text.append(seconds % 60, digits: 2)
  }
}
