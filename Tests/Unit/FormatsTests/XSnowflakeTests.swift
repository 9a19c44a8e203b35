import Domain
import Testing

@testable import Formats

struct XSnowflakeTests {
  @Test(arguments: [
    ("1212092628029698048", "2019-12-31T19:26:16Z"), ("29700859247", nil), ("20", nil), ("", nil), ("abc", nil),
    ("99999999999999999999999", nil), ("-1212092628029698048", nil),
  ])
  func `an ID has its date`(id: String, moment: String?) {
    #expect(XSnowflake.date(of: id).map(Timestamp.format) == moment)
  }
}
