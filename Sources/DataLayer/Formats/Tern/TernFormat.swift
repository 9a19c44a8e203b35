import Domain

/// Tern's own format: a document (`{"tern": 1, "timelines": […]}`), or posts one a line, as `tern list --format jsonl`
/// prints them.
struct TernFormat: FormatReader {
  let name = "Tern"

  func recognises(_ shape: FileShape) -> Bool {
    shape.top == .object && (shape.has(anyOf: "tern") || isPost(shape))
  }

  func read(_ file: SourceFile, _ shape: FileShape) throws(TimelineError) -> TimelineDocument {
    shape.has(anyOf: "tern") ? try readDocument(file) : try readLines(file)
  }

  /// Keys that other sources' posts have as well do not make one of Tern's.
  private func isPost(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "text", "author", "createdAt", "repostedBy", "replyTo", "media")
      && !shape.has(anyOf: "created_at", "id_str", "account", "content", "edit_history_tweet_ids", "@context")
  }
}

extension TernFormat {
  private func readDocument(_ file: SourceFile) throws(TimelineError) -> TimelineDocument {
    var document = TernDocumentReader(file: file)
    try document.read()
    return try document.finish(format: name)
  }

  private func readLines(_ file: SourceFile) throws(TimelineError) -> TimelineDocument {
    var reader = file.reader
    var collector = PostCollector()
    let posts = TernPostReader(now: file.now)
    while !reader.isAtEnd {
      let start = reader.position
      do throws(JSONError) {
        let value = try reader.readValue()
        collector.add(posts.read(value), at: value)
      } catch {
        collector.noteDamage(error)
        reader.skipLine(from: start)
      }
    }
    let entries = PostOrder.newestFirst(QuoteResolver.resolve(collector.takePosts()))
    return TimelineDocument(
      format: name, timelines: [.init(kind: Formats.tabOfPosts, posts: entries)],
      skipped: try collector.skipped(in: file, beside: entries.count))
  }
}
