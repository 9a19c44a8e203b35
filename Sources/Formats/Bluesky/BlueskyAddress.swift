/// Where on the web things of Bluesky are.
enum BlueskyAddress {
  private static let site = "https://bsky.app"

  /// - Parameter author: handle or DID; where it is unknown, the uri's own DID counts.
  static func post(_ uri: String, author: String?) -> String? {
    guard let author = author ?? ATURI(uri).map({ String($0.authority) }), let key = uri.split(separator: "/").last
    else { return nil }
    return "\(site)/profile/\(author)/post/\(key)"
  }

  private static func profile(_ did: some StringProtocol) -> String { "\(site)/profile/\(did)" }

  /// The page of a record that is no post; nil where it has none.
  static func page(of uri: String) -> String? {
    guard let uri = ATURI(uri) else { return nil }
    switch uri.collection {
    case "app.bsky.feed.generator": return "\(profile(uri.authority))/feed/\(uri.key)"
    case "app.bsky.graph.list": return "\(profile(uri.authority))/lists/\(uri.key)"
    case "app.bsky.graph.starterpack": return "\(site)/starter-pack/\(uri.authority)/\(uri.key)"
    case "app.bsky.labeler.service": return profile(uri.authority)
    default: return nil
    }
  }
}
