/// An account mentioned in posts. Lower numbers are more frequent.
///
/// Handles and names start with a letter that no vocabulary word contains, so that no search for a word matches them.
struct SampleAuthor {
  let handle: String
  let name: String
  let id: Int

  static let count = 3000
  /// All accounts.
  static let all = (0..<count).map(SampleAuthor.init)

  /// The owner of the archive.
  static let owner = SampleAuthor(handle: "qtern", name: "Quiet Tern 🐦", id: 987_654_321)

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
