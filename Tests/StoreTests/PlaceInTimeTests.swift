import Foundation
import Testing

@testable import Store

@Suite struct PlaceInTimeTests {
  @Test(arguments: [-86_401, -86_400, -1, 0, 1, 86_399, 86_400, 1_700_000_000])
  func `A place lies in the day of its date`(seconds: Int) {
    let place = PlaceInTime.first(of: Date(timeIntervalSince1970: Double(seconds)))
    let day = PlaceInTime.day(of: place)
    #expect(PlaceInTime.first(ofDay: day) <= place)
    #expect(place < PlaceInTime.first(ofDay: day + 1))
  }
}
