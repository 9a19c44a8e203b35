import Domain

/// The rows of a list in the order of the screen, made of the rows of a window, which are newest first. Each post is
/// shown once: its other entries are joined to the one that is shown.
public struct TimelineArrangement: Equatable {
  /// The window rows that are shown, in the order of the screen.
  public private(set) var rows: [Int]
  /// The place on the screen of each window row; that of the row that shows it if it is joined.
  private var places: [Int]
  /// All window rows of a post by the one that shows it, newest first; only for posts with several.
  private var groups: [Int: [Int]]

  /// All rows of a window, newest first.
  public init(count: Int) {
    (rows, places, groups) = (Array(0..<count), Array(0..<count), [:])
  }

  /// - Parameters:
  ///   - groups: from `ShownEntries`.
  public init(count: Int, order: ReadingOrder, groups: [Int: [Int]]) {
    let owners = groups.reduce(into: [Int: Int]()) { owners, group in
      for row in group.value { owners[row] = group.key }
    }
    var rows = (0..<count).filter { owners[$0] == nil || owners[$0] == $0 }
    if order == .oldestFirst { rows.reverse() }
    var places = Array(repeating: 0, count: count)
    for (place, row) in rows.enumerated() { places[row] = place }
    for (row, owner) in owners { places[row] = places[owner] }
    (self.rows, self.places, self.groups) = (rows, places, groups)
  }

  /// The window row at a place on the screen.
  public func row(at place: Int) -> Int { rows.indices.contains(place) ? rows[place] : place }

  /// The place on the screen of a window row.
  public func place(of row: Int) -> Int { places.indices.contains(row) ? places[row] : row }

  /// The window row of the newest entry that is shown.
  public var newest: Int { rows.min() ?? 0 }
  /// The window row of the oldest entry that is shown.
  public var oldest: Int { rows.max() ?? 0 }

  /// The window rows of the post that a window row shows, newest first.
  public func group(of row: Int) -> [Int] { groups[row] ?? [row] }

  /// The window rows that are joined to another one.
  public var joined: [Int] { groups.flatMap { group in group.value.filter { $0 != group.key } }.sorted() }

  /// The accounts that have reposted the post that a window row shows, newest first, without duplicates.
  public func reposters(of row: Int, in rows: [TimelineWindow.Row]) -> [Profile] {
    group(of: row).compactMap { rows.indices.contains($0) ? rows[$0].post?.repost?.by : nil }
      .uniqued { $0.id ?? $0.handle.lowercased() }
  }
}

/// Which entry of each post a timeline shows. The first time it is the selected or the newest one. A repost that arrives
/// later does not move the post.
public struct ShownEntries {
  private var shown: [PostRef: PostKey] = [:]
  private var keys: Set<PostKey> = []

  public init() {}

  /// Whether an entry was in the window last.
  public func contains(_ key: PostKey) -> Bool { keys.contains(key) }

  /// Chooses the entry of each post of a window.
  /// - Parameter selection: the selected row.
  /// - Returns: the rows of posts with several entries, newest first, by the row that is shown.
  public mutating func groups(in rows: [TimelineWindow.Row], selection: Int) -> [Int: [Int]] {
    var members: [PostRef: [Int]] = [:]
    keys = []
    for (index, row) in rows.enumerated() {
      guard let post = row.post else { continue }
      members[post.ref, default: []].append(index)
      keys.insert(post.key)
    }
    var (groups, next): ([Int: [Int]], [PostRef: PostKey]) = ([:], [:])
    for (ref, indices) in members {
      let known = shown[ref].flatMap { key in indices.first { rows[$0].post?.key == key } }
      let owner = known ?? (indices.contains(selection) ? selection : indices[0])
      next[ref] = rows[owner].post?.key
      if indices.count > 1 { groups[owner] = indices }
    }
    shown = next
    return groups
  }
}
