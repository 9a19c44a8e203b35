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

  /// The people whom facets name by their DIDs. What stands in the text is the handle.
  static func mentions(of record: JSONValue?) -> [Mention] {
    let facets = record?["facets"]?.elements ?? []
    // Most mention nobody.
    guard !facets.isEmpty else { return [] }
    let bytes = Array((record?["text"]?.string ?? "").unescapingControls.utf8)
    var seen: Set<String> = []
    return facets.prefix(BlueskyFacet.maxCount).compactMap { BlueskyFacet.mention($0, in: bytes) }
      .filter { seen.insert($0.handle.lowercased()).inserted }
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> [PostText.Run] {
    LinkDetector.runs(in: String(decoding: bytes, as: UTF8.self).escapingControls)
  }
}

/// A part of a text that stands for an address. People and tags read as they stand.
struct BlueskyFacet {
  /// No post has more: a text that somebody has made up shall not take for ever.
  static let maxCount = 1000

  /// In UTF-8 bytes.
  let range: Range<Int>
  private let url: String

  /// nil where it holds no address, or its range is not within the text.
  init?(_ facet: JSONValue, in text: [UInt8]) {
    guard let range = Self.range(facet["index"], in: text),
      let url = facet["features"]?.elements.lazy.compactMap(Self.target).first
    else { return nil }
    self.range = range
    self.url = url
  }

  func link(in text: [UInt8]) -> Link {
    let shown = String(decoding: text[range], as: UTF8.self).escapingControls
    return Link(url: url, text: Self.isShort(shown, for: url) ? url : shown, label: shown)
  }
}

extension BlueskyFacet {
  /// The person whom it names; nil where it names none, or its range is not within the text.
  static func mention(_ facet: JSONValue, in text: [UInt8]) -> Mention? {
    let features = facet["features"]?.elements ?? []
    guard
      let id = features.lazy.filter({ BlueskyType.name(of: $0) == "mention" }).compactMap({ $0["did"]?.text }).first,
      let range = range(facet["index"], in: text)
    else { return nil }
    let shown = String(decoding: text[range], as: UTF8.self).escapingControls
    let handle = shown.drop { $0 == "@" }
    // Other words may stand for a person: the DID is what is sure.
    guard shown.hasPrefix("@"), !handle.isEmpty, !handle.contains(where: \.isWhitespace) else {
      return Mention(id: id, handle: id)
    }
    return Mention(id: id, handle: String(handle))
  }

  /// nil where a bound lies within a character.
  private static func range(_ index: JSONValue?, in text: [UInt8]) -> Range<Int>? {
    guard let start = index?["byteStart"]?.int, let end = index?["byteEnd"]?.int, 0 <= start, start < end,
      end <= text.count, isBorder(start, in: text), isBorder(end, in: text)
    else { return nil }
    return start..<end
  }

  private static func isBorder(_ offset: Int, in text: [UInt8]) -> Bool {
    offset == text.count || text[offset] & 0xC0 != 0x80
  }

  private static func target(of feature: JSONValue) -> String? {
    let type = BlueskyType.name(of: feature)
    return type == "link" || type == nil ? feature["uri"]?.text : nil
  }

  /// Whether what stands in the text is the address, cut or not, and no words: `example.com/a-long-na...`.
  private static func isShort(_ shown: String, for url: String) -> Bool {
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
