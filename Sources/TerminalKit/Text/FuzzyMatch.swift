/// How well typed letters fit a text that has all of them, in their order, wherever they stand. Case does not matter, nor
/// do blanks among them.
struct FuzzyMatch: Hashable, Sendable {
  /// The higher the better.
  let score: Int
  /// Where the letters stand, counted in characters.
  let places: [Int]

  /// A letter that begins a word counts more than one that goes on right behind the letter before, and that one more than
  /// a letter that stands alone.
  private static let (beginning, next, alone) = (10, 6, 1)
  /// Whoever types more is not asked for it: each letter is compared with each of the text.
  private static let maxLetters = 64

  /// nil where a letter is missing. No letters fit everything.
  init?(_ letters: String, in text: String) {
    let wanted = letters.lowercased().filter { !$0.isWhitespace }
    let characters = Array(text)
    guard wanted.count <= min(Self.maxLetters, characters.count) else { return nil }
    let found = characters.map { $0.lowercased() }
    var rows: [[Step?]] = []
    for letter in wanted {
      let row = Self.row(for: String(letter), in: found, characters, after: rows.last)
      guard row.contains(where: { $0 != nil }) else { return nil }
      rows.append(row)
    }
    (score, places) = Self.best(of: rows)
  }

  /// The best way to come to a letter of the text with all typed letters so far.
  private struct Step {
    var score: Int
    /// Where the typed letter before stands; nil for the first one.
    var before: Int?
  }

  private static func row(
    for letter: String, in found: [String], _ characters: [Character], after previous: [Step?]?
  ) -> [Step?] {
    // The best of all steps that stand further left, and where.
    var best: (score: Int, place: Int)?
    return found.indices.map { place in
      if place > 0, let step = previous?[place - 1], step.score > best?.score ?? .min { best = (step.score, place - 1) }
      guard found[place] == letter else { return nil }
      let isBeginning = Self.isBeginning(place, of: characters)
      guard let previous else { return Step(score: isBeginning ? beginning : alone) }
      guard let best else { return nil }
      let far = Step(score: best.score + (isBeginning ? beginning : alone), before: best.place)
      guard let neighbour = previous[place - 1], neighbour.score + next > far.score else { return far }
      return Step(score: neighbour.score + next, before: place - 1)
    }
  }

  private static func isBeginning(_ place: Int, of characters: [Character]) -> Bool {
    guard place > 0 else { return true }
    let before = characters[place - 1]
    return !before.isLetter && !before.isNumber
  }

  private static func best(of rows: [[Step?]]) -> (score: Int, places: [Int]) {
    guard let last = rows.last else { return (0, []) }
    var place = last.indices.first
    for index in last.indices where (last[index]?.score ?? .min) > (place.flatMap { last[$0]?.score } ?? .min) {
      place = index
    }
    let score = place.flatMap { last[$0]?.score } ?? 0
    var places: [Int] = []
    for row in rows.reversed() {
      guard let here = place else { break }
      places.append(here)
      place = row[here]?.before
    }
    return (score, places.reversed())
  }
}
