/// The measurements of a store. Times are in milliseconds.
struct StoreFigures: Sendable {
  /// A search in the program and on the command line.
  struct Search: Sendable {
    /// The time from the last key to the first matches, and to the last byte, when they are counted.
    var matches: Sample?
    var whole: Sample?
    /// The time from the start of the command to the first post, and to the end.
    var commandFirst: Sample?
    var commandWhole: Sample?
    /// The number of posts with the word, and of those found.
    var posts = 0
    var found: Int?
  }

  /// The number of tweets in the archive.
  let tweets: Int
  /// The number of posts, including likes and deleted tweets.
  let posts: Int
  /// In posts per second, including the index.
  var folderRate: Double?
  var zipRate: Double?
  /// The peak memory of the import, in bytes.
  var importMemory: Int?
  /// The size on disk after the import, in bytes.
  var size: Int?
  /// The time to a full screen.
  var start: Sample?
  /// Complete responses.
  var next: Sample?
  var page: Sample?
  var last: Sample?
  var first: Sample?
  var date: Sample?
  var searches: [SearchWord: Search] = [:]
  /// Search terms other than words, typed in the program: the time from the last key to the first match or to “no
  /// results”.
  var typedTerms: [String: Sample] = [:]
  /// The same on the command line: the time from starting `tern search` to the first match, or to its end without
  /// matches.
  var terms: [String: Sample] = [:]
  /// The number of posts found.
  var found: [String: Int] = [:]
  /// Resident memory after all keys, in bytes.
  var memory: Int?
  var referenceRates = ReferenceRates()

  /// The import rate relative to SQLite with its own full-text index, measured right afterwards because the speed of
  /// the machine varies.
  var sharesOfSQLite = Sample([])
}
