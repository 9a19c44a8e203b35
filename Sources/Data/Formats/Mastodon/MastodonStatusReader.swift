import Domain

/// Reads a status, or the status in a notification, from a file or a response.
package struct MastodonStatusReader {
  private let knownProfiles = KnownProfiles()
  /// The host of the server; nil for a file.
  private let host: String?
  /// The preferred languages, for text in several languages.
  private let languages: PreferredLanguages

  /// - Parameters:
  ///   - host: the host of the server, whose handles of local accounts have no server; nil for a file of unknown
  ///     origin.
  ///   - languages: the user's languages, for text in several languages.
  package init(host: String? = nil, languages: PreferredLanguages = .user) {
    self.host = host
    self.languages = languages
  }

  func read(_ value: JSONValue) -> PostParseResult {
    guard value.isObject else { return .unreadable(expected: "a status") }
    if value["type"]?.string != nil, value["content"] == nil, value["contentMap"] == nil {
      // A follow is not a post.
      guard let status = value["status"] else { return .nothing }
      return read(status)
    }
    return entry(value).map(PostParseResult.post) ?? .unreadable(expected: "a status with an id")
  }

  /// The post of a status. A reblog has the whole original, which is used, with its reposter.
  package func entry(_ status: JSONValue) -> Post? {
    guard let original = status["reblog"], !ForkQuote.isQuoteInReblog(status),
      var post = post(original, depth: 0)
    else { return post(status, depth: 0) }
    post.repost = Repost(by: status["account"].flatMap(profile), at: status["created_at"]?.date)
    return post
  }

  /// - Parameter depth: the quote depth of the post.
  private func post(_ status: JSONValue, depth: Int) -> Post? {
    guard let id = (status["id"] ?? status["uri"])?.text else { return nil }
    let quote = depth < Quote.maxDepth ? quote(of: status, depth: depth) : nil
    let author = status["account"].flatMap(profile)
    var post = Post(
      id: PostID(id),
      author: author,
      createdAt: status["created_at"]?.date,
      text: text(of: status, quote: quote),
      url: status["url"]?.text ?? status["uri"]?.text,
      replyTo: status["in_reply_to_id"]?.text.map { PostID($0) },
      replyToAuthor: replyToAuthor(of: status, by: author),
      quote: quote,
      warning: warning(of: status),
      counts: Counts(
        replies: status["replies_count"], reposts: status["reblogs_count"], likes: status["favourites_count"]),
      media: MastodonMedia.media(of: status),
      poll: status["poll"].flatMap(poll),
      visibility: visibility(of: status),
      states: states(of: status),
      viewer: viewer(of: status),
      details: PostDetails(
        language: PostLanguage.code(status["language"]?.text ?? status.localized("content", for: languages)?.language),
        application: status["application"]?["name"]?.text,
        isAutomated: status["account"]?["bot"]?.bool == true),
      mentions: mentions(of: status))
    post.emojis = emojis(of: status)
    // IDs in a file never change.
    if host != nil { post.uri = status["uri"]?.text }
    return post
  }
}

extension MastodonStatusReader {
  package func profile(_ account: JSONValue) -> Profile? {
    guard let handle = (account["acct"]?.text ?? account["username"]?.text).map(withServer) else { return nil }
    let name = account["display_name"]?.name ?? account["username"]?.name
    let images = ProfileImages(
      avatar: account["avatar_static"]?.text ?? account["avatar"]?.text, emojis: emojis(of: account))
    return knownProfiles.profile(id: account["id"]?.text, handle: handle, name: name, images: images) {
      .unlessEmpty(
        bio: account["note"]?.string.map { HTMLText.text(of: $0).plain }, url: account["url"]?.text,
        joinedAt: account["created_at"]?.date, followers: account["followers_count"]?.count,
        following: account["following_count"]?.count, posts: account["statuses_count"]?.count)
    }
  }

  /// The handle with its server: the same name at two servers is two accounts.
  private func withServer(_ handle: String) -> String {
    guard let host, !handle.contains("@") else { return handle }
    return "\(handle)@\(host)"
  }

  /// The maximum number of custom emoji that are read.
  private static let maxEmojis = 200

  /// The custom emoji of a status or an account (documentation, entities/CustomEmoji).
  private func emojis(of value: JSONValue) -> [CustomEmoji] {
    (value["emojis"]?.elements ?? []).prefix(Self.maxEmojis).compactMap { emoji in
      guard let shortcode = emoji["shortcode"]?.text, let url = (emoji["static_url"] ?? emoji["url"])?.text else {
        return nil
      }
      return CustomEmoji(shortcode: shortcode, url: url)
    }
  }

  /// The content warning. Statuses of a server with sensitive media but without a warning get a default one.
  private func warning(of status: JSONValue) -> String? {
    if let words = status["spoiler_text"]?.text { return words }
    let isMarked = host != nil && status["sensitive"]?.bool == true
    return isMarked && status["media_attachments"]?.elements.isEmpty == false ? "sensitive media" : nil
  }

  /// The author of the parent. The status has only the ID; the handle is in the mentions.
  private func replyToAuthor(of status: JSONValue, by author: Profile?) -> Profile? {
    guard let id = status["in_reply_to_account_id"]?.text else { return nil }
    if let author, author.id == id { return author }
    let mention = status["mentions"]?.elements.first { $0["id"]?.text == id }
    return mention.flatMap(profile)
  }

  /// The text from `content`, which is HTML, in the user's best language. The source for editing, `text`, is not used.
  package func text(of status: JSONValue, quote: Quote? = nil) -> PostText {
    guard let html = status.localized("content", for: languages)?.text ?? status["content"]?.string else {
      return LinkDetector.text(status["text"]?.string ?? "")
    }
    let showsQuote = if case .shown? = quote { true } else { false }
    return HTMLText.text(of: html, showsQuote: showsQuote)
      .marking(mentions(of: status))
      .marking(tags: MastodonTags.tags(of: status))
  }

  /// The maximum number of mentions that are read.
  private static let maxMentions = 500

  /// The mentions of a status (documentation, entities/Status, `mentions`).
  private func mentions(of status: JSONValue) -> [Mention] {
    (status["mentions"]?.elements ?? []).prefix(Self.maxMentions).compactMap { mention in
      guard let name = (mention["acct"]?.text ?? mention["username"]?.text)?.drop(while: { $0 == "@" }), !name.isEmpty
      else { return nil }
      return Mention(id: mention["id"]?.text, handle: withServer(String(name)), url: mention["url"]?.text)
    }
  }

  /// Mastodon's form has a state; other servers have several forms (`ForkQuote`).
  private func quote(of status: JSONValue, depth: Int) -> Quote? {
    guard let quote = status["quote"], quote.isObject, let state = quote["state"]?.string else {
      let found = ForkQuote(of: status)
      if let quoted = found.status.flatMap({ post($0, depth: depth + 1) }) { return .shown(quoted) }
      return found.id.map { .unavailable(id: PostID($0), reason: found.isHidden ? .unauthorized : .notInSource) }
    }
    let quoted = quote["quoted_status"]
    let id = (quoted?["id"] ?? quote["quoted_status_id"])?.text.map { PostID($0) }
    switch state {
    case "accepted":
      return quoted.flatMap { post($0, depth: depth + 1) }.map(Quote.shown)
        ?? .unavailable(id: id, reason: .notInSource)
    case "blocked_account", "blocked_domain", "muted_account": return .unavailable(id: id, reason: .blocked)
    default: return .unavailable(id: id, reason: UnavailableReason(rawValue: state) ?? .unauthorized)
    }
  }

  package func poll(_ poll: JSONValue) -> Poll? {
    guard poll.isObject else { return nil }
    let options =
      poll["options"]?.elements.map { option in
        Poll.Option(title: option["title"]?.string ?? "", votes: option["votes_count"]?.count)
      } ?? []
    return Poll(
      options: options, isClosed: poll["expired"]?.bool ?? false, endsAt: poll["expires_at"]?.date,
      voters: poll["voters_count"]?.count, id: host == nil ? nil : poll["id"]?.text,
      allowsMultiple: poll["multiple"]?.bool ?? false,
      ownVotes: ownVotes(in: poll, of: options.count))
  }

  /// The user's votes; nil in a file, which has no user. Servers say that the author has voted, without choices.
  private func ownVotes(in poll: JSONValue, of options: Int) -> [Int]? {
    guard host != nil, poll["voted"]?.bool == true else { return nil }
    return Set(poll["own_votes"]?.elements.compactMap(\.count) ?? []).filter { $0 < options }.sorted()
  }

  /// The user's actions on it; nil if the response is not for a user.
  private func viewer(of status: JSONValue) -> ViewerState? {
    guard host != nil else { return nil }
    let flags = ["favourited", "reblogged", "bookmarked", "muted"].map { status[$0]?.bool }
    guard flags.contains(where: { $0 != nil }) else { return nil }
    return ViewerState(
      isFavourite: flags[0] ?? false, isReposted: flags[1] ?? false, isBookmarked: flags[2] ?? false,
      isThreadMuted: flags[3] ?? false)
  }

  /// The visibility. Unknown ones keep their names. Fedibird and kmyblue give Mastodon's nearest name, and their own in
  /// `visibility_ex`; others mark local-only posts (`local_only`).
  private func visibility(of status: JSONValue) -> Visibility? {
    let name = status["visibility_ex"]?.text ?? status["visibility"]?.text
    return name.flatMap { Visibility(serverName: $0, isLocalOnly: status["local_only"]?.bool == true) }
  }

  private func states(of status: JSONValue) -> Set<PostState> {
    var states: Set<PostState> = status["edited_at"]?.text == nil ? [] : [.edited]
    if status["pinned"]?.bool == true { states.insert(.pinned) }
    return states
  }
}

/// The attachments of a status.
package enum MastodonMedia {
  /// The attachments, and the preview of a linked page.
  package static func media(of status: JSONValue) -> [Media] {
    let isSensitive = status["sensitive"]?.bool == true
    let attachments = status["media_attachments"]?.elements.map { attachment in
      Media(
        kind: kind(of: attachment), url: url(of: attachment), previewURL: previewURL(of: attachment),
        description: attachment["description"]?.text,
        size: size(of: attachment), isSensitive: isSensitive)
    }
    return (attachments ?? []) + (status["card"].flatMap(card).map { [$0] } ?? [])
  }

  /// The address: on the server, otherwise on the author's server, otherwise the preview.
  private static func url(of attachment: JSONValue) -> String? {
    ["url", "remote_url", "preview_url"].lazy.compactMap { attachment[$0]?.text }.first
  }

  /// The smaller version of a picture; nil if the server has none (documentation, entities/MediaAttachment).
  private static func previewURL(of attachment: JSONValue) -> String? {
    guard kind(of: attachment) == .image, let preview = attachment["preview_url"]?.text else { return nil }
    return preview == url(of: attachment) ? nil : preview
  }

  private static func size(of attachment: JSONValue) -> PixelSize? {
    ["original", "small"].lazy.compactMap { attachment["meta"]?[$0].flatMap { PixelSize($0) } }.first
  }

  /// The focal point; nil for the middle, which is the default (documentation, entities/MediaAttachment).
  package static func focus(of attachment: JSONValue) -> FocalPoint? {
    guard let focus = attachment["meta"]?["focus"], let x = focus["x"]?.string.flatMap(Double.init),
      let y = focus["y"]?.string.flatMap(Double.init)
    else { return nil }
    let point = FocalPoint(x: x, y: y)
    return point == .center ? nil : point
  }

  private static func kind(of attachment: JSONValue) -> Media.Kind {
    switch attachment["type"]?.string {
    case "image": .image
    case "gifv": .gif
    case "video": .video
    case "audio": .audio
    default: .other
    }
  }

  private static func card(_ card: JSONValue) -> Media? {
    guard card.isObject, let url = card["url"]?.text else { return nil }
    return Media(kind: .link, url: url, description: card["title"]?.text, card: LinkCard(ofLink: card))
  }
}

extension LinkCard {
  /// The details of a preview card (documentation, entities/PreviewCard). Since Mastodon 4.3 `authors` has the authors.
  package convenience init?(ofLink card: JSONValue) {
    let author = card["authors"]?.elements.first?["name"]?.name ?? card["author_name"]?.name
    self.init(site: card["provider_name"]?.name, author: author, summary: card["description"]?.name)
  }
}
