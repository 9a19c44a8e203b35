import Foundation

/// Where it is what time.
enum TimeOfDay {
  /// A time zone, as TZ has it, where it is between one and two in the afternoon: what the demo has written in the last
  /// hours is all of one day.
  static var afternoon: String {
    let hour = Int(Date().timeIntervalSince1970) / 3_600 % 24
    // What POSIX has behind the name is how far it is to the west.
    return "TERN\(hour - 13)"
  }
}
