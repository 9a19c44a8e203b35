/// The number of posts with each word of the vocabulary.
public struct WordCensus: Sendable {
  /// The number of posts with each word of ``SampleVocabulary``.
  private var counts: [Int]
  /// The last post with each word, so that a post counts once.
  private var last: [Int]
  private var posts = 0
  private let vocabulary: SampleVocabulary
  /// The counts of search terms other than words.
  public private(set) var terms = TermCensus()

  init(_ vocabulary: SampleVocabulary) {
    self.vocabulary = vocabulary
    counts = [Int](repeating: 0, count: vocabulary.words.count)
    last = [Int](repeating: 0, count: vocabulary.words.count)
  }

  /// Counts a post.
  mutating func count(_ tweet: Tweet, in location: TermCensus.Location) {
    posts += 1
    terms.count(tweet, in: location)
    for word in tweet.text.words where last[word] != posts {
      last[word] = posts
      counts[word] += 1
    }
  }

  /// The number of posts.
  public var total: Int { posts }

  public func posts(with word: String) -> Int {
    vocabulary.words.firstIndex { $0.folded == word }.map { counts[$0] } ?? 0
  }

  /// The most frequent word.
  public var common: String { vocabulary.words[0].folded }

  /// The most frequent word of two Japanese characters.
  public var japanese: String {
    let script = ForeignScript.japanese
    let pairs = script.words.indices.filter { script.words[$0].count == 2 }
    return pairs.max { counts[script.firstWord + $0] < counts[script.firstWord + $1] }.map { script.words[$0] } ?? ""
  }

  /// A word in three posts, or in as few as possible.
  public var rare: String {
    let used = (0..<SampleVocabulary.latinCount).filter { counts[$0] > 0 }
    return used.min { abs(counts[$0] - 3) < abs(counts[$1] - 3) }.map { vocabulary.words[$0].folded } ?? ""
  }

  /// One line per word with its number of posts, separated by a tab, most frequent first. Words without posts are
  /// omitted.
  public var table: String {
    counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { "\(vocabulary.words[$0].folded)\t\(counts[$0])\n" }.joined()
  }
}
