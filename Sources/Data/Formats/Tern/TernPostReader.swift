import Domain
import FoundationEssentials

/// Reads a post of Tern's own format.
struct TernPostReader {
  /// When the file was opened: `now-14m` is relative to this.
  let now: Date

  func read(_ value: JSONValue) -> PostParseResult {
    post(value, depth: 0).map(PostParseResult.post) ?? .unreadable(expected: "a post with an id")
  }

  /// A post of a list of posts. A post may say that it is in no timeline.
  func readEntry(_ value: JSONValue, into posts: inout PostCollector) -> PostParseResult {
    let reading = read(value)
    guard case .post(let post) = reading, value["other"]?.bool == true else { return reading }
    posts.addWithoutTimeline(post)
    return .nothing
  }

  static func profile(_ value: JSONValue) -> Profile? {
    guard let handle = (value["handle"] ?? value).text else { return nil }
    return Profile(
      id: value["id"]?.text, handle: handle.hasPrefix("@") ? String(handle.dropFirst()) : handle,
      name: value["name"]?.string)
  }

  /// - Parameter depth: the quote depth of the post.
  private func post(_ value: JSONValue, depth: Int) -> Post? {
    guard let id = value["id"]?.text else { return nil }
    return Post(
      id: PostID(id),
      author: value["author"].flatMap(Self.profile),
      createdAt: date(value["createdAt"]),
      text: TernText.text(of: value),
      url: value["url"]?.text,
      repost: repost(value),
      replyTo: value["replyTo"]?.text.map { PostID($0) },
      replyToAuthor: value["replyToAuthor"].flatMap(Self.profile),
      quote: value["quote"].flatMap { quote($0, depth: depth) },
      warning: value["warning"]?.text,
      counts: value["counts"].flatMap(counts),
      media: value["media"]?.elements.map(media) ?? [],
      poll: value["poll"].flatMap(poll),
      visibility: value["visibility"]?.text.map(Visibility.init(rawValue:)),
      states: states(value["state"]),
      details: PostDetails(
        language: value["language"]?.text, application: value["application"]?.text,
        isAutomated: value["automated"]?.bool == true),
      mentions: (value["mentions"]?.elements ?? []).prefix(Self.maxMentions).compactMap(mention))
  }
}

extension TernPostReader {
  private func date(_ value: JSONValue?) -> Date? {
    value?.string.flatMap { Timestamp.parse($0, now: now) }
  }

  /// One word, or several separated by spaces.
  private func states(_ value: JSONValue?) -> Set<PostState> {
    Set((value?.string ?? "").split(separator: " ").compactMap { PostState(rawValue: String($0)) })
  }

  /// A limit, so that a malicious file does not take too long.
  private static let maxMentions = 500

  private func mention(_ value: JSONValue) -> Mention? {
    guard let profile = Self.profile(value), !profile.handle.isEmpty else { return nil }
    return Mention(id: profile.id, handle: profile.handle, url: value["url"]?.text)
  }

  private func repost(_ value: JSONValue) -> Repost? {
    let profile = value["repostedBy"].flatMap(Self.profile)
    let moment = date(value["repostedAt"])
    return profile == nil && moment == nil ? nil : Repost(by: profile, at: moment)
  }

  /// A quote is marked as not in the source until it is found there.
  private func quote(_ value: JSONValue, depth: Int) -> Quote? {
    let id = value["id"]?.text.map { PostID($0) }
    if let reason = value["state"]?.string.flatMap(UnavailableReason.init) {
      return .unavailable(id: id, reason: reason)
    }
    if depth < Quote.maxDepth, let post = value["post"].flatMap({ post($0, depth: depth + 1) }) { return .shown(post) }
    return id.map { .unavailable(id: $0, reason: .notInSource) }
  }

  private func counts(_ value: JSONValue) -> Counts? {
    guard value.isObject else { return nil }
    return Counts(replies: value["replies"]?.count, reposts: value["reposts"]?.count, likes: value["likes"]?.count)
  }

  private func media(_ value: JSONValue) -> Media {
    Media(
      kind: value["kind"]?.string.flatMap(Media.Kind.init) ?? .other, url: value["url"]?.text,
      description: value["description"]?.text, size: PixelSize(value), isSensitive: value["sensitive"]?.bool ?? false,
      card: LinkCard(
        site: value["site"]?.text, author: value["author"]?.text, summary: value["summary"]?.text))
  }

  private func poll(_ value: JSONValue) -> Poll? {
    guard value.isObject else { return nil }
    let options = value["options"]?.elements.map { option in
      Poll.Option(title: option["title"]?.string ?? "", votes: option["votes"]?.count)
    }
    return Poll(
      options: options ?? [], isClosed: value["closed"]?.bool ?? false, endsAt: date(value["endsAt"]),
      voters: value["voters"]?.count, allowsMultiple: value["several"]?.bool ?? false)
  }
}
