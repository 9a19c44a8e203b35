import Domain

/// The result of reading an element of a file.
enum PostParseResult {
  case post(Post)
  /// Not a post, and not damage.
  case nothing
  /// Unreadable content; `expected` is a noun phrase: “a post with an id”.
  case unreadable(expected: String)
}

extension PostCollector {
  /// The number of consecutive unreadable posts after which the array is given up.
  private static let maxDamaged = 100_000

  /// Reads an array of posts. Damaged elements are skipped.
  /// - Throws: `JSONError` if the rest of the file cannot be read. Posts up to there stay.
  mutating func collectArray(
    _ reader: inout JSONReader, _ read: (JSONValue, inout PostCollector) -> PostParseResult
  ) throws(JSONError) {
    guard reader.consume("[") else { throw reader.error(expected: "[") }
    if reader.consume("]") { return }
    repeat {
      guard consecutiveDamaged < Self.maxDamaged else { throw reader.error(expected: "a readable post") }
      _ = reader.next
      var start = reader.position
      do throws(JSONError) {
        try collectValue(&reader, read)
        start = reader.position
        guard reader.next == UInt8(ascii: ",") || reader.next == UInt8(ascii: "]") else {
          throw reader.error(expected: "a comma or ]")
        }
      } catch {
        guard reader.recover(from: start) else { throw error }
        recordDamage(error, in: reader)
      }
    } while reader.consume(",")
    _ = reader.consume("]")
  }

  mutating func collectArray(
    _ reader: inout JSONReader, _ read: (JSONValue) -> PostParseResult
  ) throws(JSONError) {
    try collectArray(&reader) { value, _ in read(value) }
  }

  mutating func collectValue(_ reader: inout JSONReader, _ read: (JSONValue) -> PostParseResult) throws(JSONError) {
    try collectValue(&reader) { value, _ in read(value) }
  }

  /// Reads a post.
  mutating func collectValue(
    _ reader: inout JSONReader, _ read: (JSONValue, inout PostCollector) -> PostParseResult
  ) throws(JSONError) {
    let value = try reader.readValue()
    switch read(value, &self) {
    case .post(let post): add(post)
    case .nothing: break
    case .unreadable(let expected): recordDamage(JSONError(offset: value.offset, expected: expected), in: reader)
    }
  }
}

extension Counts {
  /// nil if the source has none of them.
  init?(replies: JSONValue?, reposts: JSONValue?, likes: JSONValue?) {
    self.init(replies: replies?.count, reposts: reposts?.count, likes: likes?.count)
    if self == Counts() { return nil }
  }
}
