import FoundationEssentials

/// Finds an entry that several accounts hold: it is of the same second in all of them, and so comes soon after the first.
/// Some sources tell milliseconds, and some do not.
struct DuplicateFilter: Hashable {
  /// Of one second.
  private static let maxCount = 1_000

  /// How many were found.
  var doubles = 0
  private var second: Double?
  /// The entries of that second.
  private var taken: [SharedEntry: Origin] = [:]

  /// Which account gave an entry, and who has written it, where that is known.
  private struct Origin: Hashable {
    var account: Int
    var author: String?
  }

  mutating func take(_ post: Post, of account: Int) {
    // What has no date stands among those of any second.
    guard let second = post.second else { return }
    if self.second != second {
      self.second = second
      taken.removeAll(keepingCapacity: true)
    }
    // So many posts of one second are what some program has made.
    if taken.count < Self.maxCount, let entry = SharedEntry(post), taken[entry] == nil {
      taken[entry] = Origin(account: account, author: post.author?.handle.lowercased())
    }
  }

  /// Whether another account has given it already.
  func isDouble(_ post: Post, of account: Int) -> Bool {
    // Most often there is nothing that it could be the same as.
    guard let first = taken.first?.value.account, taken.count > 1 || first != account,
      second == post.second, let entry = SharedEntry(post), let origin = taken[entry], origin.account != account
    else { return false }
    guard case .tweet = entry, let author = origin.author, let other = post.author?.handle else { return true }
    return author == other.lowercased()
  }
}

extension Post {
  /// When it came into its timeline; nil where that is not known.
  fileprivate var second: Double? { timelineDate?.timeIntervalSince1970.rounded(.down) }
}

/// What an entry is to all who hold it, whatever id it has in their own source.
private enum SharedEntry: Hashable {
  /// One of X by its number, to which many addresses lead. A list of likes does not say who has written it.
  case tweet(Substring, reposter: String?)
  case page(String, reposter: String?)

  /// nil for what is known nowhere else: what has no address, and what a server tells one account alone.
  init?(_ post: Post) {
    guard post.notification == nil, let url = post.url else { return nil }
    let reposter = post.repost.map { $0.by?.handle ?? "" }
    self = Self.number(ofTweetAt: url).map { .tweet($0, reposter: reposter) } ?? .page(url, reposter: reposter)
  }

  /// Of `https://twitter.com/NAME/status/NUMBER` and `https://x.com/i/web/status/NUMBER`.
  private static func number(ofTweetAt url: String) -> Substring? {
    let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count > 3, parts[parts.count - 2] == "status",
      ["twitter.com", "www.twitter.com", "mobile.twitter.com", "x.com", "www.x.com"].contains(parts[1].lowercased())
    else { return nil }
    return parts.last
  }
}
