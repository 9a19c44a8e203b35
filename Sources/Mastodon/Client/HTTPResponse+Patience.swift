import Formats
import FoundationEssentials
import Network

extension HTTPResponse {
  /// When the server wants to be asked again, in its words; nil where it does not say.
  func retryMoment(now: Date) -> Date? {
    if let words = headers["Retry-After"] {
      if let seconds = Double(words) { return moment(after: seconds, now: now) }
    }
    return limitReset(now: now)
  }

  /// When it begins to count anew: ISO 8601 at Mastodon, seconds or milliseconds since 1970 elsewhere.
  func limitReset(now: Date) -> Date? {
    guard let words = headers["X-RateLimit-Reset"] ?? headers["RateLimit-Reset"] else { return nil }
    if let number = Double(words) {
      let seconds = number > 1e11 ? number / 1_000 : number
      return seconds > 1e9
        ? moment(after: seconds - now.timeIntervalSince1970, now: now) : moment(after: seconds, now: now)
    }
    return Timestamp.parse(words)
  }

  private func moment(after seconds: Double, now: Date) -> Date? {
    seconds.isFinite ? now.addingTimeInterval(min(max(0, seconds), 86_400)) : nil
  }
}
