import FoundationEssentials
import Testing

@testable import Formats

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-20T12:00:00Z", 1_795_176_000), ("2026-11-20T12:00:00.5Z", 1_795_176_000.5),
    ("2026-11-20t12:00:00.123456789z", 1_795_176_000.123456789), ("2026-11-20T13:30:00+01:30", 1_795_176_000),
    ("2026-11-20T04:00:00-0800", 1_795_176_000), ("2026-11-20 12:00", 1_795_176_000), ("2026-11-20", 1_795_132_800),
    ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("Sun Aug 31 00:29:15 +0000 2014", 1_409_444_955),
    ("Fri Mar 06 13:02:05 +0100 2026", 1_772_798_525),
  ])
  func `dates are parsed`(text: String, seconds: Double) throws {
    #expect(abs(try #require(Timestamp.parse(text)).timeIntervalSince1970 - seconds) < 0.0001)
  }

  @Test(arguments: [
    "", "yesterday", "2026-02-30T00:00:00Z", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
    "2026-11-20T24:00Z",
    "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00Zx", "2026-11-20T12:00:00+1", "26-11-20", "1795176000",
    "Sun Aug 32 00:29:15 +0000 2014", "Sun Foo 31 00:29:15 +0000 2014", "Sun Aug 31", "now-3m",
  ])
  func `other texts are nil`(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  @Test(arguments: [
    ("now", 0), ("now-90s", 90), ("now-14m", 840), ("now-2h", 7200), ("now-3d", 259_200), ("now-1w", 604_800),
  ])
  func `relative dates are parsed`(text: String, secondsAgo: Double) {
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    #expect(Timestamp.parse(text, now: now) == now.addingTimeInterval(-secondsAgo))
  }

  @Test(arguments: ["now-", "now-m", "now-14", "now-14y", "now-99999999999m", "now+1m", "nowhere"])
  func `malformed relative dates are nil`(text: String) {
    #expect(Timestamp.parse(text, now: Date(timeIntervalSince1970: 0)) == nil)
  }

  @Test(arguments: [
    (1_795_176_000.9, "2026-11-20T12:00:00Z"), (0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
    (.infinity, "9999-12-31T23:59:59Z"), (-.infinity, "0000-01-01T00:00:00Z"), (.nan, "1970-01-01T00:00:00Z"),
  ])
  func `dates are formatted in UTC with seconds`(seconds: Double, text: String) {
    #expect(Timestamp.format(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test func `every day of four centuries is read back`() {
    for day in stride(from: -146_097 / 2, to: 146_097, by: 1) {
      let date = Date(timeIntervalSince1970: Double(day) * 86400 + 3661)
      #expect(Timestamp.parse(Timestamp.format(date)) == date)
    }
  }
}
