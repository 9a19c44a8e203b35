/// An archive as people download it from X, with posts that nobody wrote. The same numbers make the same bytes.
///
/// Its tweets run from the newest to the oldest, with a pair in the wrong order now and then, evenly from December 2010 to
/// September 2026.
public struct SampleArchive: Sendable {
  /// A text that only the direct messages have, and an address that only the account has: they are nobody's business.
  public static let secret = "neverseen"
  public static let address = "neversaid@example.invalid"
  /// Whose it is.
  public static let handle = SamplePerson.owner.handle

  let tweets: Int
  let seed: UInt64
  /// Above that many, the tweets go on in another file.
  let tweetsInFile: Int

  /// How many of each there are besides the tweets.
  public var likes: Int { tweets / 100 }
  public var deletedTweets: Int { tweets / 1000 }
  var pictures: Int { min(100, tweets / 1000 + 1) }

  public init(tweets: Int, seed: UInt64 = 1, tweetsInFile: Int = 60_000) {
    self.tweets = tweets
    self.seed = seed
    self.tweetsInFile = tweetsInFile
  }

  /// Writes all of it, and says in how many of the posts, the likes and the deleted among them, each word stands.
  public func write(to sink: inout some ArchiveSink) throws(SampleArchiveError) -> WordCensus {
    var writer = ArchiveWriter(self, sink)
    try writer.write()
    sink = writer.sink
    return writer.census
  }

  /// Writes only the tweets, all into one file, as X did until 2021.
  public func writeOlderFile(to sink: inout some ArchiveSink, as path: String) throws(SampleArchiveError) {
    var writer = ArchiveWriter(self, sink)
    try writer.writeTweets(0..<tweets, to: path, variable: "tweet.part0")
    sink = writer.sink
  }
}
