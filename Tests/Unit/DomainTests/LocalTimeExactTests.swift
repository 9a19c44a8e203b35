import Domain
import Foundation
import TestSupport
import Testing

@Suite struct LocalTimeExactTests {
  @Test(arguments: [Date.noon, .distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300)])
  func `Exact times have local time and UTC`(date: Date) {
    let exact = LocalTime.exact(date)
    #expect(exact.hasPrefix("\(LocalTime.day(date)) \(LocalTime.clock(date))"))
    #expect(exact.hasSuffix(" UTC"))
    if date == .noon { #expect(exact.contains("12:00:00 UTC")) }
  }

  @Test(
    arguments: [
      (-30, 60), (0, 60), (59, 60), (60, 120), (125, 180), (3_599, 3_600), (3_600, 7_200), (86_399, 86_400),
      (86_400, 172_800), (13.5 * 86_400, 14 * 86_400), (14 * 86_400, 21 * 86_400), (69 * 86_400, 70 * 86_400),
      (-61, nil), (70 * 86_400, nil), (1e12, nil),
    ] as [(Double, Double?)])
  func `An age ends when its words change, after a minute at the earliest`(age: Double, end: Double?) {
    let written = Date.noon
    let now = written.addingTimeInterval(age)
    let ends = TimeStyle.ages.nextChange(of: written, at: now).map { $0 / .seconds(1) - written.timeIntervalSince1970 }
    #expect(ends == end)
    if let end, age >= 60 {
      let words = TimeStyle.ages.words(for: written, at: now)
      #expect(TimeStyle.ages.words(for: written, at: written.addingTimeInterval(end - 1)) == words)
      #expect(TimeStyle.ages.words(for: written, at: written.addingTimeInterval(end)) != words)
    }
    #expect(TimeStyle.dates.nextChange(of: written, at: now) == nil)
  }

  @Test(arguments: [
    (253_402_387_139, "9999-12-31", "23:59:59"), (253_402_300_799, "9999-12-31", "23:59:59"),
    (-62_167_219_200, "0-01-01", "00:00:00"), (-1e300, "0-01-01", "00:00:00"),
    (1_795_176_000, "2026-11-20", "12:00:00"),
  ])
  func `Dates are clamped to the years 0 to 9999`(seconds: Double, day: String, clock: String) {
    let date = Date(timeIntervalSince1970: seconds)
    // In any time zone.
    let local = (day: LocalTime.day(date), clock: LocalTime.clock(date))
    let universal = local.day == day ? clock : "\(day) \(clock)"
    let isSame = local == (day, clock)
    #expect(LocalTime.exact(date) == "\(local.day) \(local.clock)" + (isSame ? " UTC" : " · \(universal) UTC"))
  }
}
