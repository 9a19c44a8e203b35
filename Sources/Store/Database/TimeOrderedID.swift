import FoundationEssentials

/// Where a post stands in the one order that the store keeps everything in. It is the id of the post's row: pages,
/// dates and matches, newest first, are all ranges of ids.
///
/// It is the second of the post's date, and its number among the posts of that second.
enum TimeOrderedID {
  /// So many posts find room in a second; those that do not, stand in the next.
  private static let bits: Int64 = 8
  /// In seconds.
  private static let dayLength: Int64 = 86_400
  /// The years 0 to 9999, in seconds since 1970. What is before or after is cut there.
  private static let years = -62_167_219_200.0...253_402_300_799.0

  /// The first id of the date's second.
  static func first(of date: Date) -> Int64 {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    return Int64(min(max(seconds, years.lowerBound), years.upperBound)) << bits
  }

  /// The day of an id, counted from 1970.
  static func day(of rowID: Int64) -> Int64 {
    let seconds = rowID >> bits
    return (seconds >= 0 ? seconds : seconds - dayLength + 1) / dayLength
  }

  /// The noon of a day, which is of the same year nearly everywhere.
  static func date(ofDay day: Int64) -> Date {
    let seconds = Double(day) * Double(dayLength) + Double(dayLength / 2)
    return Date(timeIntervalSince1970: min(max(seconds, years.lowerBound), years.upperBound))
  }

  /// The first id of a day.
  static func first(ofDay day: Int64) -> Int64 { (day * dayLength) << bits }

  /// How far two ids lie apart, in seconds.
  static func distance(_ one: Int64, _ other: Int64) -> Int64 { abs((one >> bits) - (other >> bits)) }
}
