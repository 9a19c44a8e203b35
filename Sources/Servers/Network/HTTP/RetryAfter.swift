import FoundationEssentials

/// When a server allows the next request, from its response headers.
public enum RetryAfter {
  /// The maximum delay, in seconds, whatever the server states.
  public static let maxInterval: Double = 60 * 60

  /// From `Retry-After` (RFC 9110, 10.2.3), otherwise `X-RateLimit-Reset` or `RateLimit-Reset`, which servers give as
  /// ISO 8601, as seconds or milliseconds since 1970, or as seconds from now. Dates are relative to the response's
  /// `Date`, so that wrong clocks do not matter.
  /// - Returns: a date up to an hour after `now`; nil if the response has none, or one that is over and so says nothing
  ///   about the next request.
  public static func date(_ response: HTTPResponse, now: Date) -> Date? {
    guard let seconds = retryAfter(response, now: now) ?? reset(response, now: now), seconds > 0 else { return nil }
    return now.addingTimeInterval(min(seconds, maxInterval))
  }

  private static func retryAfter(_ response: HTTPResponse, now: Date) -> Double? {
    response.headers["Retry-After"].flatMap { text in
      number(text) ?? HTTPDate.parse(text).map { $0 - serverNow(response, now: now) }
    }
  }

  /// In seconds from now.
  static func reset(_ response: HTTPResponse, now: Date) -> Double? {
    for name in ["X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset"] {
      guard let text = response.headers[name] else { continue }
      if let moment = InternetDate.parse(text) ?? HTTPDate.parse(text) { return moment - serverNow(response, now: now) }
      guard let number = number(text) else { continue }
      // 1e9 seconds is in 2001, 1e11 milliseconds in 1973: no rate limit lasts thirty years.
      if number >= 1e11 { return number / 1000 - serverNow(response, now: now) }
      return number >= 1e9 ? number - serverNow(response, now: now) : number
    }
    return nil
  }

  /// In seconds since 1970.
  private static func serverNow(_ response: HTTPResponse, now: Date) -> Double {
    response.headers["Date"].flatMap(HTTPDate.parse) ?? now.timeIntervalSince1970
  }

  /// Digits, with an optional fraction.
  private static func number(_ text: String) -> Double? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
    let rest = text.utf8[digits.endIndex...]
    guard (1...15).contains(digits.count), rest.count <= 15 else { return nil }
    guard
      rest.isEmpty || (rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) })
    else { return nil }
    return Double(text)
  }
}

/// The rate limit stated in a response.
public struct RateLimit: Hashable, Sendable {
  /// `X-RateLimit-Remaining` or `RateLimit-Remaining`.
  public var remaining: Int?
  public var limit: Int?
  /// When it is reset; an hour from now at the latest.
  public var reset: Date?

  public init(of response: HTTPResponse, now: Date) {
    remaining = Self.number(response, "Remaining")
    limit = Self.number(response, "Limit")
    reset = RetryAfter.reset(response, now: now).map {
      now.addingTimeInterval(min(max($0, 0), RetryAfter.maxInterval))
    }
  }

  private static func number(_ response: HTTPResponse, _ name: String) -> Int? {
    let text = response.headers["X-RateLimit-\(name)"] ?? response.headers["RateLimit-\(name)"]
    guard let text, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
