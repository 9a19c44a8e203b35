/// The rates of other programs for the same posts, in posts per second.
struct ReferenceRates: Sendable {
  /// Reading the files of tweets only.
  var reading: Double?
  /// SQLite with prepared rows and a single transaction: without a full-text index, and with two of its tokenizers.
  var plain: Double?
  var unicode61: Double?
  var trigram: Double?
  var twitterToSQLite: Double?
}
