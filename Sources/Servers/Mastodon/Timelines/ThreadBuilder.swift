import Domain

/// Builds a thread from the server's lists of ancestors and descendants.
struct ThreadBuilder {
  struct Entry {
    var id: PostID
    var replyTo: PostID?
    var entry: PostThread.Entry
  }

  private let post: Post
  private let ancestors: [Entry]
  private let descendants: [Entry]

  /// - Parameters:
  ///   - ancestors: the root first.
  ///   - descendants: in any order.
  init(_ post: Post, ancestors: [Entry], descendants: [Entry]) {
    self.post = post
    var seen: Set<PostID> = [post.id]
    self.ancestors = ancestors.filter { seen.insert($0.id).inserted }
    self.descendants = descendants.filter { seen.insert($0.id).inserted }
  }

  /// - Parameter limit: the maximum number of ancestors and of replies. Those nearest to the post are kept.
  func thread(limit: Int) -> PostThread {
    let ancestors = ancestorEntries()
    let replies = replyEntries()
    var thread = PostThread(ancestors: ancestors.suffix(limit), post: post, replies: Array(replies.prefix(limit)))
    thread.omitted = PostThread.Omitted(
      ancestors: max(0, ancestors.count - limit), replies: max(0, replies.count - limit))
    return thread
  }

  /// The ancestors, with placeholders for missing ones.
  private func ancestorEntries() -> [PostThread.Entry] {
    var entries: [PostThread.Entry] = []
    var last: PostID?
    let ids = Set(ancestors.map(\.id))
    func missing(before replyTo: PostID?) -> PostThread.Entry? {
      guard let replyTo, replyTo != last, !ids.contains(replyTo) else { return nil }
      return .unavailable(id: replyTo, reason: .unauthorized)
    }
    for ancestor in ancestors {
      if let gap = missing(before: ancestor.replyTo) { entries.append(gap) }
      entries.append(ancestor.entry)
      last = ancestor.id
    }
    if let gap = missing(before: post.replyTo) { entries.append(gap) }
    return entries
  }

  /// The replies, depth first, with placeholders for missing parents. Iterative, since threads may be deeper than the
  /// call stack.
  private func replyEntries() -> [PostThread.Reply] {
    let ids = Set(descendants.map(\.id)).union([post.id])
    var children: [PostID: [Entry]] = [:]
    var roots: [Entry] = []
    for reply in descendants {
      switch reply.replyTo {
      case post.id?: roots.append(reply)
      case let parent? where ids.contains(parent): children[parent, default: []].append(reply)
      case let parent?:
        if children[parent] == nil {
          roots.append(Entry(id: parent, entry: .unavailable(id: parent, reason: .unauthorized)))
        }
        children[parent, default: []].append(reply)
      case nil: roots.append(reply)
      }
    }
    var replies: [PostThread.Reply] = []
    var seen: Set<PostID> = []
    func append(_ root: Entry) {
      var open = [(entry: root, depth: 0)]
      while let (entry, depth) = open.popLast() {
        guard seen.insert(entry.id).inserted else { continue }
        replies.append(PostThread.Reply(entry: entry.entry, depth: depth))
        open += (children[entry.id] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    for root in roots { append(root) }
    // Replies in a cycle are not reachable from a root. Each is added once.
    for reply in descendants where !seen.contains(reply.id) { append(reply) }
    return replies
  }
}
