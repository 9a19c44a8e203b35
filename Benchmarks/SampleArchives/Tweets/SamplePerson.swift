/// Someone whom posts mention, by a number: the lower, the more often.
///
/// Handles and names begin with a letter that no word of the vocabulary has: no search for a word finds one.
struct SamplePerson {
  let handle: String
  let name: String
  let id: Int

  static let count = 3000
  /// All of them.
  static let all = (0..<count).map(SamplePerson.init)

  /// Whose archive it is.
  static let owner = SamplePerson(handle: "qtern", name: "Quiet Tern 🐦", id: 987_654_321)

  private init(handle: String, name: String, id: Int) {
    self.handle = handle
    self.name = name
    self.id = id
  }

  private init(_ number: Int) {
    let syllables = [
      "ba", "do", "fi", "ga", "he", "ju", "ko", "la", "mi", "no", "pe", "ra", "so", "tu", "va", "wi", "ze",
    ]
    var word = ""
    var rest = number + syllables.count
    while rest > 0 {
      word += syllables[rest % syllables.count]
      rest /= syllables.count
    }
    handle = "q" + word + (number % 3 == 0 ? "_\(number % 97)" : "")
    name = number % 7 == 0 ? "Q\(word) 🦕" : "Q\(word) Q."
    id = 1_000_000_000 + number * 7919
  }
}
