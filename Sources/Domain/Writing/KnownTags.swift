/// The tags in texts that begin as has been typed: those that are used most come first, and of those used as often the
/// one that came first.
public struct KnownTags: Sendable {
  private struct Known {
    var name: String
    var uses: Int
  }

  /// As searching folds it: without case, accents and width.
  private let beginning: String
  private var known: [String: Int] = [:]
  private var tags: [Known] = []

  /// - Parameter typed: without `#`.
  /// - Returns: nil where no tag begins so.
  public init?(beginning typed: String) {
    guard typed.unicodeScalars.allSatisfy(\.isOfTag) else { return nil }
    beginning = Self.folded(typed)
    guard !beginning.isEmpty else { return nil }
  }

  /// Whether a tag begins as has been typed.
  public func fits(_ name: String) -> Bool { Self.folded(name).utf8.starts(with: beginning.utf8) }

  /// Those that fit of all tags in a text.
  public mutating func add(tagsIn text: String) {
    for name in NamesInText.spelledTags(in: text) { add(name) }
  }

  /// - Parameter uses: how much it counts.
  public mutating func add(_ name: String, uses: Int = 1) {
    let folded = Self.folded(name)
    guard folded.utf8.starts(with: beginning.utf8) else { return }
    if let index = known[folded] {
      tags[index].uses += uses
    } else {
      known[folded] = tags.count
      tags.append(Known(name: name, uses: uses))
    }
  }

  /// As they were spelled first.
  public func names(limit: Int) -> [String] {
    let sorted = tags.enumerated().sorted { ($1.element.uses, $0.offset) < ($0.element.uses, $1.offset) }
    return sorted.prefix(max(0, limit)).map(\.element.name)
  }

  private static func folded(_ name: String) -> String { SearchWords.words(in: name).map(\.folded).joined() }
}
