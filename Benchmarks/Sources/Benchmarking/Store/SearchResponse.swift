/// The output of a program after a query.
struct SearchResponse {
  /// The time from the last key to the first byte, to the first match if one was seen, and to the last byte.
  let first: Duration
  let matches: Duration?
  let last: Duration
  let bytes: Int
  /// The number of matches it reports, or nil.
  let found: Int?
}
