import Domain

/// Puts a conversation together from what a server gives of it: a list of posts above, and one of posts below.
struct ThreadBuilder {
  struct Entry {
    var id: PostID
    var replyTo: PostID?
    var entry: PostThread.Entry
  }

  private let post: Post
  private let ancestors: [Entry]
  private let answers: [Entry]

  /// - Parameters:
  ///   - ancestors: from the first on.
  ///   - answers: in any order.
  init(_ post: Post, ancestors: [Entry], ofAnswers answers: [Entry]) {
    self.post = post
    var seen: Set<PostID> = [post.id]
    self.ancestors = ancestors.filter { seen.insert($0.id).inserted }
    self.answers = answers.filter { seen.insert($0.id).inserted }
  }

  func thread() -> PostThread {
    PostThread(ancestors: above(), post: post, replies: below())
  }

  /// Where a post answers one that is not there, it says so.
  private func above() -> [PostThread.Entry] {
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

  /// Depth first, with a stack of its own: a conversation may be deeper than the program's.
  private func below() -> [PostThread.Reply] {
    let ids = Set(answers.map(\.id)).union([post.id])
    var children: [PostID: [Entry]] = [:]
    var roots: [Entry] = []
    for answer in answers {
      switch answer.replyTo {
      case post.id?: roots.append(answer)
      case let parent? where ids.contains(parent): children[parent, default: []].append(answer)
      case let parent?:
        if children[parent] == nil {
          roots.append(Entry(id: parent, entry: .unavailable(id: parent, reason: .unauthorized)))
        }
        children[parent, default: []].append(answer)
      case nil: roots.append(answer)
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
    // Those that answer one another in a circle hang on nothing: each is taken once.
    for answer in answers where !seen.contains(answer.id) { append(answer) }
    return replies
  }
}
