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
}
