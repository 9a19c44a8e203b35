import Domain

/// A range of a tweet's text that is a link.
struct XTextEntity {
  /// The maximum numbers of entities, of code points in the text, and of those in a short address, so that a malicious
  /// text does not take too long.
  static let maxCount = 1000
  private static let maxTextLength = 30_000
  private static let maxAddressLength = 100

  /// In code points.
  let range: Range<Int>
  let link: Link

  init(range: Range<Int>, link: Link) {
    self.range = range
    self.link = link
  }

  /// nil if it has no address, or no range within the text.
  init?(url entity: JSONValue, in text: CodePoints) {
    guard let url = Self.address(of: entity),
      let range = Self.textRange(of: entity["url"]?.text, at: Self.range(of: entity), in: text)
    else { return nil }
    self.init(range: range, link: Link(url: url, label: entity["display_url"]?.text))
  }

  static func address(of entity: JSONValue) -> String? {
    entity["expanded_url"]?.text ?? entity["url"]?.text
  }

  /// The displayed range: two indices, as numbers or strings. Both are equal if nothing is displayed.
  static func shownRange(of tweet: JSONValue) -> Range<Int>? {
    guard let bounds = tweet["display_text_range"]?.elements, bounds.count == 2, let start = bounds[0].int,
      let end = bounds[1].int, 0 <= start, start <= end
    else { return nil }
    return start..<end
  }

  /// The range: two indices, as numbers or strings, in v1.1 and archives; start and end in v2.
  private static func range(of entity: JSONValue) -> Range<Int>? {
    let indices = entity["indices"]?.elements.prefix(3).map(\.int) ?? []
    if indices.count == 2 { return range(from: indices[0], to: indices[1]) }
    return range(from: entity["start"]?.int, to: entity["end"]?.int)
  }

  static func range(from start: Int?, to end: Int?) -> Range<Int>? {
    guard let start, let end, 0 <= start, start < end else { return nil }
    return start..<end
  }

  /// The range in the text. The indices count, unless the short address is elsewhere, or the text there is not an
  /// address.
  static func textRange(
    of short: String?, at indices: Range<Int>?, in text: CodePoints
  ) -> Range<Int>? {
    let valid = indices.flatMap { $0.upperBound <= text.count ? $0 : nil }
    guard let short else { return valid }
    if let valid, text[valid].utf8.elementsEqual(short.utf8) { return valid }
    if short.unicodeScalars.count <= maxAddressLength, text.count <= maxTextLength,
      let found = text.firstRange(of: short)
    {
      return found
    }
    return valid.flatMap { isAddress(text[$0]) ? $0 : nil }
  }

  private static func isAddress(_ text: Substring) -> Bool {
    !text.unicodeScalars.contains(where: \.properties.isWhitespace)
      && text.unicodeScalars.contains("://".unicodeScalars)
  }
}

/// The media of a tweet.
enum XMedia {
  static func media(of tweet: JSONValue) -> [Media] {
    let isSensitive = tweet["possibly_sensitive"]?.bool == true
    return entities(of: tweet).map { entity in
      Media(
        kind: kind(of: entity), url: url(of: entity), description: entity["ext_alt_text"]?.text,
        size: size(of: entity), isSensitive: isSensitive)
    }
  }

  /// `sizes` has the sides as `w` and `h`.
  private static func size(of entity: JSONValue) -> PixelSize? {
    entity["original_info"].flatMap { PixelSize($0) } ?? entity["sizes"]?["large"].flatMap { PixelSize($0) }
  }

  /// `entities.media` has only the first one, and calls a video a photo.
  static func entities(of tweet: JSONValue) -> [JSONValue] {
    let extended = tweet["extended_entities"]?["media"]?.elements ?? []
    return extended.isEmpty ? tweet["entities"]?["media"]?.elements ?? [] : extended
  }

  static func kind(of entity: JSONValue) -> Media.Kind {
    switch entity["type"]?.string {
    case "photo": .image
    case "video": .video
    case "animated_gif": .gif
    // Before 2014 there were only pictures.
    case nil where (entity["media_url_https"] ?? entity["media_url"])?.text != nil: .image
    default: .other
    }
  }

  /// The variant of a video with the highest bit rate.
  /// - Parameter rate: the key of the bit rate.
  static func bestVideo(among variants: JSONValue?, rate: String) -> JSONValue? {
    let videos = variants?.elements.filter { $0["content_type"]?.string == "video/mp4" }
    return videos?.max { ($0[rate]?.int ?? 0) < ($1[rate]?.int ?? 0) }?["url"]
  }

  /// The video if there is one, otherwise the picture.
  private static func url(of entity: JSONValue) -> String? {
    let video = bestVideo(among: entity["video_info"]?["variants"], rate: "bitrate")
    return (video ?? entity["media_url_https"] ?? entity["media_url"])?.text
  }
}
