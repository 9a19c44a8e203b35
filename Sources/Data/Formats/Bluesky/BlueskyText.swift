import Domain

/// A post's text: plain, without escapes, with facets that count UTF-8 bytes.
enum BlueskyText {
  static func text(of record: JSONValue?) -> PostText {
    let bytes = Array((record?["text"]?.string ?? "").unescapingControls.utf8)
    let facets =
      record?["facets"]?.elements.prefix(BlueskyFacet.maxCount).compactMap { BlueskyFacet($0, in: bytes) } ?? []
    var runs: [PostText.Run] = []
    var start = 0
    // Of overlapping facets the first counts.
    for facet in facets.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where facet.range.lowerBound >= start {
      runs += plain(bytes[start..<facet.range.lowerBound])
      runs.append(.link(facet.link(in: bytes)))
      start = facet.range.upperBound
    }
    return PostText(runs + plain(bytes[start...]))
  }

  /// The accounts that facets name by DID. The text has the handle.
  static func mentions(of record: JSONValue?) -> [Mention] {
    let facets = record?["facets"]?.elements ?? []
    // Most posts have no mentions.
    guard !facets.isEmpty else { return [] }
    let bytes = Array((record?["text"]?.string ?? "").unescapingControls.utf8)
    return facets.prefix(BlueskyFacet.maxCount).compactMap { BlueskyFacet.mention($0, in: bytes) }
      .uniqued { $0.handle.lowercased() }
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> [PostText.Run] {
    LinkDetector.runs(in: String(decoding: bytes, as: UTF8.self).escapingControls)
  }
}

/// A range of text that is a link. Mentions and hashtags stay text.
struct BlueskyFacet {
  /// The maximum number of facets, so that malicious text does not take too long.
  static let maxCount = 1000

  /// In UTF-8 bytes.
  let range: Range<Int>
  private let url: String

  /// nil if it has no address or its range is not within the text.
  init?(_ facet: JSONValue, in text: [UInt8]) {
    guard let range = Self.range(facet["index"], in: text),
      let url = facet["features"]?.elements.lazy.compactMap(Self.target).first
    else { return nil }
    self.range = range
    self.url = url
  }

  func link(in text: [UInt8]) -> Link {
    let shown = String(decoding: text[range], as: UTF8.self).escapingControls
    return Link(url: url, text: Self.isShortened(shown, for: url) ? url : shown, label: shown)
  }
}

extension BlueskyFacet {
  /// The mention; nil if missing or its range is not within the text.
  static func mention(_ facet: JSONValue, in text: [UInt8]) -> Mention? {
    let features = facet["features"]?.elements ?? []
    guard
      let id = features.lazy.filter({ BlueskyType.name(of: $0) == "mention" }).compactMap({ $0["did"]?.text }).first,
      let range = range(facet["index"], in: text)
    else { return nil }
    let shown = String(decoding: text[range], as: UTF8.self).escapingControls
    let handle = shown.drop { $0 == "@" }
    // The text may differ from the handle: the DID is reliable.
    guard shown.hasPrefix("@"), !handle.isEmpty, !handle.contains(where: \.isWhitespace) else {
      return Mention(id: id, handle: id)
    }
    return Mention(id: id, handle: String(handle))
  }

  /// nil if a bound is within a character.
  private static func range(_ index: JSONValue?, in text: [UInt8]) -> Range<Int>? {
    guard let start = index?["byteStart"]?.int, let end = index?["byteEnd"]?.int, 0 <= start, start < end,
      end <= text.count, isCharacterBoundary(start, in: text), isCharacterBoundary(end, in: text)
    else { return nil }
    return start..<end
  }

  private static func isCharacterBoundary(_ offset: Int, in text: [UInt8]) -> Bool {
    offset == text.count || text[offset] & 0xC0 != 0x80
  }

  private static func target(of feature: JSONValue) -> String? {
    let type = BlueskyType.name(of: feature)
    return type == "link" || type == nil ? feature["uri"]?.text : nil
  }

  /// Whether the text is the address, possibly shortened, and no other words: `example.com/a-long-na...`.
  private static func isShortened(_ shown: String, for url: String) -> Bool {
    let full = withoutScheme(url)
    var stem = withoutScheme(shown)
    let ellipsis = ["...", "…"].first(where: stem.hasSuffix)
    stem = stem.dropLast(ellipsis?.count ?? 0)
    let host = full.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return !stem.isEmpty && full.hasPrefix(stem) && (ellipsis != nil || stem.count >= host.count)
  }

  private static func withoutScheme(_ url: String) -> Substring {
    var rest = url.lowercased()[...]
    for prefix in ["http://", "https://", "www."] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
    return rest
  }
}
