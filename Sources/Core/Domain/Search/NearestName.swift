/// Suggestions for misspelled names.
public enum NearestName {
  /// Longer names get no suggestion.
  private static let maxLength = 64

  /// “; did you mean “theme”?”; empty if no name is similar.
  public static func suggestion(for name: String, among names: [String]) -> String {
    nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// The name with the fewest edits, if they are at most half of its letters.
  public static func nearest(to name: String, among names: [String]) -> String? {
    let characters = Array(name.lowercased())
    guard characters.count <= maxLength else { return nil }
    let rated = names.map { (name: $0, distance: distance(characters, Array($0))) }
    guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance * 2 <= max(characters.count, best.name.count) ? best.name : nil
  }

  /// The Levenshtein distance.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (index, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let changed = diagonal + (character == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count]
  }
}
