import Glibc

/// The words of the archives, about 40,000. The first is the most frequent, the second half as frequent, the third a
/// third as frequent (Zipf's law).
///
/// No word is a prefix of another, so that a prefix search finds exactly one word. Words consist of syllables of a
/// consonant and a vowel, and end with a consonant that starts no syllable.
public struct SampleVocabulary: Sendable {
  static let latinCount = 40_000
  /// All words: first those in Latin script, then those of ``ForeignScript``.
  let words: [Word]

  struct Word: Sendable {
    /// The bytes in a text.
    let written: [UInt8]
    /// The length in code points.
    let length: Int
    /// The form without accents, used to search for it.
    let folded: String
  }

  public init() {
    words = (0..<Self.latinCount).map(Self.latin) + ForeignScript.all.flatMap(\.words).map { Word($0, folded: $0) }
  }

  /// A random Latin word by frequency.
  static func any(using generator: inout SampleGenerator) -> Int {
    Int(exp(generator.fraction() * logCount)) - 1
  }

  private static let logCount = log(Double(latinCount))

  private static func latin(_ rank: Int) -> Word {
    let onsets = Array("bdfghjkmptvwyzc")
    let vowels = Array("aeiou")
    let ends = Array("nsrlx")
    var syllables = 1
    var index = rank
    var vocabularySize = onsets.count * vowels.count * ends.count
    while index >= vocabularySize {
      index -= vocabularySize
      vocabularySize *= onsets.count * vowels.count
      syllables += 1
    }
    // Words of similar frequency are not adjacent in the dictionary. The factor is prime, so all words are different.
    index = index * 1_299_709 % vocabularySize
    var letters = [ends[index % ends.count]]
    index /= ends.count
    for _ in 0..<syllables {
      letters.insert(vowels[index % vowels.count], at: 0)
      index /= vowels.count
      letters.insert(onsets[index % onsets.count], at: 0)
      index /= onsets.count
    }
    var written = letters
    if rank % 29 == 7, let vowel = vowels.firstIndex(of: letters[1]) { written[1] = Array("äéíöü")[vowel] }
    return Word(String(written), folded: String(letters))
  }
}

extension SampleVocabulary.Word {
  init(_ text: String, folded: String) {
    self.init(written: Array(text.utf8), length: text.unicodeScalars.count, folded: folded)
  }
}
