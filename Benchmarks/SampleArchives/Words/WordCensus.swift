/// In how many posts each word of the vocabulary stands.
public struct WordCensus: Sendable {
  /// The words of ``SampleVocabulary``: how many posts have them.
  private var counts: [Int]
  /// The last post that each of them stood in: a post that has a word twice counts once.
  private var last: [Int]
  private var posts = 0
  private let vocabulary: SampleVocabulary
  /// What is asked for besides words.
  public private(set) var terms = TermCensus()

  init(_ vocabulary: SampleVocabulary) {
    self.vocabulary = vocabulary
    counts = [Int](repeating: 0, count: vocabulary.words.count)
    last = [Int](repeating: 0, count: vocabulary.words.count)
  }

  /// Takes one post.
  mutating func count(_ tweet: Tweet, in place: TermCensus.Place) {
    posts += 1
    terms.count(tweet, in: place)
    for word in tweet.text.words where last[word] != posts {
      last[word] = posts
      counts[word] += 1
    }
  }

  /// How many there are.
  public var total: Int { posts }

  public func posts(with word: String) -> Int {
    vocabulary.words.firstIndex { $0.folded == word }.map { counts[$0] } ?? 0
  }

  /// The word that most posts have.
  public var common: String { vocabulary.words[0].folded }

  /// The word of two Japanese characters that most posts have.
  public var japanese: String {
    let script = ForeignScript.japanese
    let pairs = script.words.indices.filter { script.words[$0].count == 2 }
    return pairs.max { counts[script.firstWord + $0] < counts[script.firstWord + $1] }.map { script.words[$0] } ?? ""
  }

  /// A word that three posts have, or as few as can be.
  public var rare: String {
    let used = (0..<SampleVocabulary.latinCount).filter { counts[$0] > 0 }
    return used.min { abs(counts[$0] - 3) < abs(counts[$1] - 3) }.map { vocabulary.words[$0].folded } ?? ""
  }

  /// A word and its posts a line, parted by a tab, the most used first; without those that no post has.
  public var table: String {
    counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { "\(vocabulary.words[$0].folded)\t\(counts[$0])\n" }.joined()
  }
}
