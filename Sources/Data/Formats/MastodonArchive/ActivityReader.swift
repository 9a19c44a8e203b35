import Domain
import FoundationEssentials

/// Reads an activity: a created post (`Create`) or a repost (`Announce`). Or a post alone.
struct ActivityReader {
  let owner: ActivityActor
  let now: Date
  /// The preferred languages, for text in several languages.
  var languages = PreferredLanguages.user

  func read(_ value: JSONValue) -> PostParseResult {
    guard value.isObject else { return read(address: value) }
    let post: Post?
    switch ActivityNote.type(of: value) {
    case "Announce": post = repostedPost(value)
    case "Create": post = createdPost(value)
    // Likes, follows, deletions and updates are not posts.
    case _ where value["actor"] != nil && value["object"] != nil: return .nothing
    default: post = note(value, by: nil)
    }
    return post.map(PostParseResult.post) ?? .unreadable(expected: "a post with an id")
  }
}

extension ActivityReader {
  /// Lists of favourites and bookmarks are plain addresses.
  private func read(address: JSONValue) -> PostParseResult {
    guard let address = address.text, address.contains("://") else { return .unreadable(expected: "a post") }
    return .post(link(to: address))
  }

  private func createdPost(_ activity: JSONValue) -> Post? {
    let actor = actor(of: activity)
    guard let object = activity["object"], object.isObject else {
      guard var post = ActivityActor.address(of: activity["object"]).map(link) else { return nil }
      (post.author, post.createdAt) = (actor, activity["published"]?.date)
      post.visibility = ActivityAudience.visibility(of: activity, followers: owner.followers)
      return post
    }
    return note(object, by: actor, in: activity)
  }

  /// Mostly only the address of the reposted post is there.
  private func repostedPost(_ activity: JSONValue) -> Post? {
    guard let object = activity["object"], let address = ActivityActor.address(of: object) else { return nil }
    let isWhole = object["content"] != nil || object["contentMap"] != nil
    var post = isWhole ? note(object, by: nil) ?? link(to: address) : link(to: address)
    post.repost = Repost(by: actor(of: activity), at: activity["published"]?.date)
    post.visibility = post.visibility ?? ActivityAudience.visibility(of: activity, followers: owner.followers)
    return post
  }

  private func note(_ object: JSONValue, by actor: Profile?, in activity: JSONValue? = nil) -> Post? {
    let note = ActivityNote(object: object, now: now, languages: languages)
    guard let id = note.id ?? activity?["id"]?.text else { return nil }
    let author = author(of: object, actor: actor, in: activity)
    let replyTo = ActivityActor.address(of: object["inReplyTo"])
    return Post(
      id: PostID(id),
      author: author,
      createdAt: object["published"]?.date ?? activity?["published"]?.date,
      text: note.text,
      url: note.url ?? id,
      replyTo: replyTo.map { PostID($0) },
      replyToAuthor: replyTo.flatMap { replyToAuthor(of: object, $0) },
      quote: note.quote,
      warning: note.warning,
      counts: note.counts,
      media: ActivityMedia.media(of: object, for: languages),
      poll: note.poll,
      visibility: ActivityAudience.visibility(of: object, followers: owner.followers)
        ?? activity.flatMap { ActivityAudience.visibility(of: $0, followers: owner.followers) },
      states: note.isEdited ? [.edited] : [], details: note.details, mentions: note.mentions)
  }

  private func link(to address: String) -> Post {
    Post(id: PostID(address), text: PostText([.link(Link(url: address))]), url: address)
  }

  /// The author of the parent, who is among the mentions: the one whose address is a prefix of the parent's address;
  /// otherwise the only one from its server.
  private func replyToAuthor(of object: JSONValue, _ parent: String) -> Profile? {
    func isParentAddress(under address: String) -> Bool { parent.utf8.starts(with: (address + "/").utf8) }
    if owner.addresses.contains(where: isParentAddress) { return owner.profile }
    let mentions = ActivityNote(object: object, now: now).mentions
    let server = parent.split(separator: "/").prefix(2)
    let neighbours = mentions.filter { $0.url?.split(separator: "/").prefix(2) == server }
    let mention =
      mentions.first { $0.url.map(isParentAddress) ?? false } ?? (neighbours.count == 1 ? neighbours[0] : nil)
    return mention?.profile
  }

  /// The actor of an archive's activities is its owner.
  private func actor(of activity: JSONValue) -> Profile? {
    owner.profile ?? activity["actor"].flatMap(ActivityActor.profile)
  }

  private func author(of object: JSONValue, actor: Profile?, in activity: JSONValue?) -> Profile? {
    guard let author = object["attributedTo"] ?? object["actor"] else { return actor ?? owner.profile }
    let address = ActivityActor.address(of: author)
    if let actor, address == ActivityActor.address(of: activity?["actor"]) { return actor }
    if let address, owner.addresses.contains(address) { return owner.profile }
    return ActivityActor.profile(of: author) ?? actor
  }
}

/// The visibility, from the addressees.
enum ActivityAudience {
  /// The public collection (ActivityPub, “Public Addressing”).
  private static let everyone: Set<String> = ["https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public"]

  /// nil if no addressee is known.
  /// - Parameter followers: the address of the owner's followers collection.
  static func visibility(of value: JSONValue, followers: String?) -> Visibility? {
    guard value["to"] != nil || value["cc"] != nil else { return nil }
    let (to, cc) = (addresses(value["to"]), addresses(value["cc"]))
    if to.contains(where: everyone.contains) { return .public }
    if cc.contains(where: everyone.contains) { return .unlisted }
    // Pleroma and Akkoma address local-only posts to the public collection of the server.
    if (to + cc).contains(where: { $0.hasSuffix("/#Public") }) { return .other("local") }
    return (to + cc).contains { $0 == followers || $0.hasSuffix("/followers") } ? .followers : .direct
  }

  private static func addresses(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return value.isArray ? value.elements.compactMap(ActivityActor.address) : [value].compactMap(ActivityActor.address)
  }
}

/// The attachments of a note.
enum ActivityMedia {
  static func media(of object: JSONValue, for languages: PreferredLanguages) -> [Media] {
    guard let attachment = object["attachment"] else { return [] }
    let isSensitive = object["sensitive"]?.bool == true
    return (attachment.isArray ? attachment.elements : [attachment]).compactMap { value in
      var media = media(value, languages)
      media?.isSensitive = isSensitive
      return media
    }
  }

  private static func media(_ attachment: JSONValue, _ languages: PreferredLanguages) -> Media? {
    let url = ActivityActor.address(of: attachment["url"] ?? attachment["href"]) ?? attachment.text
    let description = ["name", "summary"].lazy.compactMap { attachment.localized($0, for: languages)?.text }.first
    guard url != nil || description != nil || attachment.isObject else { return nil }
    return Media(kind: kind(of: attachment), url: url, description: description, size: PixelSize(attachment))
  }

  private static func kind(of attachment: JSONValue) -> Media.Kind {
    let link = attachment["url"].flatMap { $0.elements.first ?? $0 }
    let type = (attachment["mediaType"] ?? link?["mediaType"])?.text?.lowercased() ?? ""
    switch type.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "video": return .video
    case "audio": return .audio
    default: break
    }
    switch ActivityNote.type(of: attachment) {
    case "Image": return .image
    case "Video": return .video
    case "Audio": return .audio
    case "Link", "Page": return .link
    default: return .other
    }
  }
}
