import Domain
import FoundationEssentials

/// The notification of an entry, as JSON.
struct StoredNotification: Codable {
  /// Profiles that are stored. Servers list a few of them.
  private static let maxProfiles = 50

  var kind: String
  var people: [StoredProfile]
  var count: Int
  /// In milliseconds since 1970.
  var at: Int64?
  var emoji: String?

  init(_ notification: PostNotification) {
    kind = notification.kind.rawValue
    people = notification.profiles.prefix(Self.maxProfiles).map(StoredProfile.init)
    count = notification.count
    at = notification.at?.milliseconds
    emoji = notification.emoji
  }

  /// Decodes the notification of a row. If that fails, the result still says that there is one.
  static func notification(id: String, stored text: String?) -> PostNotification {
    guard let stored = text.flatMap({ StoredJSON.decode(Self.self, $0) }) else {
      return PostNotification(id: id, kind: .other(""), profiles: [], at: nil)
    }
    return PostNotification(
      id: id, kind: PostNotification.Kind(rawValue: stored.kind), profiles: stored.people.map(\.profile),
      count: max(0, stored.count), at: stored.at.map(Date.init(milliseconds:)), emoji: stored.emoji)
  }
}

/// A profile with the details from its server.
struct StoredProfile: Codable {
  var id: String?
  var handle: String
  var name: String
  var bio: String?
  var url: String?
  var joinedAt: Int64?
  var followers: Int?
  var following: Int?
  var posts: Int?
  var avatar: String?
  /// See `StoredEmojis`.
  var emojis: String?

  init(_ profile: Profile) {
    (id, handle, name) = (profile.id, profile.handle, profile.name)
    if let images = profile.images { (avatar, emojis) = (images.avatar, StoredEmojis(images.emojis).stored) }
    guard let details = profile.details else { return }
    (bio, url, joinedAt) = (details.bio, details.url, details.joinedAt?.milliseconds)
    (followers, following, posts) = (details.followers, details.following, details.posts)
  }

  var profile: Profile {
    let details = ProfileDetails(
      bio: bio, url: url, joinedAt: joinedAt.map(Date.init(milliseconds:)), followers: followers, following: following,
      posts: posts)
    return Profile(
      id: id, handle: handle, name: name, details: details == ProfileDetails() ? nil : details,
      images: ProfileImages(avatar: avatar, emojis: emojis.map { StoredEmojis(stored: $0).emojis } ?? []))
  }
}

/// Values that are stored as JSON strings.
enum StoredJSON {
  static func encode(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    // Equal values give equal strings.
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
