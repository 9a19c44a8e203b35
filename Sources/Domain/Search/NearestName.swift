/// What a person may have meant by a name that there is not.
public enum NearestName {
  /// What is longer than this resembles no name that there is.
  private static let maxLength = 64

  /// “; did you mean “theme”?”; empty where no name is near.
  public static func question(for name: String, among names: [String]) -> String {
    nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// The name that takes the fewest changes, where these are fewer than half of its letters.
  public static func nearest(to name: String, among names: [String]) -> String? {
    let characters = Array(name.lowercased())
    guard characters.count <= maxLength else { return nil }
    let rated = names.map { (name: $0, distance: distance(characters, Array($0))) }
    guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance * 2 <= max(characters.count, best.name.count) ? best.name : nil
  }

  /// How many characters are to be changed, added or taken away to make the one of the other.
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
