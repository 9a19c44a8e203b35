import Domain
import FoundationEssentials

extension Post {
  /// What the store gives back of the post, so that two of them can be compared: names belong to people and not to
  /// posts, whether a quoted post is there is seen when it is asked for, and what was just read has no account.
  var storedForm: Post {
    var post = self
    post.ref.account = nil
    // These are kept beside it.
    post.versionIDs = []
    // They belong to the entry.
    (post.notification, post.filter) = (nil, nil)
    post.isHiddenByFilter = false
    // See PostIdentities.
    (post.uri, post.formerID) = (nil, nil)
    post.author = author?.handleAlone
    post.repost?.by = repost?.by?.handleAlone
    post.replyToAuthor = replyToAuthor?.handleAlone
    post.repost?.at = repost?.at.map(\.stored)
    post.createdAt = createdAt.map(\.stored)
    post.indexedAt = indexedAt.map(\.stored)
    post.text = StoredText(text).text
    if !mentions.isEmpty { post.mentions = StoredMentions(mentions).mentions }
    if case .shown(let quoted)? = quote { post.quote = .unavailable(id: quoted.id, reason: .notInSource) }
    if counts == Counts() { post.counts = nil }
    post.poll?.endsAt = poll?.endsAt.map(\.stored)
    return post
  }

  /// Whether the entry is about no post, only about what somebody has done.
  var isNotificationAlone: Bool { notification?.id == id.rawValue }

  /// As they stand in one column; nil where there is none.
  var storedStates: String? {
    // Most have none.
    states.isEmpty ? nil : states.map(\.rawValue).sorted().joined(separator: " ")
  }
}

extension Profile {
  /// As posts are compared: who has no handle goes by the name.
  fileprivate var handleAlone: Profile {
    var profile = Profile(handle: handle)
    if handle.isEmpty { profile.name = name }
    return profile
  }
}

extension Quote {
  /// Why it is not there; nil where it is, or would be if the source held it.
  var storedState: String? {
    switch self {
    case .shown, .unavailable(.some, .notInSource): nil
    case .unavailable(_, let reason): reason.rawValue
    }
  }
}

extension Date {
  /// In the years 0 to 9999, since 1970.
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
