import Domain
import Foundation
import TestSupport
import Testing

@Suite struct DateSpanTests {
  private func span(_ text: String) -> DateSpan? { DateSpan(text, now: .noon) }

  @Test(arguments: [
    ("2015", "2015-01-01", "2016-01-01"), ("2015-03", "2015-03-01", "2015-04-01"),
    ("2015-12", "2015-12-01", "2016-01-01"),
    ("2015-03-14", "2015-03-14", "2015-03-15"), ("2015/03/14", "2015-03-14", "2015-03-15"),
    ("2016-02-29", "2016-02-29", "2016-03-01"), ("2015-3-4", "2015-03-04", "2015-03-05"),
    ("2015-12-31", "2015-12-31", "2016-01-01"), ("1969-12-31", "1969-12-31", "1970-01-01"),
  ]) func `Years, months and days are parsed`(text: String, first: String, next: String) throws {
    let span = try #require(self.span(text))
    #expect(LocalTime.minute(span.start) == "\(first) 00:00")
    #expect(LocalTime.minute(span.end) == "\(next) 00:00")
  }

  @Test func `Today and yesterday are in local time`() throws {
    let today = try #require(span("Today"))
    #expect(LocalTime.day(today.start) == LocalTime.day(.noon))
    #expect(today.start <= .noon && .noon < today.end)
    #expect(try #require(span("yesterday")).end == today.start)
  }

  @Test(arguments: [
    "", "-", "15", "20155", "2015-", "2015-13", "2015-00", "2015-02-29", "1900-02-29", "2015-02-00", "2015-1-1-1",
    "2015-123",
    "0000", "+2015", "２０１５", "2015.03", "march", "tomorrow", " 2015",
  ]) func `Invalid dates are rejected`(text: String) {
    #expect(span(text) == nil)
  }
}
