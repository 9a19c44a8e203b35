/// A generated archive in the format of X. The same parameters give the same bytes.
///
/// Its tweets are sorted from newest to oldest, except a few swapped pairs, evenly distributed from December 2010 to
/// September 2026.
public struct SampleArchive: Sendable {
  /// A text in the direct messages only, and an email address in the account only. Tern must not import either.
  public static let secret = "neverseen"
  public static let address = "neversaid@example.invalid"
  /// The handle of the owner.
  public static let handle = SampleAuthor.owner.handle

  let tweets: Int
  let seed: UInt64
  /// The maximum number of tweets per file.
  let tweetsInFile: Int

  /// The number of likes.
  public var likes: Int { tweets / 100 }
  public var deletedTweets: Int { tweets / 1000 }
  var pictures: Int { min(100, tweets / 1000 + 1) }

  public init(tweets: Int, seed: UInt64 = 1, tweetsInFile: Int = 60_000) {
    self.tweets = tweets
    self.seed = seed
    self.tweetsInFile = tweetsInFile
  }

  /// Writes the archive.
  /// - Returns: The word counts of all posts, including likes and deleted tweets.
  /// - Throws: `SampleArchiveError` if writing fails.
  public func write(to sink: inout some ArchiveSink) throws(SampleArchiveError) -> WordCensus {
    var writer = ArchiveWriter(self, sink)
    try writer.write()
    sink = writer.sink
    return writer.census
  }

  /// Writes only the tweets into a single file, as X did until 2021.
  /// - Throws: `SampleArchiveError` if writing fails.
  public func writeOlderFile(to sink: inout some ArchiveSink, as path: String) throws(SampleArchiveError) {
    var writer = ArchiveWriter(self, sink)
    try writer.writeTweets(0..<tweets, to: path, variable: "tweet.part0")
    sink = writer.sink
  }
}
