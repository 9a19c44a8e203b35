import Domain

/// The mapping between the entries of a thread and its rows: replies in folded branches are left out, and posts that
/// are shown as one text share a row.
struct ThreadLayout {
  struct Row {
    /// The indices of the entries: one, or the posts of one text.
    var entries: [Int]
    /// The depth of a reply among those that are shown; nil for the opened post and those above it.
    var depth: Int?
    /// The indices of the folded replies below.
    var folded: [Int] = []
  }

  private(set) var rows: [Row] = []
  /// The row of each entry; for a folded one, that of its branch.
  private(set) var rowOfEntry: [Int]

  /// - Parameters:
  ///   - folded: the posts whose replies are folded.
  ///   - chains: the posts that are shown as one text, by index; no entry is in two of them.
  init(_ structure: ThreadStructure, folded: Set<PostID>, chains: [[Int]]) {
    rowOfEntry = Array(repeating: 0, count: structure.entries.count)
    // The entry in whose row each post of a text is shown: the opened post, else the first.
    var anchors: [Int: Int] = [:]
    var members: [Int: [Int]] = [:]
    for chain in chains where chain.count > 1 {
      let anchor = chain.contains(structure.focus) ? structure.focus : chain[0]
      for index in chain { anchors[index] = anchor }
      members[anchor] = chain
    }
    // The replies above the current one, outermost first.
    var above: [(index: Int, isMoved: Bool)] = []
    var foldedRoot: (index: Int, depth: Int)?
    for (index, entry) in structure.entries.enumerated() {
      let depth = entry.depth
      if let depth {
        while let last = above.last, (structure.entries[last.index].depth ?? 0) >= depth { above.removeLast() }
        if let root = foldedRoot, depth <= root.depth { foldedRoot = nil }
      }
      let isMoved = anchors[index].map { $0 != index } ?? false
      if depth != nil { above.append((index, isMoved)) }
      if let root = foldedRoot {
        rowOfEntry[index] = rowOfEntry[root.index]
        if !isMoved { rows[rowOfEntry[root.index]].folded.append(index) }
      } else if !isMoved {
        rowOfEntry[index] = rows.count
        let shownDepth = depth.map { depth in depth - above.count(where: \.isMoved) }
        rows.append(Row(entries: members[index] ?? [index], depth: shownDepth))
      } else if let anchor = anchors[index], anchor < index {
        rowOfEntry[index] = rowOfEntry[anchor]
      }
      if foldedRoot == nil, let depth, let id = entry.id, folded.contains(id) { foldedRoot = (index, depth) }
    }
    // Posts above the opened one whose text it continues.
    for (index, anchor) in anchors where anchor > index { rowOfEntry[index] = rowOfEntry[anchor] }
  }

  /// Whether rows below a row reply to it.
  func hasReplies(at row: Int) -> Bool {
    guard let depth = rows[row].depth, rows.indices.contains(row + 1), let next = rows[row + 1].depth else {
      return false
    }
    return next > depth
  }

  /// The row that a reply is below; nil if that is the opened post.
  func parent(ofRow row: Int) -> Int? {
    guard let depth = rows[row].depth, depth > 0 else { return nil }
    return (0..<row).last { rows[$0].depth.map { $0 < depth } ?? false }
  }
}
