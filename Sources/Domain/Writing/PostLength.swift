/// What a text counts as where posts may not be longer than so many characters, as Mastodon counts: each address of the
/// web as one number, the server of somebody who is mentioned not at all, and the warning with the text
/// (app/validators/status_length_validator.rb).
public struct PostLength: Hashable, Sendable {
  /// In characters as people see them.
  public var characters: Int
  /// From where on the text is too much; nil where it is not.
  public var overflow: String.Index?

  public init(_ text: String, warning: String = "", limits: PostLimits) {
    var counter = Counter(characters: warning.count, limit: limits.characters)
    var start = text.startIndex
    for run in LinkDetector.runs(in: text) {
      let end = text.utf8.index(start, offsetBy: run.plain.utf8.count)
      switch run {
      case .text: counter.countMentionsShort(in: text[start..<end])
      case .link: counter.add(limits.charactersPerAddress, at: start)
      }
      start = end
    }
    (characters, overflow) = (counter.characters, counter.overflow)
  }
}

extension PostLength {
  private struct Counter {
    var characters: Int
    let limit: Int
    var overflow: String.Index?

    mutating func add(_ count: Int, at index: String.Index) {
      if overflow == nil, characters + count > limit { overflow = index }
      characters += count
    }

    mutating func countMentionsShort(in text: Substring) {
      var server: Range<String.Index>?
      var last: Character?
      for (index, character) in zip(text.indices, text) {
        if character == "@", !(last?.continuesHandle ?? false) { server = MentionScanner.server(at: index, in: text) }
        if server?.contains(index) != true { add(1, at: index) }
        last = character
      }
    }
  }
}
