/// A line of the table: the same figure of each store.
struct StoreLine: Sendable {
  let name: String
  let cells: [String]
  /// What is held against the reach, of each store.
  var values: [Double?] = []
  var reach: Reach?

  var row: [String] {
    [name] + cells + [reach?.text ?? "", reach.map { $0.verdict(values) ?? Cell.absent } ?? ""]
  }
}

extension StoreLine {
  /// Median and 99th percentile; the latter is held against the reach.
  init(_ name: String, _ samples: [Sample?], _ reach: Reach? = nil) {
    self.init(
      name: name, cells: samples.map(Cell.pair), values: samples.map { $0?.percentile(99) }, reach: reach)
  }

  /// Posts a second.
  init(_ name: String, rates: [Double?], _ reach: Reach? = nil) {
    self.init(
      name: name, cells: rates.map { $0 == nil ? Cell.absent : Cell.whole($0) + "/s" }, values: rates, reach: reach)
  }

  init(_ name: String, bytes: [Int?], _ reach: Reach? = nil) {
    self.init(
      name: name, cells: bytes.map(Cell.megabytes), values: bytes.map { $0.map { Double($0) / 1_000_000 } },
      reach: reach)
  }
}
