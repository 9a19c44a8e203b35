/// The hashtags of a timeline: its posts have any of `any`, all of `all` and none of `none`. The name of a
/// `TimelineID.tag` is the text of a combination, such as `loom weave +spring -ads`, or a single hashtag.
public struct TagCombination: Hashable, Sendable {
  public private(set) var any: [String] = []
  public private(set) var all: [String] = []
  public private(set) var none: [String] = []

  /// nil if no hashtag is required.
  /// - Parameter text: Names, with or without `#`, separated by spaces; `+` before one that all posts have, `-` before
  ///   one that none has.
  public init?(_ text: String) {
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let name = String(word.drop { $0 == "+" || $0 == "-" }.drop { $0 == "#" || $0 == "\u{FF03}" })
      guard !name.isEmpty else { continue }
      switch word.first {
      case "+": all.append(name)
      case "-": none.append(name)
      default: any.append(name)
      }
    }
    if any.isEmpty, all.isEmpty { return nil }
  }

  /// The name of the timeline.
  public var name: String { (any + all.map { "+\($0)" } + none.map { "-\($0)" }).joined(separator: " ") }

  /// The title of the timeline: `#loom #weave +#spring -#ads`.
  var title: String {
    (any.map { "#\($0)" } + all.map { "+#\($0)" } + none.map { "-#\($0)" }).joined(separator: " ")
  }

  /// Whether it has more than one hashtag.
  public var isCombined: Bool { any.count + all.count + none.count > 1 }

  /// Whether a post belongs to the timeline.
  /// - Parameter hasTag: Returns whether the post has a hashtag.
  public func matches(_ hasTag: (String) -> Bool) -> Bool {
    (any.isEmpty || any.contains(where: hasTag)) && all.allSatisfy(hasTag) && !none.contains(where: hasTag)
  }
}
