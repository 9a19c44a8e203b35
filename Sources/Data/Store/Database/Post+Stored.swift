import Domain
import FoundationEssentials

extension Post {
  /// The post as the store returns it, for comparisons. Names belong to profiles and are not compared, quoted posts are
  /// looked up when a post is read, and imported posts have no account yet.
  var comparableForm: Post {
    var post = self
    post.ref.account = nil
    // Stored in a table of their own.
    post.versionIDs = []
    // Stored with the entry.
    (post.notification, post.filter) = (nil, nil)
    post.isHiddenByFilter = false
    // See PostIdentities.
    (post.uri, post.formerID) = (nil, nil)
    post.author = author?.comparableProfile
    post.repost?.by = repost?.by?.comparableProfile
    post.replyToAuthor = replyToAuthor?.comparableProfile
    post.repost?.at = repost?.at.map(\.stored)
    post.createdAt = createdAt.map(\.stored)
    post.indexedAt = indexedAt.map(\.stored)
    post.text = StoredText(text).text
    if !mentions.isEmpty { post.mentions = StoredMentions(mentions).mentions }
    if !emojis.isEmpty { post.emojis = StoredEmojis(emojis).emojis }
    if case .shown(let quoted)? = quote { post.quote = .unavailable(id: quoted.id, reason: .notInSource) }
    if counts == Counts() { post.counts = nil }
    post.poll?.endsAt = poll?.endsAt.map(\.stored)
    return post
  }

  /// Whether the entry is a notification without a post.
  var isNotificationAlone: Bool { notification?.id == id.rawValue }

  /// The stored form; nil if none exists.
  var storedStates: String? {
    // Fast path: most posts have none.
    states.isEmpty ? nil : states.map(\.rawValue).sorted().joined(separator: " ")
  }
}

extension Profile {
  /// The profile as it is compared: by the handle, or the name if it has none.
  fileprivate var comparableProfile: Profile {
    var profile = Profile(handle: handle)
    if handle.isEmpty { profile.name = name }
    return profile
  }
}

extension Quote {
  /// The reason that the quoted post is unavailable; nil if it is available, or would be if the source had it.
  var storedState: String? {
    switch self {
    case .shown, .unavailable(.some, .notInSource): nil
    case .unavailable(_, let reason): reason.rawValue
    }
  }
}

extension Date {
  /// Milliseconds since 1970, limited to the years 0 to 9999.
  var milliseconds: Int64 {
    Int64((timeIntervalSince1970 * 1000).rounded().clamped(to: -62_167_219_200_000...253_402_300_799_999))
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  fileprivate var stored: Date { Date(milliseconds: milliseconds) }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
