/// Where on the web things of Bluesky are.
enum BlueskyAddress {
  private static let site = "https://bsky.app"

  /// - Parameter author: handle or DID; where it is unknown, the uri's own DID counts.
  static func post(_ uri: String, author: String?) -> String? {
    guard let author = author ?? ATURI(uri).map({ String($0.authority) }), let key = uri.split(separator: "/").last
    else { return nil }
    return "\(site)/profile/\(author)/post/\(key)"
  }

  static func profile(_ did: some StringProtocol) -> String { "\(site)/profile/\(did)" }

  static func hashtag(_ tag: String) -> String { "\(site)/hashtag/\(percentEncoded(tag))" }

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

  private static func percentEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
