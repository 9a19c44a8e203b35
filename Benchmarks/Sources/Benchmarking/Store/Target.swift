/// The target of a measurement.
struct Target: Sendable {
  enum Bound: Sendable {
    case atLeast(Double)
    case atMost(Double)
  }

  let bound: Bound
  /// The maximum ratio between the largest and the smallest store.
  var growth: Double?
  /// The text in the table.
  let text: String

  /// Whether values, sorted from the smallest store to the largest, reach the target. nil without values.
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
