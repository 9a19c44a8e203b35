import Domain

/// What a tweet says of its versions, where it was edited. In an archive each of them is a tweet with an id of its own.
struct XEdits {
  /// X allows five edits; what somebody has made up shall not name a million.
  private static let maxCount = 100

  private let edit: JSONValue?
  /// The ids of all versions, as they are listed. Most have been written once.
  private let listed: ArraySlice<JSONValue>

  init(_ tweet: JSONValue) {
    let info = tweet["edit_info"]
    edit = info?["edit"]
    let control = info?["initial"] ?? edit?["editControlInitial"]
    listed = control?["editTweetIds"]?.elements.prefix(Self.maxCount) ?? []
  }

  /// The first version of a tweet names the later ones.
  var isEdited: Bool { edit != nil || listed.count > 1 }

  /// The ids of all versions that a tweet names, and its own, the first first; empty where there is no other.
  func versions(of id: PostID) -> [PostID] {
    if edit == nil, listed.allSatisfy({ $0.text.map { $0 == id.rawValue } ?? true }) { return [] }
    var ids = [id] + listed.compactMap(\.text).map { PostID($0) }
    if let first = edit?["initialTweetId"]?.text { ids.append(PostID(first)) }
    let versions = Set(ids).sorted { ($0.rawValue.utf8.count, $0.rawValue) < ($1.rawValue.utf8.count, $1.rawValue) }
    return versions.count > 1 ? versions : []
  }
}
