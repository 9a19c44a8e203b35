/// Embeds messages of servers, of the system and from files in Tern's sentences.
extension String {
  /// The text without a final full stop, so that a clause can follow: “Text can’t be blank.” becomes “Text can’t be
  /// blank; saved as a draft”. Other punctuation, such as an ellipsis or a question mark, is kept.
  public var withoutFullStop: String {
    let text = trimmed
    guard let last = text.last, last == "." || last == "。" || last == "．", !text.hasSuffix("..") else { return text }
    return String(text.dropLast()).trimmed
  }

  /// The text with a final full stop, unless it already ends with punctuation.
  public var asSentence: String {
    let text = trimmed
    guard let last = text.last(where: { !"”’\"'»)」".contains($0) }) else { return text }
    return ".!?…。！？．".contains(last) ? text : text + "."
  }
}
