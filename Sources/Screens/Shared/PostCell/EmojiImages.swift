import TerminalKit

/// The loaded images of custom emoji, by their shortcodes.
public struct EmojiImages: Hashable, Sendable {
  private var images: [String: InlineImage] = [:]

  public init() {}

  public subscript(shortcode: String) -> InlineImage? {
    get { images[shortcode] }
    set { images[shortcode] = newValue }
  }

  public var isEmpty: Bool { images.isEmpty }

  /// The text with images in place of their shortcodes between colons. A shortcode that is styled in parts, such as one
  /// with a search match, stays.
  public func replacingShortcodes(in text: StyledText) -> StyledText {
    images.isEmpty ? text : StyledText(text.spans.flatMap(replacingShortcodes))
  }

  private func replacingShortcodes(in span: StyledText.Span) -> [StyledText.Span] {
    guard span.text.utf8.contains(Self.colon) else { return [span] }
    var spans: [StyledText.Span] = []
    let text = span.text.utf8
    // The start of the text that is not in `spans` yet, and of the search.
    var (rest, start) = (text.startIndex, text.startIndex)
    func addText(upTo end: String.Index) {
      guard rest < end else { return }
      spans.append(StyledText.Span(String(span.text[rest..<end]), span.style, target: span.target))
    }
    while let opening = text[start...].firstIndex(of: Self.colon) {
      let first = text.index(after: opening)
      guard let closing = text[first...].firstIndex(of: Self.colon) else { break }
      start = closing
      guard let image = images[String(span.text[first..<closing])] else { continue }
      addText(upTo: opening)
      spans.append(StyledText.Span(image, span.style, target: span.target))
      start = text.index(after: closing)
      rest = start
    }
    addText(upTo: text.endIndex)
    return spans
  }

  private static let colon = UInt8(ascii: ":")
}
