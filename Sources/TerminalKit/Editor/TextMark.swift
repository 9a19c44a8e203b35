/// A part of a text that is edited and looks different: what is too much, a name, an address.
public struct TextMark: Hashable, Sendable {
  /// In places of the text.
  public var range: Range<Int>
  public var style: Style

  /// - Parameter style: that of a link keeps an address together where lines are broken, as in a post.
  public init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}
