import FoundationEssentials

/// An account as other accounts see it: an author, a reposter, the user.
public struct Profile: Hashable, Sendable {
  /// The ID in its source, which survives changes of handle and name; nil if unknown.
  public var id: String?
  /// Without `@`, with the domain if the source has it: `ada`, `ada@timeline.example`.
  public var handle: String
  /// The display name as its owner wrote it; the handle if there is none.
  public var name: String
  /// Further details; nil if the source has none.
  public var details: ProfileDetails?
  /// The avatar and the custom emoji of the name; nil if the source has none.
  public var images: ProfileImages?

  public init(
    id: String? = nil, handle: String, name: String? = nil, details: ProfileDetails? = nil,
    images: ProfileImages? = nil
  ) {
    self.id = id
    self.handle = handle
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? handle
    self.details = details
    self.images = images
  }
}

/// Details of a profile in addition to handle and name. A class to keep `Profile` small: every post has an author, but
/// few authors have details.
public final class ProfileDetails: Hashable, Sendable {
  /// The biography as plain text.
  public let bio: String?
  /// The URL of the profile's web page.
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
  /// The host in the handle; nil if it has none, as for accounts of the user's own server.
  public var server: String? {
    let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  /// Whether the typed text is the handle, with or without `@`, ignoring case. A profile without a handle is matched by
  /// its name.
  public func matches(typedName typed: String) -> Bool {
    let words = typed.trimmed
    guard !handle.isEmpty else { return words == name }
    return (words.hasPrefix("@") ? words.dropFirst() : words[...]).lowercased() == handle.lowercased()
  }

  /// Whether both profiles belong to the same account: by ID if both have one, else by handle. Both must come from the
  /// same source.
  public func isSame(as other: Profile) -> Bool {
    if let id, let otherID = other.id { return id == otherID }
    return !handle.isEmpty && handle.lowercased() == other.handle.lowercased()
  }
}
