import FoundationEssentials
import Network
import Synchronization

/// What a server has said of how often it may be asked.
final class RateLimits: Sendable {
  private static let firstPause = 60.0
  private static let longestPause = 900.0
  /// So many questions are left to the person.
  private static let reserve = 100

  /// What is counted apart from all else (documentation, api/rate-limits; and what Mastodon counts of a single person:
  /// posts, follows and reports, of which the answer to such a request tells).
  enum Budget: Hashable {
    case any
    /// Pages above or below something.
    case paging
    case uploads, deletions, posts, follows, reports
  }

  private struct State {
    var until: [Budget: Date] = [:]
    /// Whether enough questions were left when the server said so last, and until when; nil where it does not say.
    var room: (isEnough: Bool, until: Date)?
    /// How often in a row it has asked for patience without saying for how long.
    var silentRefusals: [Budget: Int] = [:]

    mutating func forbid(_ budget: Budget, until moment: Date, now: Date) {
      // What lies further ahead was noted by a clock that has been set back since.
      let known = until[budget].flatMap { $0.timeIntervalSince(now) <= RetryMoment.longest ? $0 : nil }
      until[budget] = max(known ?? moment, moment)
    }
  }

  private let state = Mutex(State())

  /// When a question may be asked; nil where it may be now.
  func wait(_ budget: Budget, now: Date) -> Date? {
    state.withLock { state in
      // What lies further ahead was noted by a clock that has been set back since.
      [state.until[.any], state.until[budget]].compactMap { $0 }
        .filter { $0 > now && $0.timeIntervalSince(now) <= RetryMoment.longest }.max()
    }
  }

  /// Whether so much is left that something may be asked by the way: a hundred questions, or a third of them where the
  /// server allows fewer than three hundred.
  func hasRoom(now: Date) -> Bool {
    guard wait(.any, now: now) == nil else { return false }
    return state.withLock { state in
      guard let room = state.room, room.until > now,
        room.until.timeIntervalSince(now) <= RetryMoment.longest
      else { return true }
      return room.isEnough
    }
  }

  /// The server has answered, and has said how many questions are left until when.
  func answered(_ budget: Budget, _ limit: RateLimit, now: Date) {
    state.withLock { state in
      state.silentRefusals[budget] = nil
      if budget == .any, let remaining = limit.remaining, let reset = limit.reset {
        let reserve = min(Self.reserve, (limit.limit ?? .max) / 3)
        state.room = (remaining >= reserve, reset)
      }
      guard let remaining = limit.remaining, remaining <= 0, let reset = limit.reset else { return }
      state.forbid(budget, until: reset, now: now)
    }
  }

  /// The server has asked for patience.
  /// - Parameter until: in its words; nil where it does not say.
  /// - Returns: when it is to be asked again.
  func refused(_ budget: Budget, until: Date?, now: Date) -> Date {
    state.withLock { state in
      let moment: Date
      if let until {
        moment = until
      } else {
        let refusals = state.silentRefusals[budget] ?? 0
        moment = now.addingTimeInterval(Self.pause(after: refusals))
        state.silentRefusals[budget] = refusals + 1
      }
      state.forbid(budget, until: moment, now: now)
      return moment
    }
  }

  private static func pause(after refusals: Int) -> Double {
    min(longestPause, firstPause * Double(1 << min(refusals, 8)))
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
