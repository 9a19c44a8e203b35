/// Addresses of Bluesky's web pages.
enum BlueskyAddress {
  private static let site = "https://bsky.app"

  /// The address of a post's page.
  /// - Parameter author: handle or DID; if nil, the DID in the URI.
  static func post(_ uri: String, author: String?) -> String? {
    guard let author = author ?? ATURI(uri).map({ String($0.authority) }), let key = uri.split(separator: "/").last
    else { return nil }
    return "\(site)/profile/\(author)/post/\(key)"
  }

  private static func profile(_ did: some StringProtocol) -> String { "\(site)/profile/\(did)" }

  /// The page of a record other than a post; nil if missing.
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

/// The address of a record: `at://did:plc:ada/app.bsky.feed.post/3k5u5ammyg72r`.
struct ATURI {
  /// DID or handle of the repository's owner.
  let authority: Substring
  let collection: Substring
  let key: Substring

  init?(_ uri: String) {
    let parts = uri.split(separator: "/")
    guard parts.count == 4, parts[0] == "at:" else { return nil }
    (authority, collection, key) = (parts[1], parts[2], parts[3])
  }
}
