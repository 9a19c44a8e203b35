import Domain

/// Reads a post as in feeds, as quoted by another one, or as a record of its author's repository.
struct BlueskyPostReader {
  func read(_ view: JSONValue) -> Post? {
    post(view, depth: 0)
  }

  /// Whether it is a record other than a post: a like, a follow.
  static func isOtherRecord(_ view: JSONValue) -> Bool {
    guard let record = view["record"] ?? view["value"], let type = record["$type"]?.text else { return false }
    return type != "app.bsky.feed.post" && record["text"] == nil
  }

  static func profile(_ author: JSONValue) -> Profile? {
    handle(of: author).map { Profile(id: author["did"]?.text, handle: $0, name: author["displayName"]?.name) }
  }

  /// - Parameter depth: the quote depth of the post.
  func post(_ view: JSONValue, depth: Int) -> Post? {
    guard let id = view["uri"]?.text else { return nil }
    let record = view["record"] ?? view["value"]
    let embed = BlueskyEmbed(of: view, record: record, depth: depth)
    let author = view["author"].flatMap(Self.profile)
    let replyTo = record?["reply"]?["parent"]?["uri"]?.text
    return Post(
      id: PostID(id),
      author: author,
      createdAt: record?["createdAt"]?.date,
      indexedAt: view["indexedAt"]?.date,
      text: BlueskyText.text(of: record),
      url: BlueskyAddress.post(id, author: view["author"].flatMap(Self.handle)),
      replyTo: replyTo.map { PostID($0) },
      // An address names the author by DID, not by handle; the author is known only if it is their own post.
      replyToAuthor: author?.id.flatMap { id in replyTo.flatMap(ATURI.init)?.authority == id[...] ? author : nil },
      quote: embed.quote,
      warning: BlueskyLabels.warning(of: view, record: record),
      counts: Counts(replies: view["replyCount"], reposts: view["repostCount"], likes: view["likeCount"]),
      media: embed.media,
      // An author may name several languages; the first is used.
      details: PostDetails(
        language: record?["langs"]?.elements.prefix(10).lazy.compactMap { PostLanguage.code($0.text) }.first),
      mentions: BlueskyText.mentions(of: record))
  }
}

extension BlueskyPostReader {
  /// The handle; the DID if missing or it is invalid.
  private static func handle(of author: JSONValue) -> String? {
    guard let handle = author["handle"]?.text, handle != "handle.invalid" else { return author["did"]?.text }
    return handle
  }
}

/// The warnings of moderators and of the author.
enum BlueskyLabels {
  /// The labels that Bluesky's own apps warn of. Labelers may write anything.
  private static let warnings: Set = ["porn", "sexual", "nudity", "graphic-media", "gore", "!warn", "!hide"]

  static func warning(of view: JSONValue, record: JSONValue?) -> String? {
    let labels = (view["labels"]?.elements ?? []) + (record?["labels"]?["values"]?.elements ?? [])
    // A label is withdrawn by another one.
    let negated = Set(labels.filter(isNegated).compactMap { $0["val"]?.text })
    var values: [String] = []
    for case let value? in labels.map({ $0["val"]?.text }) {
      if warnings.contains(value), !negated.contains(value), !values.contains(value) { values.append(value) }
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  private static func isNegated(_ label: JSONValue) -> Bool { label["neg"]?.bool == true }
}
