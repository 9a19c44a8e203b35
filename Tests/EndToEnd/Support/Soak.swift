import Foundation

/// Whether tests run with many repetitions: `make soak`.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["TERN_SOAK"] == "1"
}
