import Foundation

/// Time zones by their current time.
enum TimeOfDay {
  /// A value of TZ for which it is between 1 and 2 pm, so that the demo's posts of the last hours are from one day.
  static var afternoon: String {
    let hour = Int(Date().timeIntervalSince1970) / 3_600 % 24
    // In POSIX the offset counts to the west.
    return "TERN\(hour - 13)"
  }
}
