import Domain

/// Reads a thread: a post with its parents and replies. Threads may be deeper than the call stack, so it is not
/// recursive.
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
  /// Values other than objects are skipped: blocked or deleted posts have no content.
  private mutating func opensView(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard reader.consume("{") else {
      try reader.skipValue()
      return false
    }
    if reader.consume("}") { return false }
    open.append(.view)
    return true
  }

  /// - Returns: whether a container was opened, so that its first member or element comes next.
  private mutating func readMember(
    _ reader: inout JSONReader, into posts: inout PostCollector
  ) throws(JSONError) -> Bool {
    switch try reader.readKey() {
    case "post": try posts.collectValue(&reader, entries.read)
    case "parent": return try opensView(&reader)
    case "replies":
      guard reader.consume("[") else { return try skip(&reader) }
      if reader.consume("]") { return false }
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

  /// After a value: goes up to the level that continues.
  private mutating func close(_ reader: inout JSONReader) throws(JSONError) {
    while let level = open.last, !reader.consume(",") {
      guard reader.consume(level.closingBracket) else {
        throw reader.error(expected: "a comma or \(level.closingBracket)")
      }
      open.removeLast()
    }
  }
}
