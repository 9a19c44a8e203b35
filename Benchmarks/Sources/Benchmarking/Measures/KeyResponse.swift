/// The output of a program after a key.
struct KeyResponse {
  /// The time from the key to the first byte, and to the last.
  let first: Duration
  let last: Duration
  let bytes: Int
}
