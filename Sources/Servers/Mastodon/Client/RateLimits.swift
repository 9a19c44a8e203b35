import FoundationEssentials
import Network
import Synchronization

/// The rate limits that a server has stated.
final class RateLimits: Sendable {
  private static let firstPause = 60.0
  private static let maxPause = 900.0
  /// The number of requests reserved for those that the user initiates.
  private static let reserve = 100

  /// A separately counted kind of request (documentation, api/rate-limits; Mastodon also counts posts, follows and
  /// reports per account, and states the limit in responses to these).
  enum Budget: Hashable {
    case any
    /// Pages with a cursor.
    case paging
    case uploads, deletions, posts, follows, reports
  }

  private struct State {
    var until: [Budget: Date] = [:]
    /// Whether the last response stated enough remaining requests, and until when; nil if it stated none.
    var remaining: (isEnough: Bool, until: Date)?
    /// The number of consecutive refusals without a date.
    var unspecifiedRefusals: [Budget: Int] = [:]

    mutating func block(_ budget: Budget, until moment: Date, now: Date) {
      // A date further ahead was recorded before the clock was set back.
      let known = until[budget].flatMap { $0.timeIntervalSince(now) <= RetryAfter.maxInterval ? $0 : nil }
      until[budget] = max(known ?? moment, moment)
    }
  }

  private let state = Mutex(State())

  /// Forgets all limits.
  func reset() { state.withLock { $0 = State() } }

  /// When a request is allowed; nil if now.
  func blockedUntil(_ budget: Budget, now: Date) -> Date? {
    state.withLock { state in
      // A date further ahead was recorded before the clock was set back.
      [state.until[.any], state.until[budget]].compactMap { $0 }
        .filter { $0 > now && $0.timeIntervalSince(now) <= RetryAfter.maxInterval }.max()
    }
  }

  /// Whether requests that the user has not initiated are allowed: at least a hundred remain, or a third if the limit
  /// is below three hundred.
  func hasSpareRequests(now: Date) -> Bool {
    guard blockedUntil(.any, now: now) == nil else { return false }
    return state.withLock { state in
      guard let remaining = state.remaining, remaining.until > now,
        remaining.until.timeIntervalSince(now) <= RetryAfter.maxInterval
      else { return true }
      return remaining.isEnough
    }
  }

  /// Records the rate limit stated in a response.
  func recordResponse(_ budget: Budget, _ limit: RateLimit, now: Date) {
    state.withLock { state in
      state.unspecifiedRefusals[budget] = nil
      if budget == .any, let remaining = limit.remaining, let reset = limit.reset {
        let reserve = min(Self.reserve, (limit.limit ?? .max) / 3)
        state.remaining = (remaining >= reserve, reset)
      }
      guard let remaining = limit.remaining, remaining <= 0, let reset = limit.reset else { return }
      state.block(budget, until: reset, now: now)
    }
  }

  /// Records a refusal because of rate limits.
  /// - Parameter until: the date stated by the server; nil if none.
  /// - Returns: when to send the next request.
  func recordRefusal(_ budget: Budget, until: Date?, now: Date) -> Date {
    state.withLock { state in
      let moment: Date
      if let until {
        moment = until
      } else {
        let refusals = state.unspecifiedRefusals[budget] ?? 0
        moment = now.addingTimeInterval(Self.pause(after: refusals))
        state.unspecifiedRefusals[budget] = refusals + 1
      }
      state.block(budget, until: moment, now: now)
      return moment
    }
  }

  private static func pause(after refusals: Int) -> Double {
    min(maxPause, firstPause * Double(1 << min(refusals, 8)))
  }
}

extension RateLimits.Budget {
  init(of request: HTTPRequest) {
    let path = request.url.path
    self =
      switch request.method {
      case .get where request.url.query.contains { ["max_id", "min_id", "since_id"].contains($0.name) }: .paging
      case .post where path == "/api/v1/media" || path == "/api/v2/media": .uploads
      case .delete where path.hasPrefix("/api/v1/statuses/"): .deletions
      case .post where path.hasSuffix("/unreblog"): .deletions
      case .post where path == "/api/v1/statuses" || path.hasSuffix("/reblog"): .posts
      case .put where path.hasPrefix("/api/v1/statuses/"): .posts
      case .post where path.hasSuffix("/follow"): .follows
      case .post where path == "/api/v1/reports": .reports
      default: .any
      }
  }
}
