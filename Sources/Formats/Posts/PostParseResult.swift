import Domain

/// What a format makes of one element of a file.
enum PostParseResult {
  case post(Post)
  /// Nothing that belongs into a timeline, and nothing lost.
  case nothing
  /// What it should have been, as a noun phrase: “a post with an id”.
  case unreadable(expected: String)
}

extension PostCollector {
  /// After so many unreadable posts in a row the rest of the array is given up.
  private static let maxDamaged = 100_000

  /// Reads an array of posts. Damage within an element costs that element. Throws where the file cannot be followed
  /// any further; the posts up to there stay.
  mutating func collectArray(
    _ reader: inout JSONReader, _ read: (JSONValue, inout PostCollector) -> PostParseResult
  ) throws(JSONError) {
    guard reader.takes("[") else { throw reader.error(expected: "[") }
    if reader.takes("]") { return }
    repeat {
      guard damagedInARow < Self.maxDamaged else { throw reader.error(expected: "a post among so many") }
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
        noteDamage(error, in: reader)
      }
    } while reader.takes(",")
    _ = reader.takes("]")
  }

  mutating func collectArray(
    _ reader: inout JSONReader, _ read: (JSONValue) -> PostParseResult
  ) throws(JSONError) {
    try collectArray(&reader) { value, _ in read(value) }
  }

  mutating func collectValue(_ reader: inout JSONReader, _ read: (JSONValue) -> PostParseResult) throws(JSONError) {
    try collectValue(&reader) { value, _ in read(value) }
  }

  /// Reads one post.
  mutating func collectValue(
    _ reader: inout JSONReader, _ read: (JSONValue, inout PostCollector) -> PostParseResult
  ) throws(JSONError) {
    let value = try reader.readValue()
    switch read(value, &self) {
    case .post(let post): add(post)
    case .nothing: break
    case .unreadable(let expected): noteDamage(JSONError(offset: value.offset, expected: expected), in: reader)
    }
  }
}

extension Counts {
  /// nil where the source says none of them.
  init?(replies: JSONValue?, reposts: JSONValue?, likes: JSONValue?) {
    self.init(replies: replies?.count, reposts: reposts?.count, likes: likes?.count)
    if self == Counts() { return nil }
  }
}
