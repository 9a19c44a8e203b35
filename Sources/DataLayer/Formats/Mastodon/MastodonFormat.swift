import Domain

/// What Mastodon's API answers: an array of statuses or notifications, one status, a context (a thread), or a search.
struct MastodonFormat: FormatReader {
  let name = "Mastodon"

  func recognises(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: shape.isEmpty && shape.damage == nil || isStatus(shape) || isNotification(shape)
    case .object: isStatus(shape) || shape.has(anyOf: "ancestors", "descendants") || isSearch(shape)
    default: false
    }
  }

  func read(_ file: SourceFile, _ shape: FileShape) throws(TimelineError) -> TimelineDocument {
    var reader = file.reader
    var collector = PostCollector()
    let statuses = MastodonStatusReader()
    var isThread = false
    do throws(JSONError) {
      if reader.next == UInt8(ascii: "[") {
        try collector.collectArray(&reader, statuses.read)
      } else if isStatus(shape) {
        let value = try reader.readValue()
        collector.add(statuses.read(value), at: value)
      } else {
        try reader.forEachMember { key, reader throws(JSONError) in
          switch key {
          case "ancestors", "descendants":
            isThread = true
            try collector.collectArray(&reader, statuses.read)
          case "statuses": try collector.collectArray(&reader, statuses.read)
          default: try reader.skipValue()
          }
        }
      }
      guard reader.isAtEnd else { throw reader.error(expected: "the end of the file") }
    } catch {
      collector.noteDamage(error)
    }
    let posts = PostOrder.newestFirst(QuoteResolver.resolve(collector.takePosts()))
    return TimelineDocument(
      format: name, profile: owner(of: posts),
      timelines: [.init(kind: isThread ? TimelineKind("Thread") : Formats.tabOfPosts, posts: posts)],
      skipped: try collector.skipped(in: file, beside: posts.count))
  }
}

extension MastodonFormat {
  private func isStatus(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "created_at", "account")
      && shape.has(
        anyOf: "content", "spoiler_text", "in_reply_to_account_id", "media_attachments", "reblogs_count", "reblog")
  }

  private func isNotification(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "type") && shape.has(anyOf: "account")
      && shape.has(anyOf: "created_at")
  }

  /// X's search has `statuses`, too, but no accounts beside them.
  private func isSearch(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "statuses") && shape.has(anyOf: "accounts", "hashtags")
  }

  /// Where everything was written or reposted by one person, these are that person's posts.
  private func owner(of posts: [Post]) -> Profile? {
    let people = posts.map { post in post.repost.map(\.by) ?? post.author }
    guard let first = people.first, people.allSatisfy({ $0?.handle == first?.handle }) else { return nil }
    return first
  }
}
