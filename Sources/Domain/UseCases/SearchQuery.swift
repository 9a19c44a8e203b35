import FoundationEssentials

/// Words to look for: a text matches that holds every one of them, in any order, case folded.
public struct SearchQuery: Hashable, Sendable {
  /// As the person typed it.
  public let text: String
  private let words: [String]

  /// nil where there is nothing to look for.
  public init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard !words.isEmpty else { return nil }
    self.text = text
    self.words = words
  }

  /// Whether the post's text, names, warning, poll or media descriptions hold every word between them.
  public func matches(_ post: Post) -> Bool {
    let haystacks = Self.haystacks(of: post).map { $0.lowercased() }
    return words.allSatisfy { word in haystacks.contains { $0.contains(word) } }
  }

  /// Where words stand in a text, in order and apart from each other.
  public func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var index = text.startIndex
    while index < text.endIndex {
      let end = words.compactMap { Self.end(of: $0, in: text, at: index) }.max()
      if let end {
        ranges.append(index..<end)
        index = end
      } else {
        index = text.index(after: index)
      }
    }
    return ranges
  }

  private static func haystacks(of post: Post) -> [String] {
    var haystacks = [post.text.plain]
    for profile in [post.author, post.repost?.by] {
      if let profile { haystacks += [profile.name, profile.handle] }
    }
    if let warning = post.warning { haystacks.append(warning) }
    haystacks += post.media.compactMap(\.description)
    haystacks += post.poll?.options.map(\.title) ?? []
    if case .shown(let quoted)? = post.quote { haystacks.append(quoted.text.plain) }
    return haystacks
  }

  /// Where `word` ends if it stands at `start`, character by character.
  private static func end(of word: String, in text: String, at start: String.Index) -> String.Index? {
    var index = start
    var rest = word[...]
    while !rest.isEmpty {
      guard index < text.endIndex else { return nil }
      let folded = text[index].lowercased()
      guard rest.hasPrefix(folded) else { return nil }
      rest.removeFirst(folded.count)
      index = text.index(after: index)
    }
    return index
  }
}
