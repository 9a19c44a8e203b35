/// What a value says it is.
enum BlueskyType {
  /// The last part of its type's name: `images` for `app.bsky.embed.images#view`, `reasonPin` for
  /// `app.bsky.feed.defs#reasonPin`. nil where it says nothing.
  static func name(of value: JSONValue) -> String? {
    guard let type = value["$type"]?.text else { return nil }
    let parts = type.split(separator: "#", maxSplits: 1)
    let hasOwnName = parts.count == 2 && !["view", "main"].contains(parts[1])
    return (hasOwnName ? parts[1] : parts.first?.split(separator: ".").last).map(String.init)
  }
}
