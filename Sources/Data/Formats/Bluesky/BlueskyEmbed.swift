import Domain

/// The embeds of a post: pictures, videos, a page, another post.
struct BlueskyEmbed {
  private(set) var media: [Media] = []
  private(set) var quote: Quote?
  /// The quote depth of the post.
  private let depth: Int

  /// The embed as the server shows it; otherwise as in the author's record.
  init(of view: JSONValue, record: JSONValue?, depth: Int) {
    self.depth = depth
    let shown = view["embed"].map { [$0] } ?? view["embeds"]?.elements ?? []
    for embed in shown { add(embed) }
    if media.isEmpty, quote == nil, let embed = record?["embed"] { add(embed) }
  }
}

extension BlueskyEmbed {
  private mutating func add(_ embed: JSONValue) {
    switch BlueskyType.name(of: embed) ?? Self.kind(of: embed) {
    case "recordWithMedia":
      if let media = embed["media"] { addMedia(media) }
      if let record = embed["record"] { addRecord(record["record"] ?? record) }
    case "record":
      if let record = embed["record"] { addRecord(record) }
    default: addMedia(embed)
    }
  }

  private mutating func addMedia(_ embed: JSONValue) {
    switch BlueskyType.name(of: embed) ?? Self.kind(of: embed) {
    case "images":
      media +=
        embed["images"]?.elements.map { image in
          Media(
            kind: .image, url: image["fullsize"]?.text ?? image["thumb"]?.text, description: image["alt"]?.text,
            size: image["aspectRatio"].flatMap { PixelSize($0) })
        } ?? []
    case "video":
      let kind: Media.Kind = embed["presentation"]?.string == "gif" ? .gif : .video
      media.append(
        Media(kind: kind, url: embed["playlist"]?.text ?? embed["thumbnail"]?.text, description: embed["alt"]?.text))
    case "external":
      guard let page = embed["external"], let url = page["uri"]?.text else { return }
      media.append(Media(kind: .link, url: url, description: page["title"]?.text ?? page["description"]?.text))
    default: break
    }
  }

  /// The kind of an embed without a type, by its keys.
  private static func kind(of embed: JSONValue) -> String? {
    if embed["record"] != nil { return embed["media"] == nil ? "record" : "recordWithMedia" }
    if embed["playlist"] != nil { return "video" }
    return ["images", "external", "video"].first { embed[$0] != nil }
  }
}

extension BlueskyEmbed {
  private mutating func addRecord(_ record: JSONValue) {
    let uri = record["uri"]?.text
    let id = uri.map { PostID($0) }
    switch BlueskyType.name(of: record) ?? Self.state(of: record) {
    case "viewNotFound": quote = .unavailable(id: id, reason: .deleted)
    case "viewBlocked": quote = .unavailable(id: id, reason: .blocked)
    case "viewDetached": quote = .unavailable(id: id, reason: .detached)
    case "viewRecord":
      let post = depth < Quote.maxDepth ? BlueskyPostReader().post(record, depth: depth + 1) : nil
      quote = post.map(Quote.shown) ?? .unavailable(id: id, reason: .notInSource)
    default: addNamed(record, uri: uri)
    }
  }

  /// A feed, a list, a starter pack; or a post that is only named.
  private mutating func addNamed(_ record: JSONValue, uri: String?) {
    let isPost =
      uri.flatMap(ATURI.init).map { $0.collection == "app.bsky.feed.post" } ?? (BlueskyType.name(of: record) == nil)
    if isPost, let uri {
      quote = .unavailable(id: PostID(uri), reason: .notInSource)
      return
    }
    let creator = record["creator"].flatMap(BlueskyPostReader.profile)?.name
    let name = record["displayName"]?.text ?? record["name"]?.text ?? record["record"]?["name"]?.text ?? creator
    let url = uri.flatMap(BlueskyAddress.page)
    if name != nil || url != nil { media.append(Media(kind: .link, url: url, description: name)) }
  }

  private static func state(of record: JSONValue) -> String? {
    if record["notFound"]?.bool == true { return "viewNotFound" }
    if record["blocked"]?.bool == true { return "viewBlocked" }
    if record["detached"]?.bool == true { return "viewDetached" }
    return record["value"] == nil ? nil : "viewRecord"
  }
}
