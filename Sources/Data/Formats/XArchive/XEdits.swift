import Domain

/// The versions of a tweet. In an archive each version is a tweet with its own ID.
struct XEdits {
  /// The maximum number of versions. X allows five edits.
  private static let maxCount = 100

  private let edit: JSONValue?
  /// The IDs of all versions. Most tweets have a single one.
  private let listed: ArraySlice<JSONValue>

  init(_ tweet: JSONValue) {
    let info = tweet["edit_info"]
    edit = info?["edit"]
    let control = info?["initial"] ?? edit?["editControlInitial"]
    listed = control?["editTweetIds"]?.elements.prefix(Self.maxCount) ?? []
  }

  /// The first version lists the later ones.
  var isEdited: Bool { edit != nil || listed.count > 1 }

  /// The IDs of all versions, oldest first; empty if there is only one.
  func versions(of id: PostID) -> [PostID] {
    if edit == nil, listed.allSatisfy({ $0.text.map { $0 == id.rawValue } ?? true }) { return [] }
    var ids = [id] + listed.compactMap(\.text).map { PostID($0) }
    if let first = edit?["initialTweetId"]?.text { ids.append(PostID(first)) }
    let versions = Set(ids).sorted { ($0.rawValue.utf8.count, $0.rawValue) < ($1.rawValue.utf8.count, $1.rawValue) }
    return versions.count > 1 ? versions : []
  }
}
