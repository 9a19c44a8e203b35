/// A text in JSON form, and its length as counted by X: the code points of the text with `&`, `<` and `>` escaped.
struct TweetText {
  private(set) var json: [UInt8] = []
  private(set) var length = 0
  /// The indices of its vocabulary words in order.
  private(set) var words: [Int] = []

  mutating func append(_ text: String) {
    json.append(contentsOf: text.utf8)
    length += text.unicodeScalars.count
  }

  mutating func append(_ word: SampleVocabulary.Word, number: Int, capitalized: Bool = false) {
    let start = json.count
    json.append(contentsOf: word.written)
    if capitalized, json[start] >= UInt8(ascii: "a"), json[start] <= UInt8(ascii: "z") { json[start] -= 32 }
    length += word.length
    words.append(number)
  }

  /// Appends the beginning of a word, which is not in the vocabulary.
  mutating func append(beginningOf word: SampleVocabulary.Word) { append(String(word.folded.prefix(2))) }

  mutating func appendNewline() {
    json.append(contentsOf: #"\n"#.utf8)
    length += 1
  }

  mutating func appendQuote() {
    json.append(contentsOf: #"\""#.utf8)
    length += 1
  }
}
