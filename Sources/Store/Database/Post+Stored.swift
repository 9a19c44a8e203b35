import Domain
import FoundationEssentials

extension Post {
  /// What the store gives back of the post, so that two of them can be compared: names belong to people and not to
  /// posts, and whether a quoted post is there is seen when it is asked for.
  var storedForm: Post {
    var post = self
    post.author?.name = ""
    post.repost?.by?.name = ""
    post.repost?.at = repost?.at.map(\.stored)
    post.createdAt = createdAt.map(\.stored)
    post.indexedAt = indexedAt.map(\.stored)
    post.text = StoredText(text).text
    if case .shown(let quoted)? = quote { post.quote = .unavailable(id: quoted.id, reason: .notInSource) }
    if counts == Counts() { post.counts = nil }
    return post
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
