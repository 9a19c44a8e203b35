import Foundation
import Testing

@testable import Store

@Suite struct TimeOrderedIDTests {
  @Test(arguments: [-86_401, -86_400, -1, 0, 1, 86_399, 86_400, 1_700_000_000])
  func `An ID is within the day of its date`(seconds: Int) {
    let place = TimeOrderedID.first(of: Date(timeIntervalSince1970: Double(seconds)))
    let day = TimeOrderedID.day(of: place)
    #expect(TimeOrderedID.first(ofDay: day) <= place)
    #expect(place < TimeOrderedID.first(ofDay: day + 1))
  }
}
