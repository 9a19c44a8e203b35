/// The number of hidden entries of a timeline by reason.
public struct HiddenCounts: Hashable, Sendable {
  private var counts: [HiddenReason: Int]
  /// The kinds that the server leaves out. The number of those entries is unknown.
  public var leftOut: Set<EntryKind> = []

  public init(_ counts: [HiddenReason: Int] = [:]) {
    self.counts = counts
  }

  public init(of reasons: some Sequence<HiddenReason>) {
    self.init()
    for reason in reasons { add(reason) }
  }

  public mutating func add(_ reason: HiddenReason) { counts[reason, default: 0] += 1 }

  public subscript(reason: HiddenReason) -> Int { counts[reason] ?? 0 }

  /// The entries that filters, mutes and blocks hide, and those of hidden kinds.
  public var count: Int { EntryKind.allCases.reduce(filteredCount) { $0 + self[.kind($1)] } }

  /// Whether nothing is hidden or left out.
  public var isEmpty: Bool { count == 0 && leftOut.isEmpty }

  /// The kinds with entries that are hidden or left out.
  public var kinds: [EntryKind] { EntryKind.allCases.filter { self[.kind($0)] > 0 || leftOut.contains($0) } }

  /// The entries that filters, mutes and blocks hide.
  public var filteredCount: Int { byFilter.reduce(self[.relationship]) { $0 + $1.count } }

  /// The entries that filters hide, by the title of the filter, in no particular order.
  public var byFilter: [(title: String, count: Int)] {
    counts.compactMap { reason, count in
      if case .filter(let title) = reason { (title, count) } else { nil }
    }
  }
}
