import Domain

/// Posts to store with new row IDs.
struct MovedPosts {
  private struct Key: Hashable {
    let id: PostID
    let reposter: Int64
  }

  private(set) var items: [ImportItem] = []
  /// The stored row of each post, and the timelines that list it. The rows exist until new IDs are allocated.
  private(set) var former: [(post: StoredPost, timelines: [TimelineID])] = []
  private var indices: [Key: Int] = [:]

  mutating func add(_ item: ImportItem, by reposter: Int64, from post: StoredPost, in timelines: [TimelineID]) {
    indices[Key(id: item.post.id, reposter: reposter)] = items.count
    items.append(item)
    former.append((post, timelines))
  }

  /// Adds timelines to a post of the list.
  /// - Returns: Whether the list has the post.
  mutating func list(_ item: ImportItem, by reposter: Int64) -> Bool {
    guard !indices.isEmpty, let index = indices[Key(id: item.post.id, reposter: reposter)] else { return false }
    items[index].timelines += item.timelines.filter { !items[index].timelines.contains($0) }
    return true
  }
}
