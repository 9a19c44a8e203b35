/// Figures of one kind, of which the middle and the worst are told.
public struct Sample: Sendable {
  private let ordered: [Double]

  public init(_ values: [Double]) {
    ordered = values.sorted()
  }

  public var count: Int { ordered.count }
  public var median: Double? { percentile(50) }

  /// The smallest value that no fewer than so many percent of all stand at or below (the nearest rank).
  public func percentile(_ percent: Double) -> Double? {
    guard !ordered.isEmpty else { return nil }
    let rank = Int((percent / 100 * Double(ordered.count)).rounded(.up))
    return ordered[min(max(rank, 1), ordered.count) - 1]
  }
}
