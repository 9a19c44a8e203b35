import Foundation

/// The environment that Tern was started in.
enum Environment {
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// https://no-color.org: set and not empty.
  static var wantsColor: Bool { variables["NO_COLOR"]?.isEmpty ?? true }
}
