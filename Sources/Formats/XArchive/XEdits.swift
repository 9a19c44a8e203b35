import Domain

/// The versions of a tweet that was edited. In an archive each of them is a tweet with an id of its own.
enum XEdits {
  /// X allows five edits; what somebody has made up shall not name a million.
  private static let maxCount = 100

  /// The ids of all versions that a tweet names, and its own, the first first; empty where there is no other.
  static func versions(of tweet: JSONValue, _ id: PostID) -> [PostID] {
    guard let info = tweet["edit_info"] else { return [] }
    let edit = info["edit"]
    let control = info["initial"] ?? edit?["editControlInitial"]
    let listed = control?["editTweetIds"]?.elements.prefix(maxCount).compactMap(\.text) ?? []
    // Most have been written once.
    if edit == nil, listed.allSatisfy({ $0 == id.rawValue }) { return [] }
    var ids = [id] + listed.map { PostID($0) }
    if let first = edit?["initialTweetId"]?.text { ids.append(PostID(first)) }
    let versions = Set(ids).sorted { ($0.rawValue.utf8.count, $0.rawValue) < ($1.rawValue.utf8.count, $1.rawValue) }
    return versions.count > 1 ? versions : []
  }
}
