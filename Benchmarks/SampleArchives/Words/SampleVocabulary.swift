import Glibc

/// The words that archives are made of, some 40,000: the first is used the most, the second half as often, the third a
/// third as often (Zipf's law).
///
/// None is the beginning of another, so that a search for the beginnings of words finds a word where it stands and nowhere
/// else. They are syllables of a consonant and a vowel, and the consonant that ends the last one begins none.
public struct SampleVocabulary: Sendable {
  static let latinCount = 40_000
  /// All of them: first those in Latin script, then those of ``ForeignScript``.
  let words: [Word]

  struct Word: Sendable {
    /// As it is written in a text.
    let written: [UInt8]
    /// How many code points that is.
    let length: Int
    /// Without accents: what finds it.
    let folded: String
  }

  public init() {
    words = (0..<Self.latinCount).map(Self.latin) + ForeignScript.all.flatMap(\.words).map { Word($0, folded: $0) }
  }

  /// A word in Latin script, by how often it is used.
  static func any(using generator: inout SampleGenerator) -> Int {
    Int(exp(generator.fraction() * logCount)) - 1
  }

  private static let logCount = log(Double(latinCount))

  private static func latin(_ rank: Int) -> Word {
    let onsets = Array("bdfghjkmptvwyzc")
    let vowels = Array("aeiou")
    let ends = Array("nsrlx")
    var syllables = 1
    var place = rank
    var room = onsets.count * vowels.count * ends.count
    while place >= room {
      place -= room
      room *= onsets.count * vowels.count
      syllables += 1
    }
    // Neighbours in use are no neighbours in the dictionary. Prime, and so no two words become the same.
    place = place * 1_299_709 % room
    var letters = [ends[place % ends.count]]
    place /= ends.count
    for _ in 0..<syllables {
      letters.insert(vowels[place % vowels.count], at: 0)
      place /= vowels.count
      letters.insert(onsets[place % onsets.count], at: 0)
      place /= onsets.count
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
