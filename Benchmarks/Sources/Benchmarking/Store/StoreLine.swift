/// A row of the table: one measurement for each store.
struct StoreLine: Sendable {
  let name: String
  let cells: [String]
  /// The values to compare with the target, by store.
  var values: [Double?] = []
  var target: Target?

  var row: [String] {
    [name] + cells + [target?.text ?? "", target.map { $0.verdict(values) ?? Cell.absent } ?? ""]
  }
}

extension StoreLine {
  /// Shows median and 99th percentile, and compares the latter with the target.
  init(_ name: String, _ samples: [Sample?], _ target: Target? = nil) {
    self.init(
      name: name, cells: samples.map(Cell.pair), values: samples.map { $0?.percentile(99) }, target: target)
  }

  /// Shows rates in posts per second.
  init(_ name: String, rates: [Double?], _ target: Target? = nil) {
    self.init(
      name: name, cells: rates.map { $0 == nil ? Cell.absent : Cell.whole($0) + "/s" }, values: rates, target: target)
  }

  init(_ name: String, bytes: [Int?], _ target: Target? = nil) {
    self.init(
      name: name, cells: bytes.map(Cell.megabytes), values: bytes.map { $0.map { Double($0) / 1_000_000 } },
      target: target)
  }
}
