/// Emoji by their Unicode names as users type them: `smiling_face_with_sunglasses`.
public struct EmojiName: Hashable, Sendable {
  public var name: String
  public var emoji: String

  /// Emoji whose names contain the text; those that start with it first.
  public static func matching(_ typed: String, limit: Int) -> [EmojiName] {
    let typed = typed.lowercased()
    guard !typed.isEmpty else { return [] }
    let starting = all.lazy.filter { $0.name.hasPrefix(typed) }.prefix(limit)
    let holding = all.lazy.filter { !$0.name.hasPrefix(typed) && $0.name.contains(typed) }
    return Array(starting) + holding.prefix(limit - starting.count)
  }

  /// Emoji of one scalar with emoji presentation.
  private static let all: [EmojiName] = (0x1F300...0x1FAFF).compactMap { value in
    guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation,
      let name = scalar.properties.name
    else { return nil }
    let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }
    return EmojiName(name: words.joined(separator: "_"), emoji: String(scalar))
  }
}
