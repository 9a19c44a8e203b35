/// What a figure is to reach.
struct Reach: Sendable {
  enum Bound: Sendable {
    case atLeast(Double)
    case atMost(Double)
  }

  let bound: Bound
  /// How many times as much as with the fewest posts it may be with the most.
  var growth: Double?
  /// In the words of the table.
  let text: String

  /// Of the figures from the fewest posts to the most. `nil` where there are none.
  func verdict(_ values: [Double?]) -> String? {
    guard let value = values.last ?? nil else { return nil }
    let isReached =
      switch bound {
      case .atLeast(let limit): value >= limit
      case .atMost(let limit): value <= limit
      }
    var faults = isReached ? [] : ["no"]
    if let growth, values.count > 1, let small = values[0], value > small * growth {
      faults.append("\(Cell.number(value / small)) times as much")
    }
    return faults.isEmpty ? "yes" : faults.joined(separator: ", ")
  }
}
