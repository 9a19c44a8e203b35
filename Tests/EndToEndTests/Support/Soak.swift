import Foundation

/// Whether tests take the long way: `make soak`.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["TERN_SOAK"] == "1"
}
