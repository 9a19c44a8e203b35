import Domain

/// Responses of Mastodon's API: an array of statuses or notifications, a status, a context (a thread), or a search.
struct MastodonFormat: FormatReader {
  let name = "Mastodon"

  func recognizes(_ shape: FileShape) -> Bool {
    switch shape.top {
    case .array: shape.isEmpty || isStatus(shape) || isNotification(shape)
    case .object:
      isStatus(shape) || isNotification(shape) || shape.has(anyOf: "ancestors", "descendants") || isSearch(shape)
    default: false
    }
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let statuses = MastodonStatusReader()
    if reader.next == UInt8(ascii: "[") { return try posts.collectArray(&reader, statuses.read) }
    if isStatus(file.shape) || isNotification(file.shape) { return try posts.collectValue(&reader, statuses.read) }
    try reader.forEachMember { key, reader throws(JSONError) in
      let isArray = reader.next == UInt8(ascii: "[")
      switch key {
      case "ancestors", "descendants":
        posts.beginTimeline(FileFormat.tabOfThread)
        try isArray ? posts.collectArray(&reader, statuses.read) : reader.skipValue()
      case "statuses" where isArray: try posts.collectArray(&reader, statuses.read)
      default: try reader.skipValue()
      }
    }
  }
}

extension MastodonFormat {
  private func isStatus(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "created_at", "account")
      && shape.has(
        anyOf: "content", "contentMap", "spoiler_text", "in_reply_to_account_id", "media_attachments", "reblogs_count",
        "reblog")
  }

  private func isNotification(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "id") && shape.has(anyOf: "type") && shape.has(anyOf: "account")
      && shape.has(anyOf: "created_at")
  }

  /// X's search has `statuses` as well, but no accounts next to or in them.
  private func isSearch(_ shape: FileShape) -> Bool {
    shape.has(anyOf: "statuses")
      && (shape.has(anyOf: "accounts", "hashtags")
        || shape.has(anyOf: "account", "content", "contentMap", "spoiler_text", "reblog", below: "statuses"))
  }
}
