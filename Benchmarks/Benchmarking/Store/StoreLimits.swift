/// What others take for the same posts, each in posts a second.
struct StoreLimits: Sendable {
  /// Only reading the files of tweets.
  var reading: Double?
  /// SQLite, with rows that are ready, a single transaction and no index of words; with two that it brings along.
  var plain: Double?
  var unicode61: Double?
  var trigram: Double?
  var twitterToSQLite: Double?
}
