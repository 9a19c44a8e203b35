import Domain

/// Tern's own format: a document (`{"tern": 1, "timelines": […]}`), or posts one a line, as `tern list --format jsonl`
/// prints them, or an array of these.
struct TernFormat: FormatReader {
  let name = "Tern"

  func recognises(_ shape: FileShape) -> Bool {
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
      try posts.collectArray(&reader, post.read)
    } else if file.shape.has(anyOf: "tern") {
      try TernDocumentReader(post: post).read(&reader, into: &posts)
    } else {
      try posts.collectValue(&reader, post.read)
    }
  }

  /// Keys that other sources' posts have as well do not make one of Tern's.
  private func isPost(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "text", "author", "createdAt", "repostedBy", "replyTo", "media")
      && !shape.has(
        anyOf: "created_at", "id_str", "account", "content", "edit_history_tweet_ids", "author_id", "conversation_id",
        "public_metrics", "@context")
  }
}
