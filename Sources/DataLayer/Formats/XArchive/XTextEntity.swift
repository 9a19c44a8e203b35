import Domain

/// A part of a tweet's text that stands for an address.
struct XTextEntity {
  /// In code points.
  let range: Range<Int>
  let link: Link
  /// Whether it stands for a picture or film.
  let isMedia: Bool

  /// nil where it says no address, or no place that is in the text.
  init?(_ entity: JSONValue, isMedia: Bool, in scalars: [Unicode.Scalar]) {
    let short = entity["url"]?.text
    guard let url = entity["expanded_url"]?.text ?? short,
      let range = Self.place(short, Self.range(entity["indices"]), in: scalars)
    else { return nil }
    self.range = range
    self.isMedia = isMedia
    link = Link(url: url, label: entity["display_url"]?.text)
  }

  /// Two indices, as numbers or texts.
  static func range(_ value: JSONValue?) -> Range<Int>? {
    let bounds = value?.elements.compactMap(\.int) ?? []
    guard bounds.count == 2, 0 <= bounds[0], bounds[0] < bounds[1] else { return nil }
    return bounds[0]..<bounds[1]
  }

  /// The indices count, unless the short address stands elsewhere.
  private static func place(
    _ short: String?, _ indices: Range<Int>?, in scalars: [Unicode.Scalar]
  ) -> Range<Int>? {
    let valid = indices.flatMap { $0.upperBound <= scalars.count ? $0 : nil }
    guard let short else { return valid }
    let wanted = Array(short.unicodeScalars)
    if let valid, scalars[valid] == wanted[...] { return valid }
    guard wanted.count <= scalars.count else { return valid }
    let found = (0...scalars.count - wanted.count).first { scalars[$0...].starts(with: wanted) }
    return found.map { $0..<$0 + wanted.count } ?? valid
  }
}
