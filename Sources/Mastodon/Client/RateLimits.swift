import FoundationEssentials
import Network
import Synchronization

/// What a server has said of how often it may be asked. Pages above or below something are counted apart from all else
/// (documentation, api/rate-limits).
final class RateLimits: Sendable {
  private static let firstPause = 60.0
  private static let longestPause = 900.0
  /// So many questions are left to the person.
  private static let reserve = 100

  private struct State {
    var untilPaging: Date?
    var untilAny: Date?
    /// How many questions were left when the server said so last, and until when; nil where it does not say.
    var room: (isEnough: Bool, until: Date)?
    /// How often in a row it has asked for patience without saying for how long.
    var silentRefusals = 0

    mutating func forbid(until moment: Date, isPaging: Bool) {
      if isPaging {
        untilPaging = max(untilPaging ?? moment, moment)
      } else {
        untilAny = max(untilAny ?? moment, moment)
      }
    }
  }

  private let state = Mutex(State())

  /// When a question may be asked; nil where it may be now.
  func wait(isPaging: Bool, now: Date) -> Date? {
    state.withLock { state in
      let moments = [state.untilAny, isPaging ? state.untilPaging : nil].compactMap { $0 }
      // What lies further ahead was noted by a clock that has been set back since.
      return moments.filter { $0 > now && $0.timeIntervalSince(now) <= RetryMoment.longest }.max()
    }
  }

  /// Whether so much is left that something may be asked by the way: a hundred questions, or a third of them where the
  /// server allows fewer than three hundred.
  func hasRoom(now: Date) -> Bool {
    guard wait(isPaging: false, now: now) == nil else { return false }
    return state.withLock { state in
      guard let room = state.room, room.until > now,
        room.until.timeIntervalSince(now) <= RetryMoment.longest
      else { return true }
      return room.isEnough
    }
  }

  /// The server has answered, and has said how many questions are left until when.
  func answered(_ limit: RateLimit, isPaging: Bool, now: Date) {
    state.withLock { state in
      state.silentRefusals = 0
      if !isPaging, let remaining = limit.remaining, let reset = limit.reset {
        let reserve = min(Self.reserve, (limit.limit ?? .max) / 3)
        state.room = (remaining >= reserve, reset)
      }
      guard let remaining = limit.remaining, remaining <= 0, let reset = limit.reset else { return }
      state.forbid(until: reset, isPaging: isPaging)
    }
  }

  /// The server has asked for patience.
  /// - Parameter until: in its words; nil where it does not say.
  /// - Returns: when it is to be asked again.
  func refused(until: Date?, isPaging: Bool, now: Date) -> Date {
    state.withLock { state in
      let moment: Date
      if let until {
        moment = until
      } else {
        moment = now.addingTimeInterval(Self.pause(after: state.silentRefusals))
        state.silentRefusals += 1
      }
      state.forbid(until: moment, isPaging: isPaging)
      return moment
    }
  }

  private static func pause(after refusals: Int) -> Double {
    min(longestPause, firstPause * Double(1 << min(refusals, 8)))
  }
}
