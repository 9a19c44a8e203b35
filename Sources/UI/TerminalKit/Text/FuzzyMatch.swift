/// The match of typed letters in a string that contains all of them in order. Case and whitespace are ignored.
struct FuzzyMatch: Hashable, Sendable {
  /// Higher is better.
  let score: Int
  /// Character offsets of the matched letters.
  let positions: [Int]
  /// Whether a letter after the first neither begins a word nor follows the letter before it.
  let isScattered: Bool

  /// Scores of a letter at the start of a word, directly after the previous match, and elsewhere.
  private static let (beginning, next, isolated) = (10, 6, 1)
  /// Limits the cost, which is the product of both lengths.
  private static let maxLetters = 64

  /// Returns nil if a letter is missing. An empty string matches any text.
  init?(_ letters: String, in text: String) {
    let searched = letters.lowercased().filter { !$0.isWhitespace }
    let characters = Array(text)
    guard searched.count <= min(Self.maxLetters, characters.count) else { return nil }
    let found = characters.map { $0.lowercased() }
    var rows: [[Step?]] = []
    for letter in searched {
      let row = Self.row(for: String(letter), in: found, characters, after: rows.last)
      guard row.contains(where: { $0 != nil }) else { return nil }
      rows.append(row)
    }
    let positions: [Int]
    (score, positions) = Self.best(of: rows)
    self.positions = positions
    isScattered = zip(positions, positions.dropFirst()).contains { before, position in
      position != before + 1 && !Self.isBeginning(position, of: characters)
    }
  }

  /// The best path to a letter of the text that matches all typed letters so far.
  private struct Step {
    var score: Int
    /// The offset of the previous match; nil for the first one.
    var before: Int?
  }

  private static func row(
    for letter: String, in found: [String], _ characters: [Character], after previous: [Step?]?
  ) -> [Step?] {
    // The best of all steps further left.
    var best: (score: Int, position: Int)?
    return found.indices.map { position in
      if position > 0, let step = previous?[position - 1], step.score > best?.score ?? .min {
        best = (step.score, position - 1)
      }
      guard found[position] == letter else { return nil }
      let isBeginning = Self.isBeginning(position, of: characters)
      guard let previous else { return Step(score: isBeginning ? beginning : isolated) }
      guard let best else { return nil }
      let far = Step(score: best.score + (isBeginning ? beginning : isolated), before: best.position)
      guard let neighbour = previous[position - 1], neighbour.score + next > far.score else { return far }
      return Step(score: neighbour.score + next, before: position - 1)
    }
  }

  private static func isBeginning(_ position: Int, of characters: [Character]) -> Bool {
    guard position > 0 else { return true }
    let before = characters[position - 1]
    return !before.isLetter && !before.isNumber
  }

  private static func best(of rows: [[Step?]]) -> (score: Int, positions: [Int]) {
    guard let last = rows.last else { return (0, []) }
    var position = last.indices.first
    for index in last.indices where (last[index]?.score ?? .min) > (position.flatMap { last[$0]?.score } ?? .min) {
      position = index
    }
    let score = position.flatMap { last[$0]?.score } ?? 0
    var positions: [Int] = []
    for row in rows.reversed() {
      guard let here = position else { break }
      positions.append(here)
      position = row[here]?.before
    }
    return (score, positions.reversed())
  }
}
