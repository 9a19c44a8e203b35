/// The match of typed letters with an entry of a menu: in its title, at the start of one of its synonyms, or, if several
/// words are typed, at the start of words of both.
struct MenuMatch {
  /// Index of the entry.
  let index: Int
  /// Higher is better.
  let score: Int
  /// Character offsets of the matched letters in the title.
  let positions: [Int]
  /// The synonym that matches better than the title; nil if none does.
  let synonym: String?
  /// Whether the typed letters are neither together nor the first ones of words.
  let isScattered: Bool

  /// Added if the typed letters are all of the title or synonym.
  private static let isCompleteBonus = 1_000
  /// The score of a typed letter in a word.
  private static let scoreInWord = 6

  /// Returns nil if neither the title nor a synonym matches.
  @MainActor
  init?(_ text: String, _ entry: MenuEntry, at index: Int) {
    self.index = index
    let typed = text.lowercased().filter { !$0.isWhitespace }
    let title = Self.match(typed, in: entry.title)
    let synonyms = typed.isEmpty ? [] : entry.synonyms.filter { $0.filter { !$0.isWhitespace }.hasPrefix(typed) }
    let best = synonyms.compactMap { synonym in Self.match(typed, in: synonym).map { (synonym, $0.score) } }
      .max { $0.1 < $1.1 }
    if let best, best.1 > title?.score ?? .min {
      (score, positions, synonym, isScattered) = (best.1, [], best.0, false)
    } else if title?.isScattered != false, Self.startWords(text, of: entry) {
      (score, positions, synonym, isScattered) = (typed.count * Self.scoreInWord, [], nil, false)
    } else if let title {
      (score, positions, synonym, isScattered) = (title.score, title.positions, nil, title.isScattered)
    } else {
      return nil
    }
  }

  /// Whether several words are typed, and each starts a word of the title or of a synonym.
  @MainActor
  private static func startWords(_ text: String, of entry: MenuEntry) -> Bool {
    let typed = text.lowercased().split(separator: " ")
    guard typed.count > 1 else { return false }
    let words = ([entry.title] + entry.synonyms).flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }
    return typed.allSatisfy { typed in words.contains { $0.hasPrefix(typed) } }
  }

  private static func match(_ typed: String, in text: String) -> (score: Int, positions: [Int], isScattered: Bool)? {
    guard let match = FuzzyMatch(typed, in: text) else { return nil }
    let isComplete = !typed.isEmpty && text.lowercased().filter { !$0.isWhitespace } == typed
    return (match.score + (isComplete ? isCompleteBonus : 0), match.positions, match.isScattered)
  }
}
