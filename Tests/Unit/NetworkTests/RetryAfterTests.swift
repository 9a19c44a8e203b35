import Foundation
import Network
import Testing

@Suite struct RetryAfterTests {
  /// 2026-11-20T12:00:00Z.
  private let now = Date(timeIntervalSince1970: 1_795_176_000)

  /// The delay in seconds.
  private func delay(_ headers: HTTPHeaders) throws -> Double? {
    let url = try #require(HTTPAddress("https://timeline.example"))
    let moment = RetryAfter.date(HTTPResponse(status: 429, headers: headers, url: url), now: now)
    return moment.map { $0.timeIntervalSince(now) }
  }

  @Test(arguments: [
    ("120", 120), ("1.5", 1.5), ("3600", 3600), ("3601", 3600), ("999999999999999", 3600),
    ("Fri, 20 Nov 2026 12:01:30 GMT", 90), ("Friday, 20-Nov-26 12:01:30 GMT", 90), ("Fri Nov 20 12:01:30 2026", 90),
    ("Thu, 31 Dec 2099 23:59:59 GMT", 3600),
  ])
  func `Retry-After is seconds or a date`(text: String, seconds: Double) throws {
    #expect(try delay(["Retry-After": text]) == seconds)
  }

  @Test(arguments: ["0", "0.0", "Fri, 20 Nov 2026 11:00:00 GMT", "2026-11-20T11:59:59Z", "1970-01-01T00:00:00Z"])
  func `a date that is over says nothing`(text: String) throws {
    #expect(try delay(["Retry-After": text]) == nil)
    #expect(try delay(["X-RateLimit-Reset": text]) == nil)
  }

  @Test(arguments: [
    "", "-1", "soon", "1e9", "nan", "inf", "0x10", "9999999999999999999999", "Fri, 20 Foo 2026 12:00:00 GMT",
    "Fri, 40 Nov 2026 12:00:00 GMT", "Fri, 20 Nov 2026 25:00:00 GMT", "Fri, 20 Nov 20266 12:00:00 GMT",
    "Fri, 20 Nov 2026 12:00 GMT", "Fri, 20 Nov 2026 12:00:00 CET", String(repeating: "9", count: 1000),
    "2026-13-20T12:00:00Z", "2026-11-20T12:00:00+99:00", "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00Zx",
  ])
  func `invalid dates are ignored`(text: String) throws {
    #expect(try delay(["Retry-After": text]) == nil)
    #expect(try delay(["X-RateLimit-Reset": text]) == nil)
  }

  @Test(arguments: [
    ("2026-11-20T12:00:30.409884Z", 30.409884), ("2026-11-20T12:05:00Z", 300), ("2026-11-20T13:05:00+01:00", 300),
    ("2026-11-20T08:35:00-0330", 300), ("1795176060", 60), ("1795176060000", 60), ("45", 45),
    ("2027-01-01T00:00:00Z", 3600),
  ])
  func `reset has several forms`(text: String, seconds: Double) throws {
    for name in ["X-RateLimit-Reset", "ratelimit-reset"] {
      let delay = try #require(try delay([name: text]))
      #expect(abs(delay - seconds) < 0.001)
    }
  }

  @Test func `the response date corrects a wrong clock`() throws {
    let date = "Fri, 20 Nov 2026 18:00:00 GMT"
    #expect(try delay(["Date": date, "Retry-After": "Fri, 20 Nov 2026 18:00:20 GMT"]) == 20)
    #expect(try delay(["Date": date, "X-RateLimit-Reset": "2026-11-20T18:00:20Z"]) == 20)
    #expect(try delay(["Date": date, "X-RateLimit-Reset": "1795197620"]) == 20)
    #expect(try delay(["Date": date, "Retry-After": "20"]) == 20)
  }

  @Test func `Retry-After precedes reset`() throws {
    #expect(try delay(["X-RateLimit-Reset": "50", "Retry-After": "20"]) == 20)
    #expect(try delay(["X-RateLimit-Reset": "50", "Retry-After": "soon"]) == 50)
  }

  @Test func `without headers there is no date`() throws {
    #expect(try delay([:]) == nil)
  }

  @Test func `leap years are counted`() throws {
    let moments = ["2000-02-29T00:00:00Z", "2024-03-01T00:00:00Z", "1970-01-01T00:00:00Z", "2100-03-01T00:00:00Z"]
    let formatter = ISO8601DateFormatter()
    for moment in moments {
      let date = try #require(formatter.date(from: moment))
      let url = try #require(HTTPAddress("https://timeline.example"))
      let response = HTTPResponse(status: 429, headers: ["X-RateLimit-Reset": moment], url: url)
      #expect(RetryAfter.date(response, now: date.addingTimeInterval(-7)) == date)
    }
  }

  @Test func `remaining requests are read`() throws {
    let url = try #require(HTTPAddress("https://timeline.example"))
    let headers: HTTPHeaders = [
      "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-11-20T12:05:00.123456Z",
    ]
    let limit = RateLimit(of: HTTPResponse(status: 200, headers: headers, url: url), now: now)
    #expect(limit.remaining == 0)
    #expect(limit.limit == 300)
    #expect(limit.reset.map { Int($0.timeIntervalSince(now)) } == 300)
    let other = RateLimit(of: HTTPResponse(status: 200, headers: ["RateLimit-Remaining": "7"], url: url), now: now)
    #expect(other.remaining == 7)
    #expect(other.reset == nil)
    for text in ["-1", "x", "99999999999999999999"] {
      let response = HTTPResponse(status: 200, headers: ["X-RateLimit-Remaining": text], url: url)
      #expect(RateLimit(of: response, now: now).remaining == nil)
    }
  }
}
