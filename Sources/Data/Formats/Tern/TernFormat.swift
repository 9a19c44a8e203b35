import Domain

/// Tern's own format: a document (`{"tern": 1, "timelines": […]}`), posts one per line, as printed by `tern list
/// --format jsonl`, or an array of these.
struct TernFormat: FormatReader {
  let name = "Tern"

  func recognizes(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .object: shape.has(anyOf: "tern") || isPost(shape)
    case .array: isPost(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let post = TernPostReader(now: file.now)
    if reader.next == UInt8(ascii: "[") {
      try posts.collectArray(&reader, post.readEntry)
    } else if file.shape.has(anyOf: "tern") {
      try TernDocumentReader(post: post).read(&reader, into: &posts)
    } else {
      try posts.collectValue(&reader, post.readEntry)
    }
  }

  /// Whether an object is one of Tern's posts, by keys that posts of other sources do not have.
  private func isPost(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "text", "author", "createdAt", "repostedBy", "replyTo", "media")
      && !shape.has(
        anyOf: "created_at", "id_str", "account", "content", "edit_history_tweet_ids", "author_id", "conversation_id",
        "public_metrics", "@context")
  }
}

/// Reads a document in Tern's own format, post by post.
struct TernDocumentReader {
  let post: TernPostReader

  func read(_ reader: inout JSONReader, into posts: inout PostCollector) throws(JSONError) {
    var hasTimelines = false
    var hasAccounts = false
    posts.defaultTimeline = TimelineID(name: "Home")
    try reader.forEachMember { key, reader throws(JSONError) in
      switch key {
      case "account": posts.profile = TernPostReader.profile(try reader.readValue())
      case "timelines":
        hasTimelines = true
        try readTimelines(&reader, into: &posts)
      case "others":
        posts.beginThreadOnlyPosts()
        try readPosts(&reader, into: &posts)
      case "accounts":
        hasAccounts = true
        try reader.skipValue()
      default: try reader.skipValue()
      }
    }
    guard !hasTimelines else { return }
    throw reader.error(expected: hasAccounts ? "a timeline; this is a list of accounts" : "\"timelines\"")
  }

  private func readTimelines(_ reader: inout JSONReader, into posts: inout PostCollector) throws(JSONError) {
    try reader.forEachElement { reader throws(JSONError) in
      posts.beginUnnamedTimeline()
      defer { posts.nameTimeline(nil) }
      try reader.forEachMember { key, reader throws(JSONError) in
        switch key {
        case "name": posts.nameTimeline(try reader.readValue().text.map(TimelineID.init(name:)))
        case "posts": try readPosts(&reader, into: &posts)
        default: try reader.skipValue()
        }
      }
    }
  }

  private func readPosts(_ reader: inout JSONReader, into posts: inout PostCollector) throws(JSONError) {
    guard reader.next != UInt8(ascii: "n") else { return try reader.skipValue() }
    try posts.collectArray(&reader) { value, posts in
      let reading = post.read(value)
      if case .post(let post) = reading, let load = value["fromLoad"]?.int, load > 1 {
        posts.note(firstLoad: load, of: post.key)
      }
      return reading
    }
  }
}
