import FoundationEssentials

/// When a server lets us in again, as the head of its answer says.
public enum RetryMoment {
  /// Nobody is sent away for longer, in seconds, whatever the server says.
  public static let longest: Double = 60 * 60

  /// `Retry-After` (RFC 9110, 10.2.3), else `X-RateLimit-Reset` or `RateLimit-Reset`, which servers give as ISO 8601, as
  /// seconds or milliseconds since 1970, or as seconds from now. Moments are compared with the `Date` of the answer, so
  /// it does not matter whose clock is wrong.
  /// - Returns: from `now` to an hour later; nil where the answer does not say.
  public static func of(_ response: HTTPResponse, now: Date) -> Date? {
    guard let seconds = retryAfter(response, now: now) ?? reset(response, now: now) else { return nil }
    return now.addingTimeInterval(min(max(seconds, 0), longest))
  }

  private static func retryAfter(_ response: HTTPResponse, now: Date) -> Double? {
    response.headers["Retry-After"].flatMap { text in
      number(text) ?? HTTPDate.parse(text).map { $0 - serverNow(response, now: now) }
    }
  }

  /// From now on, in seconds.
  static func reset(_ response: HTTPResponse, now: Date) -> Double? {
    for name in ["X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset"] {
      guard let text = response.headers[name] else { continue }
      if let moment = InternetDate.parse(text) ?? HTTPDate.parse(text) { return moment - serverNow(response, now: now) }
      guard let number = number(text) else { continue }
      // 1e9 seconds were over in 2001, 1e11 milliseconds in 1973: no limit lasts for thirty years.
      if number >= 1e11 { return number / 1000 - serverNow(response, now: now) }
      return number >= 1e9 ? number - serverNow(response, now: now) : number
    }
    return nil
  }

  /// In seconds since 1970.
  private static func serverNow(_ response: HTTPResponse, now: Date) -> Double {
    response.headers["Date"].flatMap(HTTPDate.parse) ?? now.timeIntervalSince1970
  }

  /// Digits, and a fraction where there is one.
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

/// How often a server may still be asked.
public struct RateLimit: Hashable, Sendable {
  /// `X-RateLimit-Remaining` or `RateLimit-Remaining`.
  public var remaining: Int?
  public var limit: Int?
  /// When it begins anew; an hour from now at the latest.
  public var reset: Date?

  public init(of response: HTTPResponse, now: Date) {
    remaining = Self.number(response, "Remaining")
    limit = Self.number(response, "Limit")
    reset = RetryMoment.reset(response, now: now).map {
      now.addingTimeInterval(min(max($0, 0), RetryMoment.longest))
    }
  }

  private static func number(_ response: HTTPResponse, _ name: String) -> Int? {
    let text = response.headers["X-RateLimit-\(name)"] ?? response.headers["RateLimit-\(name)"]
    guard let text, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
