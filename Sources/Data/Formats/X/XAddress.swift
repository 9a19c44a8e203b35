import Domain

/// Addresses on X.
enum XAddress {
  /// The address of a tweet. Without a handle, X resolves it by the ID alone.
  static func tweet(_ id: String, by handle: String?) -> String {
    "https://twitter.com/\(handle.flatMap { $0.isEmpty ? nil : $0 } ?? "i")/status/\(id)"
  }

  /// Whether an address is that of the tweet, with any handle.
  static func isLink(_ url: String, to id: PostID) -> Bool {
    path(of: url).hasSuffix("/status/\(id.rawValue)")
  }

  /// Whether an address is that of an attachment: `…/status/ID/photo/1`, `…/status/ID/video/1`.
  static func isMediaLink(_ url: String) -> Bool {
    let parts = path(of: url).split(separator: "/").suffix(4)
    return parts.count == 4 && parts.first == "status" && ["photo", "video"].contains(parts[parts.startIndex + 2])
  }

  private static func path(of url: String) -> Substring {
    url.prefix { $0 != "?" && $0 != "#" }
  }
}
