import Domain
import FoundationEssentials

/// The profiles in a file, each stored once: files repeat them with each post.
final class KnownProfiles {
  /// A limit for memory, for files with millions of profiles.
  private static let maxCount = 10_000

  private var profiles: [String: Profile] = [:]

  /// - Parameter details: called only if the profile is new or has changed its name or images.
  func profile(
    id: String?, handle: String, name: String?, images: ProfileImages? = nil, details: () -> ProfileDetails?
  ) -> Profile {
    var profile = Profile(id: id, handle: handle, name: name, images: images)
    guard let id else { return profile }
    if let known = profiles[id], (known.handle, known.name) == (profile.handle, profile.name), known.images == images {
      return known
    }
    if profiles.count >= Self.maxCount { profiles = [:] }
    profile.details = details()
    profiles[id] = profile
    return profile
  }
}

extension ProfileDetails {
  /// The details; nil if the source has none.
  static func unlessEmpty(
    bio: String? = nil, url: String? = nil, joinedAt: Date? = nil, followers: Int? = nil, following: Int? = nil,
    posts: Int? = nil
  ) -> ProfileDetails? {
    let bio = bio.flatMap { $0.isEmpty ? nil : $0 }
    let isEmpty =
      bio == nil && url == nil && joinedAt == nil && followers == nil && following == nil && posts == nil
    return isEmpty
      ? nil
      : ProfileDetails(
        bio: bio, url: url, joinedAt: joinedAt, followers: followers, following: following, posts: posts)
  }
}
