/// What a program wrote after a key.
struct Answer {
  /// From the key to the first byte, and to the last.
  let first: Duration
  let last: Duration
  let bytes: Int
}
