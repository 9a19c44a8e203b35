import Domain
import Foundation
import TestSupport
import Testing

@Suite struct PublishTimeTests {
  private let now = Date.noon

  private func minute(_ text: String) throws -> String { LocalTime.minute(try PublishTime.date(text, now: now)) }

  @Test func `Dates and times are local, with names for near days`() throws {
    #expect(try minute("2031-12-01 09:00") == "2031-12-01 09:00")
    #expect(try minute(" 2031-12-1   9:05 ") == "2031-12-01 09:05")
    #expect(try minute("2031-12-01T09:00") == "2031-12-01 09:00")
    let tomorrow = LocalTime.day(now.addingTimeInterval(86_400))
    #expect(try minute("Tomorrow 9:00") == "\(tomorrow) 09:00")
    #expect(try minute("tomorrow") == "\(tomorrow) 09:00")
    #expect(try minute("2031-12-01") == "2031-12-01 09:00")
    #expect(try minute("today 23:59") == "\(LocalTime.day(now)) 23:59")
  }

  @Test(arguments: [("+5m", 300.0), ("+90m", 5_400), ("+2h", 7_200), ("+3d", 259_200)])
  func `A delay is rounded up to a full minute`(text: String, seconds: Double) throws {
    for second in 0..<60 {
      let now = now.addingTimeInterval(Double(second))
      let moment = try PublishTime.date(text, now: now)
      #expect(moment.timeIntervalSince1970.truncatingRemainder(dividingBy: 60) == 0)
      let ahead = moment.timeIntervalSince(now) - seconds
      #expect(30...90 ~= ahead)
    }
  }

  @Test(arguments: ["2001-01-01 00:00", "+3m", "+0d"])
  func `Less than five minutes from now is too soon`(text: String) {
    #expect(throws: PublishTime.ParseError.tooSoon) { try PublishTime.date(text, now: now) }
  }

  @Test(arguments: [
    "", " ", "9:00", "2031-02-29 9:00", "2031-13-01 9:00", "31-12-01 9:00",
    "2031-12-01 24:00", "2031-12-01 9:60", "2031-12-01 9", "2031-12-01 9:0", "2031-12-01 9:00:00", "+", "+h", "+2",
    "+2w", "2h", "+-2h", "+123456d", "+２h", "2031-12-01 9:00 UTC", "yesterday 9:00", "T", "+99999999999999999999h",
  ]) func `Other texts are rejected`(text: String) {
    #expect(throws: PublishTime.ParseError.unreadable) { try PublishTime.date(text, now: now) }
  }

  @Test func `Durations have minutes, hours or days`() {
    #expect(PublishTime.duration("30m") == 1_800)
    #expect(PublishTime.duration("6h") == 21_600)
    #expect(PublishTime.duration("3d") == 259_200)
    for text in ["", "m", "3", "3s", "-3d", "3 d", "1000000d"] { #expect(PublishTime.duration(text[...]) == nil) }
  }

  @Test func `Language tags are validated`() {
    for tag in ["en", "pt-BR", "zh-Hant-TW", "gsw"] { #expect(Draft.isLanguage(tag)) }
    for text in ["", "e", "english", "pt_BR", "pt-", "-", "ру", "pt-BRBRBRBRB"] { #expect(!Draft.isLanguage(text)) }
  }
}
