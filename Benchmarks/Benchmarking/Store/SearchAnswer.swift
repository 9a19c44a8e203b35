/// What a program wrote after a query.
struct SearchAnswer {
  /// From the last key to the first byte, to the first match, where one was seen, and to the last byte.
  let first: Duration
  let matches: Duration?
  let last: Duration
  let bytes: Int
  /// How many matches it says that there are; nil where it does not.
  let found: Int?
}
