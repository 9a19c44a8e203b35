/// Measured values, reported by median and worst value.
public struct Sample: Sendable {
  private let ordered: [Double]

  public init(_ values: [Double]) {
    ordered = values.sorted()
  }

  public var count: Int { ordered.count }
  public var median: Double? { percentile(50) }

  /// The nearest-rank percentile: the smallest value that at least this percentage of all values does not exceed.
  public func percentile(_ percent: Double) -> Double? {
    guard !ordered.isEmpty else { return nil }
    let rank = Int((percent / 100 * Double(ordered.count)).rounded(.up))
    return ordered[min(max(rank, 1), ordered.count) - 1]
  }
}
