import Domain
import FoundationEssentials

/// The people that a file names, each once: it tells all of them with each of their posts.
final class KnownProfiles {
  /// A file that names millions of people shall not fill the memory.
  private static let maxCount = 10_000

  private var profiles: [String: Profile] = [:]

  /// - Parameter details: asked only for somebody who is not known yet, or is called otherwise by now.
  func profile(id: String?, handle: String, name: String?, details: () -> ProfileDetails?) -> Profile {
    let told = Profile(id: id, handle: handle, name: name)
    guard let id else { return told }
    if let known = profiles[id], (known.handle, known.name) == (told.handle, told.name) { return known }
    if profiles.count >= Self.maxCount { profiles = [:] }
    let profile = Profile(id: id, handle: handle, name: name, details: details())
    profiles[id] = profile
    return profile
  }
}

extension ProfileDetails {
  /// nil where a source tells nothing of somebody.
  static func told(
    bio: String? = nil, url: String? = nil, joinedAt: Date? = nil, followers: Int? = nil, following: Int? = nil,
    posts: Int? = nil
  ) -> ProfileDetails? {
    let bio = bio.flatMap { $0.isEmpty ? nil : $0 }
    let tellsNothing =
      bio == nil && url == nil && joinedAt == nil && followers == nil && following == nil && posts == nil
    return tellsNothing
      ? nil
      : ProfileDetails(
        bio: bio, url: url, joinedAt: joinedAt, followers: followers, following: following, posts: posts)
  }
}
