/// Text with styled spans.
public struct StyledText: Hashable, Sendable {
  public struct Span: Hashable, Sendable {
    public var text: String
    public var style: Style
    /// The effect of a click; nil for none.
    public var target: MouseTarget?
    /// A picture in place of the text, which is then a placeholder of the same width; nil for none.
    public internal(set) var image: InlineImage?

    public init(_ text: String, _ style: Style = .plain, target: MouseTarget? = nil) {
      self.text = text
      self.style = style
      self.target = target
    }
  }

  public var spans: [Span]

  public init(_ spans: [Span] = []) {
    self.spans = spans
  }

  public init(_ text: String, _ style: Style = .plain, target: MouseTarget? = nil) {
    self.init([Span(text, style, target: target)])
  }

  public var plain: String { spans.map(\.text).joined() }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.spans + right.spans)
  }
}

/// A grapheme cluster in sanitized form. Wrapping and truncation do not split it.
public struct Glyph: Hashable, Sendable {
  /// The content of one cell, or two for a wide character: a base character and at most four marks.
  public struct Piece: Hashable, Sendable {
    public var text: String
    /// 1 or 2.
    public var width: Int

    public init(text: String, width: Int) {
      self.text = text
      self.width = width
    }
  }

  public var pieces: [Piece]

  public init(pieces: [Piece]) {
    self.pieces = pieces
  }

  public var width: Int { pieces.reduce(0) { $0 + $1.width } }
}
