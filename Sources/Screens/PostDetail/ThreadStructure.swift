import Domain
import EmptyState

/// The entries of a thread from top to bottom, and how they reply to each other.
struct ThreadStructure {
  struct Entry {
    var content: PostThread.Entry
    /// The text of an entry in place of posts that the thread leaves out: “7,000 more replies are not shown”; nil for
    /// other entries.
    var omission: String?
    /// 0 for a direct reply to the opened post; nil for that post and those above it.
    let depth: Int?

    var post: Post? { content.post }
    /// Also that of an unavailable post, if known.
    var id: PostID? {
      switch content {
      case .post(let post): post.id
      case .unavailable(let id, _): id
      }
    }
  }

  var entries: [Entry]
  /// The index of the opened post.
  let focus: Int
  /// The index of each post, by its current and its former ID.
  let positions: [PostID: Int]
  /// The numbers of posts that the thread leaves out.
  let omitted: PostThread.Omitted
  /// The indices of the replies to each post.
  private let replies: [PostID: [Int]]

  init(_ thread: PostThread) {
    omitted = thread.omitted
    let above =
      Self.omission(omitted.ancestorsText, depth: nil) + thread.ancestors.map { Entry(content: $0, depth: nil) }
    focus = above.count
    let entries =
      above + [Entry(content: .post(thread.post), depth: nil)]
      + thread.replies.map { Entry(content: $0.entry, depth: max(0, $0.depth)) }
      + Self.omission(omitted.repliesText, depth: 0)
    self.entries = entries
    var positions: [PostID: Int] = [:]
    var replies: [PostID: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      guard let post = entry.post else { continue }
      for id in [post.id, post.formerID].compactMap(\.self) where positions[id] == nil { positions[id] = index }
      if let parent = post.replyTo { replies[parent, default: []].append(index) }
    }
    (self.positions, self.replies) = (positions, replies)
  }

  private static func omission(_ text: String?, depth: Int?) -> [Entry] {
    text.map { [Entry(content: .unavailable(id: nil, reason: .notInSource), omission: $0, depth: depth)] } ?? []
  }

  /// The thread with all changes since it was loaded.
  /// - Parameter post: the opened post if it has become unavailable.
  func thread(of post: Post) -> PostThread {
    let posts = { (entries: ArraySlice<Entry>) in entries.filter { $0.omission == nil } }
    var thread = PostThread(
      ancestors: posts(entries[..<focus]).map(\.content), post: entries[focus].post ?? post,
      replies: posts(entries[(focus + 1)...]).map { PostThread.Reply(entry: $0.content, depth: $0.depth ?? 0) })
    thread.omitted = omitted
    return thread
  }

  /// The indices of the replies above an entry that it is below, the nearest first.
  func branch(of index: Int) -> [Int] {
    guard var depth = entries[index].depth else { return [] }
    var above: [Int] = []
    for candidate in stride(from: index - 1, to: focus, by: -1) where depth > 0 {
      guard let other = entries[candidate].depth, other < depth else { continue }
      above.append(candidate)
      depth = other
    }
    return above
  }

  /// The posts of one author that reply to each other, among them an entry: indices from the first post to the last. At
  /// each post with several such replies the chain continues with the entry, else with the first.
  /// - Returns: only the entry if it has no such post above or below.
  func chain(through index: Int) -> [Int] {
    guard let author = entries[index].post?.author else { return [index] }
    var chain = [index]
    var seen: Set<Int> = [index]
    while let parent = entries[chain[0]].post?.replyTo.flatMap({ positions[$0] }), isBy(author, parent),
      seen.insert(parent).inserted
    {
      chain.insert(parent, at: 0)
    }
    while let last = chain.last, let id = entries[last].post?.id,
      let next = replies[id]?.first(where: { isBy(author, $0) && !seen.contains($0) })
    {
      seen.insert(next)
      chain.append(next)
    }
    return chain
  }

  private func isBy(_ author: Profile, _ index: Int) -> Bool {
    entries[index].post?.author?.isSame(as: author) == true
  }
}
