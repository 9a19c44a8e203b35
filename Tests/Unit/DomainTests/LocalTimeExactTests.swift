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
