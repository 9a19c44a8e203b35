import Domain

/// What is to be stored under other ids than before.
struct MovedPosts {
  private struct Key: Hashable {
    let id: PostID
    let reposter: Int64
  }

  private(set) var items: [ImportItem] = []
  /// Where each was stored.
  private(set) var rowIDs: [Int64] = []
  private var indices: [Key: Int] = [:]

  mutating func add(_ item: ImportItem, by reposter: Int64, from rowID: Int64) {
    indices[Key(id: item.post.id, reposter: reposter)] = items.count
    items.append(item)
    rowIDs.append(rowID)
  }

  /// Has one that is among them stand in further timelines.
  /// - Returns: whether it is.
  mutating func list(_ item: ImportItem, by reposter: Int64) -> Bool {
    guard !indices.isEmpty, let index = indices[Key(id: item.post.id, reposter: reposter)] else { return false }
    items[index].timelines += item.timelines.filter { !items[index].timelines.contains($0) }
    return true
  }
}
