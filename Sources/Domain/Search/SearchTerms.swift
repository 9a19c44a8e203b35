extension SearchQuery {
  /// What a post can carry besides its text.
  public enum Attachment: String, Hashable, Sendable, CaseIterable {
    case image, video, audio, poll, quote

    /// What of its media it is; empty where it is no media.
    public var kinds: [Media.Kind] {
      switch self {
      case .image: [.image]
      // What moves without a sound is a film, too.
      case .video: [.video, .gif]
      case .audio: [.audio]
      case .poll, .quote: []
      }
    }
  }

  /// What is counted of a post.
  public enum Counted: String, Hashable, Sendable, CaseIterable {
    case likes, reposts

    func count(of post: Post) -> Int? {
      switch self {
      case .likes: post.counts?.likes
      case .reposts: post.counts?.reposts
      }
    }
  }

  /// From one number through another; none where the second one is less.
  public struct CountSpan: Hashable, Sendable {
    public let from: Int
    public let through: Int

    init(from: Int, through: Int) {
      (self.from, self.through) = (from, through)
    }

    func holds(_ count: Int) -> Bool { count >= from && count <= through }
  }

  /// What a post does not say of itself, and its source knows.
  public struct Surroundings {
    /// Whether it stands in a timeline that goes by this name; nil where that is not known: it is looked over then.
    public var isIn: (Post, String) -> Bool?
    /// Who wrote a post.
    public var author: (PostID) -> Profile?

    public init(isIn: @escaping (Post, String) -> Bool?, author: @escaping (PostID) -> Profile?) {
      (self.isIn, self.author) = (isIn, author)
    }

    /// Of posts that stand in Home and nowhere else.
    public static var home: Surroundings {
      Surroundings(isIn: { ListedTimeline(.home).isMeant(by: $1) }, author: { _ in nil })
    }

    /// Nothing is known.
    static var none: Surroundings { Surroundings(isIn: { _, _ in nil }, author: { _ in nil }) }
  }
}

extension ListedTimeline {
  /// Whether a query means it: by its title or by what it is, without case, accents and width.
  public func isMeant(by name: String) -> Bool {
    let wanted = SearchWords.words(in: name).map(\.folded)
    return !wanted.isEmpty && [title, id.title].contains { SearchWords.words(in: $0).map(\.folded) == wanted }
  }
}

extension SearchQuery.Term {
  func isTrue(of post: Post, _ surroundings: SearchQuery.Surroundings) -> Bool? {
    switch self {
    case .word, .phrase, .anyOf: false
    case .tag(let words): NamesInText.tag(words, isIn: post.text.plain)
    case .mentions(let handle): post.names(handle)
    case .from(let handle): post.author?.isMeant(by: handle) == true || post.repost?.by?.isMeant(by: handle) == true
    case .to(let handle): post.answered(surroundings)?.isMeant(by: handle) ?? false
    case .since(let date): post.timelineDate.map { $0 >= date } ?? false
    case .until(let date): post.timelineDate.map { $0 < date } ?? false
    case .hasMedia: post.hasMedia
    case .hasLink: post.hasLink
    case .has(let attachment): post.carries(attachment)
    case .isRepost: post.isRepost
    case .isReply: post.replyTo != nil || post.replyToAuthor != nil
    case .isThread: post.answersItsAuthor(surroundings)
    case .hasState(let state): post.states.contains(state)
    case .count(let counted, let span): counted.count(of: post).map(span.holds) ?? false
    case .language(let code):
      (post.details?.language?.lowercased()).map { $0 == code || $0.hasPrefix(code + "-") } ?? false
    case .timeline(let name): surroundings.isIn(post, name)
    }
  }
}

extension Post {
  fileprivate func names(_ handle: String) -> Bool {
    if NamesInText.handle(handle, isIn: text.plain) { return true }
    guard mentions.isEmpty else { return mentions.contains { NamesInText.isMeant($0.handle, by: handle) } }
    // In the text stands the name alone, in the address its server as well.
    guard let address = Profile(handle: handle).pageAddress,
      NamesInText.handle(String(handle.prefix { $0 != "@" }), isIn: text.plain)
    else { return false }
    return text.links.contains { $0.url.lowercased() == address }
  }

  fileprivate func answered(_ surroundings: SearchQuery.Surroundings) -> Profile? {
    replyToAuthor ?? replyTo.flatMap(surroundings.author)
  }

  fileprivate func answersItsAuthor(_ surroundings: SearchQuery.Surroundings) -> Bool {
    guard let author, !author.handle.isEmpty, let answered = answered(surroundings) else { return false }
    return author.handle.lowercased() == answered.handle.lowercased()
  }

  fileprivate func carries(_ attachment: SearchQuery.Attachment) -> Bool {
    switch attachment {
    case .poll: poll != nil
    case .quote: quote != nil
    case .image, .video, .audio: media.contains { attachment.kinds.contains($0.kind) }
    }
  }
}

extension Profile {
  fileprivate func isMeant(by wanted: String) -> Bool { NamesInText.isMeant(handle, by: wanted) }

  /// Where a server has the page of somebody whose handle names it, as links to people lead there; nil without a server.
  public var pageAddress: String? {
    let parts = handle.lowercased().split(separator: "@")
    return parts.count == 2 ? "https://\(parts[1])/@\(parts[0])" : nil
  }
}
