/// Sentences of others (a server, the system, a file) as parts of Tern's own.
extension String {
  /// Without the full stop at its end, so that something can follow: “Text can’t be blank.” goes on as “Text can’t be blank;
  /// it is a draft again”. An ellipsis, a question mark and an exclamation mark stay.
  public var withoutFullStop: String {
    let text = trimmed
    guard let last = text.last, last == "." || last == "。" || last == "．", !text.hasSuffix("..") else { return text }
    return String(text.dropLast()).trimmed
  }

  /// With a full stop at its end, unless it ends in a mark of its own.
  public var asSentence: String {
    let text = trimmed
    guard let last = text.last(where: { !"”’\"'»)」".contains($0) }) else { return text }
    return ".!?…。！？．".contains(last) ? text : text + "."
  }
}
