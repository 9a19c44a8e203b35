/// A styled range of edited text, for example an address or text over the limit.
public struct TextMark: Hashable, Sendable {
  /// In cluster positions.
  public var range: Range<Int>
  public var style: Style

  /// - Parameter style: `.link` prevents line breaks inside of an address, as in posts.
  public init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
