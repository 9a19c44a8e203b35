import Domain
import Foundation

/// A fault of a request to a source, in addition to the failures of the demo accounts.
enum WalkFault: String, CaseIterable, Sendable {
  case offline, timeout, server, limited, expired, gone, slow, untrusted, portal, works

  private static let host = "walk.example"

  /// The time until the response, in seconds.
  var latency: Double {
    switch self {
    case .timeout: 2
    case .slow: 3
    case .offline, .server, .limited, .expired, .gone, .untrusted, .portal, .works: 0
    }
  }

  /// The error, or nil for a valid response.
  func error(now: Date) -> TimelineError? {
    switch self {
    case .offline: .offline(host: Self.host)
    case .timeout: .timedOut(host: Self.host, seconds: 2)
    case .server: .serverError(host: Self.host, message: "It rains into the engine (503)")
    case .limited: .rateLimited(host: Self.host, until: now.addingTimeInterval(5))
    case .expired: .sessionExpired(handle: "walker", host: Self.host)
    case .gone: .postUnavailable(id: PostID("1"), reason: .deleted)
    case .untrusted: .untrustedHost(host: Self.host, reason: "certificate has expired")
    case .portal: .webPage(host: Self.host, title: "Welcome")
    case .works: .maintenance(host: Self.host, until: now.addingTimeInterval(4))
    case .slow: nil
    }
  }
}
