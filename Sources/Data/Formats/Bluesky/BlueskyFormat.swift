import Domain

/// Responses of Bluesky's servers: a feed, posts, a thread, a list of records; also single items, one per line or in an
/// array.
struct BlueskyFormat: FormatReader {
  let name = "Bluesky"

  func recognizes(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: isEntry(shape)
    case .object: isEntry(shape) || isPage(shape) || isThread(shape) || isThreadView(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let entries = BlueskyEntryReader()
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, entries.read) }
    if isThreadView(file.shape) { return try readThread(&reader, into: &posts) }
    if isEntry(file.shape) { return try posts.collectValue(&reader, entries.read) }
    try reader.forEachMember { key, reader throws(JSONError) in
      switch (key, reader.next) {
      case ("feed", UInt8(ascii: "[")), ("posts", UInt8(ascii: "[")), ("records", UInt8(ascii: "[")):
        try posts.collectArray(&reader, entries.read)
      case ("thread", _): try readThread(&reader, into: &posts)
      default: try reader.skipValue()
      }
    }
  }
}

extension BlueskyFormat {
  /// A thread is a tree, in newer responses a list.
  private func readThread(_ reader: inout JSONReader, into posts: inout PostCollector) throws(JSONError) {
    posts.beginTimeline(FileFormat.tabOfThread)
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, BlueskyEntryReader().read) }
    var thread = BlueskyThreadReader()
    try thread.read(&reader, into: &posts)
  }

  /// A post, or an object with one under `post`.
  private func isEntry(_ shape: FileShape) -> Bool {
    shape.has(allOf: "uri", "record") || shape.has(allOf: "uri", "cid", "value")
      || shape.has(anyOf: "uri", "cid", "record", below: "post")
  }

  private func isThreadView(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "post") && shape.has(anyOf: "parent", "replies")
      || shape.has(allOf: "$type", "uri") && shape.has(anyOf: "notFound", "blocked")
  }

  private func isThread(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "post", "notFound", "blocked", "value", below: "thread")
  }

  private func isPage(_ shape: FileShape) -> Bool {
    contains("feed", in: shape) { $0.has(anyOf: "post", below: "feed") }
      || contains("posts", in: shape) { $0.has(anyOf: "uri", "record", below: "posts") }
      || shape.has(anyOf: "uri", below: "records") && shape.has(anyOf: "value", below: "records")
  }

  /// Whether there is a list that is empty or has matching items.
  private func contains(_ key: String, in shape: FileShape, _ isItem: (FileShape) -> Bool) -> Bool {
    shape.has(anyOf: key) && (shape.nestedKeys[key] == nil || isItem(shape))
  }
}
