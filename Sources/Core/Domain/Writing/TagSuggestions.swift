/// Collects hashtags that start with a prefix. Most used first; of equally used ones, the first found.
public struct TagSuggestions: Sendable {
  private struct Suggestion {
    var name: String
    var uses: Int
  }

  /// The typed text, folded as in the search: without case, accents and width.
  private let prefix: String
  private var indicesByName: [String: Int] = [:]
  private var tags: [Suggestion] = []

  /// - Parameter typed: without `#`.
  /// - Returns: nil if no hashtag can start with it.
  public init?(startingWith typed: String) {
    guard typed.unicodeScalars.allSatisfy(\.isHashtagCharacter) else { return nil }
    prefix = Self.folded(typed)
    guard !prefix.isEmpty else { return nil }
  }

  /// Whether a hashtag starts with the typed text.
  public func matches(_ name: String) -> Bool { Self.folded(name).utf8.starts(with: prefix.utf8) }

  /// Adds the matching hashtags in the text.
  public mutating func add(tagsIn text: String) {
    for name in NamesInText.spelledTags(in: text) { add(name) }
  }

  /// - Parameter uses: the weight of the hashtag.
  public mutating func add(_ name: String, uses: Int = 1) {
    let folded = Self.folded(name)
    guard folded.utf8.starts(with: prefix.utf8) else { return }
    if let index = indicesByName[folded] {
      tags[index].uses += uses
    } else {
      indicesByName[folded] = tags.count
      tags.append(Suggestion(name: name, uses: uses))
    }
  }

  /// The hashtags as they were first spelled.
  public func names(limit: Int) -> [String] {
    let sorted = tags.enumerated().sorted { ($1.element.uses, $0.offset) < ($0.element.uses, $1.offset) }
    return sorted.prefix(max(0, limit)).map(\.element.name)
  }

  private static func folded(_ name: String) -> String { SearchWords.words(in: name).map(\.folded).joined() }
}
