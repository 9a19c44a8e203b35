import FoundationEssentials

/// The row ID of a post, which orders all posts of the store by time: pages, dates and search results, newest first,
/// are ranges of IDs.
///
/// It combines the second of the post's date with the post's number within that second.
enum TimeOrderedID {
  /// Bits for the number within a second. Further posts get IDs of the next second.
  private static let bits: Int64 = 8
  /// In seconds.
  private static let dayLength: Int64 = 86_400
  /// The years 0 to 9999, in seconds since 1970. Dates outside are clamped.
  private static let years = -62_167_219_200.0...253_402_300_799.0

  /// The first ID of the date's second.
  static func first(of date: Date) -> Int64 {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    return Int64(min(max(seconds, years.lowerBound), years.upperBound)) << bits
  }

  /// The day of an ID, counted from 1970.
  static func day(of rowID: Int64) -> Int64 {
    let seconds = rowID >> bits
    return (seconds >= 0 ? seconds : seconds - dayLength + 1) / dayLength
  }

  /// The noon of a day in UTC, which is in the same year in nearly all time zones.
  static func date(ofDay day: Int64) -> Date {
    let seconds = Double(day) * Double(dayLength) + Double(dayLength / 2)
    return Date(timeIntervalSince1970: min(max(seconds, years.lowerBound), years.upperBound))
  }

  /// The first ID of a day.
  static func first(ofDay day: Int64) -> Int64 { (day * dayLength) << bits }

  /// The distance of two IDs in seconds.
  static func distance(_ one: Int64, _ other: Int64) -> Int64 { abs((one >> bits) - (other >> bits)) }
}
