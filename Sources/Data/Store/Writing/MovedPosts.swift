import Domain

/// Posts to store with new row IDs.
struct MovedPosts {
  private struct Key: Hashable {
    let id: PostID
    let reposter: Int64
  }

  private(set) var items: [ImportItem] = []
  /// The former row ID of each post.
  private(set) var rowIDs: [Int64] = []
  private var indices: [Key: Int] = [:]

  mutating func add(_ item: ImportItem, by reposter: Int64, from rowID: Int64) {
    indices[Key(id: item.post.id, reposter: reposter)] = items.count
    items.append(item)
    rowIDs.append(rowID)
  }

  /// Adds timelines to a post of the list.
  /// - Returns: whether the list has the post.
  mutating func list(_ item: ImportItem, by reposter: Int64) -> Bool {
    guard !indices.isEmpty, let index = indices[Key(id: item.post.id, reposter: reposter)] else { return false }
    items[index].timelines += item.timelines.filter { !items[index].timelines.contains($0) }
    return true
  }
}
