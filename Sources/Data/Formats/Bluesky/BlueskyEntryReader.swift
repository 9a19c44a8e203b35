import Domain

/// Reads an entry of a feed: a post with its reposter and parent, or a post alone.
struct BlueskyEntryReader {
  private let reader = BlueskyPostReader()

  func read(_ value: JSONValue, into posts: inout PostCollector) -> PostParseResult {
    // Newer threads are lists with the depth of each post.
    let entry = value["value"].flatMap { $0["post"] == nil ? nil : $0 } ?? value
    let view = entry["post"] ?? entry
    guard view.isObject else { return .unreadable(expected: "a post") }
    if BlueskyPostReader.isOtherRecord(view) { return .nothing }
    guard var post = reader.read(view) else { return .unreadable(expected: "a post with a uri") }
    if let reply = entry["reply"] { addContext(reply, of: &post, to: &posts) }
    if let reason = entry["reason"] { add(reason, to: &post) }
    return .post(post)
  }
}

extension BlueskyEntryReader {
  /// The parent and the root appear in threads only.
  private func addContext(_ reply: JSONValue, of post: inout Post, to posts: inout PostCollector) {
    post.replyTo = post.replyTo ?? reply["parent"]?["uri"]?.text.map { PostID($0) }
    post.replyToAuthor = reply["parent"]?["author"].flatMap(BlueskyPostReader.profile) ?? post.replyToAuthor
    for view in [reply["parent"], reply["root"]] {
      if let view, view["record"] != nil, let other = reader.read(view), other.id != post.id {
        posts.addThreadOnly(other)
      }
    }
  }

  private func add(_ reason: JSONValue, to post: inout Post) {
    let type = BlueskyType.name(of: reason)
    if type == "reasonPin" {
      post.states.insert(.pinned)
    } else if type == "reasonRepost" || type == nil && reason["by"] != nil {
      post.repost = Repost(
        by: reason["by"].flatMap(BlueskyPostReader.profile), at: reason["indexedAt"]?.date)
    }
  }
}

/// The `$type` of a value.
enum BlueskyType {
  /// The last part of the type's name: `images` for `app.bsky.embed.images#view`, `reasonPin` for
  /// `app.bsky.feed.defs#reasonPin`. nil if there is no type.
  static func name(of value: JSONValue) -> String? {
    guard let type = value["$type"]?.text else { return nil }
    let parts = type.split(separator: "#", maxSplits: 1)
    let hasOwnName = parts.count == 2 && !["view", "main"].contains(parts[1])
    return (hasOwnName ? parts[1] : parts.first?.split(separator: ".").last).map(String.init)
  }
}
