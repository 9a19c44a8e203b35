import Domain

/// A post's text. It is plain, with no escapes, and its facets count UTF-8 bytes.
enum BlueskyText {
  static func text(of record: JSONValue?) -> PostText {
    let bytes = Array((record?["text"]?.string ?? "").unescapingControls.utf8)
    let facets =
      record?["facets"]?.elements.prefix(BlueskyFacet.maxCount).compactMap { BlueskyFacet($0, in: bytes) } ?? []
    var runs: [PostText.Run] = []
    var start = 0
    // Where two overlap, the first one counts.
    for facet in facets.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where facet.range.lowerBound >= start {
      runs += plain(bytes[start..<facet.range.lowerBound])
      runs.append(.link(facet.link(in: bytes)))
      start = facet.range.upperBound
    }
    return PostText(runs + plain(bytes[start...]))
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> [PostText.Run] {
    LinkDetector.runs(in: String(decoding: bytes, as: UTF8.self).escapingControls)
  }
}
