import Domain

/// Reads a thread: a post, above it what it answers, below it its answers, each with its own. A conversation may be
/// deeper than any stack, so it is read without recursion, post by post.
struct BlueskyThreadReader {
  private enum Level {
    case view, replies

    var closingBracket: Unicode.Scalar { self == .view ? "}" : "]" }
  }

  private let entries = BlueskyEntryReader()
  private var open: [Level] = []

  mutating func read(_ reader: inout JSONReader, into posts: inout PostCollector) throws(JSONError) {
    guard try opensView(&reader) else { return }
    while let level = open.last {
      let hasOpened = try level == .view ? readMember(&reader, into: &posts) : opensView(&reader)
      if !hasOpened { try close(&reader) }
    }
  }
}

extension BlueskyThreadReader {
  /// What is no object is passed over: a post that is blocked or gone says nothing else either.
  private mutating func opensView(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard reader.takes("{") else {
      try reader.skipValue()
      return false
    }
    if reader.takes("}") { return false }
    open.append(.view)
    return true
  }

  /// - Returns: whether something was opened whose first member or element comes next.
  private mutating func readMember(
    _ reader: inout JSONReader, into posts: inout PostCollector
  ) throws(JSONError) -> Bool {
    switch try reader.readKey() {
    case "post": try posts.collectValue(&reader, entries.read)
    case "parent": return try opensView(&reader)
    case "replies":
      guard reader.takes("[") else { return try skip(&reader) }
      if reader.takes("]") { return false }
      open.append(.replies)
      return true
    default: return try skip(&reader)
    }
    return false
  }

  private func skip(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.skipValue()
    return false
  }

  /// Behind a value: goes up to where another one follows.
  private mutating func close(_ reader: inout JSONReader) throws(JSONError) {
    while let level = open.last, !reader.takes(",") {
      guard reader.takes(level.closingBracket) else {
        throw reader.error(expected: "a comma or \(level.closingBracket)")
      }
      open.removeLast()
    }
  }
}
