import Domain

/// What moderators and the author warn of.
enum BlueskyLabels {
  /// Those that Bluesky's own programs warn of. Labellers may write anything, mostly for their own readers.
  private static let warnings: Set = ["porn", "sexual", "nudity", "graphic-media", "gore", "!warn", "!hide"]

  static func warning(of view: JSONValue, record: JSONValue?) -> String? {
    let labels = (view["labels"]?.elements ?? []) + (record?["labels"]?["values"]?.elements ?? [])
    // Who takes a label back says so in another one.
    let negated = Set(labels.filter(isNegated).compactMap { $0["val"]?.text })
    var values: [String] = []
    for case let value? in labels.map({ $0["val"]?.text }) {
      if warnings.contains(value), !negated.contains(value), !values.contains(value) { values.append(value) }
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  private static func isNegated(_ label: JSONValue) -> Bool { label["neg"]?.bool == true }
}
