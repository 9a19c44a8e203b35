extension SearchQuery {
  /// Content that a post can have in addition to its text.
  public enum Attachment: String, Hashable, Sendable, CaseIterable {
    case image, video, audio, poll, quote

    /// The kinds of media that count as this attachment; empty for polls and quotes.
    public var kinds: [Media.Kind] {
      switch self {
      case .image: [.image]
      // Animations without sound count as videos.
      case .video: [.video, .gif]
      case .audio: [.audio]
      case .poll, .quote: []
      }
    }
  }

  /// A count that can be searched.
  public enum CountField: String, Hashable, Sendable, CaseIterable {
    case likes, reposts

    func count(of post: Post) -> Int? {
      switch self {
      case .likes: post.counts?.likes
      case .reposts: post.counts?.reposts
      }
    }
  }

  /// An inclusive range of counts; empty if `through` is less than `from`.
  public struct CountSpan: Hashable, Sendable {
    public let from: Int
    public let through: Int

    init(from: Int, through: Int) {
      (self.from, self.through) = (from, through)
    }

    func contains(_ count: Int) -> Bool { count >= from && count <= through }
  }

  /// Facts about a post that only its source knows.
  public struct MatchContext {
    /// Whether the post is in a timeline of this name; nil if unknown, and the condition is then ignored.
    public var isInTimeline: (Post, String) -> Bool?
    public var author: (PostID) -> Profile?

    public init(isInTimeline: @escaping (Post, String) -> Bool?, author: @escaping (PostID) -> Profile?) {
      (self.isInTimeline, self.author) = (isInTimeline, author)
    }

    /// The context of posts that are in Home and no other timeline.
    public static var home: MatchContext {
      MatchContext(isInTimeline: { ListedTimeline(.home).matches($1) }, author: { _ in nil })
    }

    /// The context if nothing is known.
    static var none: MatchContext { MatchContext(isInTimeline: { _, _ in nil }, author: { _ in nil }) }
  }
}

extension ListedTimeline {
  /// Whether `in:` with this name means the timeline: its title or its kind, ignoring case, accents and width.
  public func matches(_ name: String) -> Bool {
    let expected = SearchWords.words(in: name).map(\.folded)
    return !expected.isEmpty && [title, id.title].contains { SearchWords.words(in: $0).map(\.folded) == expected }
  }
}

extension SearchQuery.Term {
  /// Whether a post meets the term; nil if unknown. Words, phrases and groups are evaluated by `SearchQuery` instead.
  func isTrue(of post: Post, _ context: SearchQuery.MatchContext) -> Bool? {
    switch self {
    case .word, .phrase, .anyOf: false
    case .tag(let words): NamesInText.containsTag(words, in: post.text.plain)
    case .mentions(let handle): post.names(handle)
    case .from(let handle): post.author?.matches(handle) == true || post.repost?.by?.matches(handle) == true
    case .to(let handle): post.repliedToAuthor(context)?.matches(handle) ?? false
    case .since(let date): post.timelineDate.map { $0 >= date } ?? false
    case .until(let date): post.timelineDate.map { $0 < date } ?? false
    case .hasMedia: post.hasMedia
    case .hasLink: post.hasLink
    case .has(let attachment): post.has(attachment)
    case .isRepost: post.isRepost
    case .isReply: post.replyTo != nil || post.replyToAuthor != nil
    case .isThread: post.isSelfReply(context)
    case .hasState(let state): post.states.contains(state)
    case .count(let counted, let span): counted.count(of: post).map(span.contains) ?? false
    case .language(let code):
      (post.details?.language?.lowercased()).map { $0 == code || $0.hasPrefix(code + "-") } ?? false
    case .timeline(let name): context.isInTimeline(post, name)
    }
  }
}

extension Post {
  fileprivate func names(_ handle: String) -> Bool {
    if NamesInText.containsHandle(handle, in: text.plain) { return true }
    guard mentions.isEmpty else { return mentions.contains { NamesInText.isHandle($0.handle, matching: handle) } }
    // A mention's text has only the local part of the handle. Its URL has the domain.
    guard let address = Profile(handle: handle).pageAddress,
      NamesInText.containsHandle(String(handle.prefix { $0 != "@" }), in: text.plain)
    else { return false }
    return text.links.contains { $0.url.lowercased() == address }
  }

  /// The author of the post that this one replies to.
  fileprivate func repliedToAuthor(_ context: SearchQuery.MatchContext) -> Profile? {
    replyToAuthor ?? replyTo.flatMap(context.author)
  }

  fileprivate func isSelfReply(_ context: SearchQuery.MatchContext) -> Bool {
    guard let author, !author.handle.isEmpty, let parentAuthor = repliedToAuthor(context) else { return false }
    return author.handle.lowercased() == parentAuthor.handle.lowercased()
  }

  fileprivate func has(_ attachment: SearchQuery.Attachment) -> Bool {
    switch attachment {
    case .poll: poll != nil
    case .quote: quote != nil
    case .image, .video, .audio: media.contains { attachment.kinds.contains($0.kind) }
    }
  }
}

extension Profile {
  fileprivate func matches(_ expected: String) -> Bool { NamesInText.isHandle(handle, matching: expected) }

  /// The URL of the profile at its server, in lower case, as mentions link to it; nil if the handle has no domain.
  public var pageAddress: String? {
    let parts = handle.lowercased().split(separator: "@")
    return parts.count == 2 ? "https://\(parts[1])/@\(parts[0])" : nil
  }
}
