import Domain
import Foundation

/// How a question to a source may end, apart from what the demo's accounts do by themselves.
enum WalkFault: String, CaseIterable, Sendable {
  case offline, timeout, server, limited, expired, gone, slow, untrusted, portal, works

  private static let host = "walk.example"

  /// Seconds until there is an answer.
  var latency: Double {
    switch self {
    case .timeout: 2
    case .slow: 3
    case .offline, .server, .limited, .expired, .gone, .untrusted, .portal, .works: 0
    }
  }

  /// What the answer is; nil where it is a good one.
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
