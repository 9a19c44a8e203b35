/// A text whose parts look different.
public struct StyledText: Hashable, Sendable {
  public struct Span: Hashable, Sendable {
    public var text: String
    public var style: Style

    public init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  public var spans: [Span]

  public init(_ spans: [Span] = []) {
    self.spans = spans
  }

  public init(_ text: String, _ style: Style = .plain) {
    self.init([Span(text, style)])
  }

  public var plain: String { spans.map(\.text).joined() }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.spans + right.spans)
  }
}
