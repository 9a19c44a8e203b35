import FoundationEssentials

/// Whoever wrote, reposted or reads something.
public struct Profile: Hashable, Sendable {
  /// Its id in its source, which stays when handle and name change; nil where the source does not say.
  public var id: String?
  /// Without `@`, with its server where the source names one: `ada`, `ada@timeline.example`.
  public var handle: String
  /// As the person writes it; the handle where the source has no name.
  public var name: String
  /// What else the source tells of it; nil where it tells nothing.
  public var details: ProfileDetails?

  public init(id: String? = nil, handle: String, name: String? = nil, details: ProfileDetails? = nil) {
    self.id = id
    self.handle = handle
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? handle
    self.details = details
  }
}

/// What a source tells of someone besides handle and name. Every post has an author and few of them tell it: it lies apart.
public final class ProfileDetails: Hashable, Sendable {
  /// What the person says of themselves, as plain text.
  public let bio: String?
  /// Of its page on the web.
  public let url: String?
  public let joinedAt: Date?
  public let followers: Int?
  public let following: Int?
  public let posts: Int?

  public init(
    bio: String? = nil, url: String? = nil, joinedAt: Date? = nil, followers: Int? = nil, following: Int? = nil,
    posts: Int? = nil
  ) {
    self.bio = bio
    self.url = url
    self.joinedAt = joinedAt
    self.followers = followers
    self.following = following
    self.posts = posts
  }

  public static func == (one: ProfileDetails, other: ProfileDetails) -> Bool {
    one.bio == other.bio && one.url == other.url && one.joinedAt == other.joinedAt && one.followers == other.followers
      && one.following == other.following && one.posts == other.posts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bio)
    hasher.combine(url)
    hasher.combine(joinedAt)
  }
}

extension Profile {
  /// Whether a person means this one by what they typed: with or without `@`, in any case. Who has no handle goes by the
  /// name.
  public func goes(by typed: String) -> Bool {
    let typed = typed.drop(while: \.isWhitespace)
    let end = typed.lastIndex { !$0.isWhitespace }.map(typed.index(after:)) ?? typed.startIndex
    let words = typed[..<end]
    guard !handle.isEmpty else { return words == name }
    return (words.hasPrefix("@") ? words.dropFirst() : words).lowercased() == handle.lowercased()
  }

  /// Whether it is the same person, as the same source tells of both.
  public func isSame(as other: Profile) -> Bool {
    if let id, let otherID = other.id { return id == otherID }
    return !handle.isEmpty && handle.lowercased() == other.handle.lowercased()
  }
}
