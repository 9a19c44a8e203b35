/// What was measured of a store of so many posts. Times are in milliseconds.
struct StoreFigures: Sendable {
  /// A query in the program, and one on the command line.
  struct Search: Sendable {
    /// From the last key to the first matches, and to the last byte: that is when they have been counted.
    var matches: Sample?
    var whole: Sample?
    /// From the call to the first post, and to the end.
    var commandFirst: Sample?
    var commandWhole: Sample?
    /// How many posts have it, and how many were found.
    var posts = 0
    var found: Int?
  }

  /// How many tweets the archive has.
  let tweets: Int
  /// How many posts it has: likes and deleted tweets are some, too.
  let posts: Int
  /// Posts a second, with the index.
  var folderRate: Double?
  var zipRate: Double?
  /// The most memory that an import held, in bytes.
  var importMemory: Int?
  /// What the import leaves on the disk.
  var size: Int?
  /// A full screen.
  var start: Sample?
  /// Whole answers.
  var next: Sample?
  var page: Sample?
  var last: Sample?
  var first: Sample?
  var date: Sample?
  var searches: [SearchWord: Search] = [:]
  /// What is asked for besides words, in the program: from the last key to the first match, or to the word that there is
  /// none.
  var typedTerms: [String: Sample] = [:]
  /// The same on the command line: from the call of `tern search` to the first match, or to its end where there is none.
  var terms: [String: Sample] = [:]
  /// How many posts they find.
  var found: [String: Int] = [:]
  /// What is resident after all those keys.
  var memory: Int?
  var limits = StoreLimits()

  /// How many posts imports of the folder took for each that SQLite took right after it with its own index of words: a
  /// machine is not always as fast.
  var sharesOfSQLite = Sample([])
}
