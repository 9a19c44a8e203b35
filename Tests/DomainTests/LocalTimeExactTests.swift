import Domain
import Foundation
import TestSupport
import Testing

@Suite struct LocalTimeExactTests {
  @Test(arguments: [Date.noon, .distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300)])
  func `An exact moment is told here and everywhere, once where both are the same`(date: Date) {
    let exact = LocalTime.exact(date)
    #expect(exact.hasPrefix("\(LocalTime.day(date)) \(LocalTime.clock(date))"))
    #expect(exact.hasSuffix(" UTC"))
    if date == .noon { #expect(exact.contains("12:00:00 UTC")) }
  }

  @Test(arguments: [
    (Date(timeIntervalSince1970: 253_402_387_139), "9999-12-31 23:59:59 UTC"),
    (Date(timeIntervalSince1970: 253_402_300_799), "9999-12-31 23:59:59 UTC"),
    (Date(timeIntervalSince1970: -62_167_219_200), "0-01-01 00:00:00 UTC"),
    (Date(timeIntervalSince1970: -1e300), "0-01-01 00:00:00 UTC"),
  ])
  func `A moment is cut at the years 0 and 9999`(date: Date, shown: String) {
    #expect(LocalTime.exact(date).hasSuffix(shown.dropFirst(shown.count - 12)))
    if LocalTime.exact(date).count == shown.count { #expect(LocalTime.exact(date) == shown) }
  }
}
