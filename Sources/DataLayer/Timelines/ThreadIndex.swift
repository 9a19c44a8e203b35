#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// Who answers whom among all the posts of a document.
struct ThreadIndex: Sendable {
  /// A post's place in `lists`: positions, not posts, because there may be a million of them.
  private struct Location {
    var list: Int32
    var index: Int32
    /// Whether it is the post that the one there quotes.
    var isQuoted = false
  }

  private let lists: [[Post]]
  private var locations: [PostID: Location] = [:]
  private var answers: [PostID: [PostID]] = [:]

  init(timelines: [[Post]], others: [Post]) {
    lists = timelines + [others]
    // Three times, because a post counts for more than a repost of it, and that for more than a quote of it.
    for includesPost in [{ $0.repost == nil }, { $0.repost != nil }] as [(Post) -> Bool] {
      forEachOldestFirst { post, location in if includesPost(post) { add(post, at: location) } }
    }
    forEachOldestFirst { post, location in
      guard case .shown(let quoted)? = post.quote else { return }
      add(quoted, at: Location(list: location.list, index: location.index, isQuoted: true))
    }
  }

  /// nil where the document does not hold the post.
  func thread(of id: PostID) -> PostThread? {
    guard let post = post(id) else { return nil }
    var seen: Set<PostID> = [id]
    let ancestors = ancestors(of: post, seen: &seen)
    return PostThread(ancestors: ancestors, post: post, replies: replies(to: id, seen: &seen))
  }
}

extension ThreadIndex {
  private func forEachOldestFirst(_ body: (Post, Location) -> Void) {
    for (list, posts) in lists.enumerated() {
      // Timelines run newest first; what stands in threads only, in reading order.
      let isTimeline = list < lists.count - 1
      for offset in posts.indices {
        let index = isTimeline ? posts.count - 1 - offset : offset
        body(posts[index], Location(list: Int32(list), index: Int32(index)))
      }
    }
  }

  private mutating func add(_ post: Post, at location: Location) {
    guard locations[post.id] == nil else { return }
    locations[post.id] = location
    if let parent = post.replyTo { answers[parent, default: []].append(post.id) }
  }

  /// In a thread a post stands for itself, whoever reposted it.
  private func post(_ id: PostID) -> Post? {
    guard let location = locations[id] else { return nil }
    var post = lists[Int(location.list)][Int(location.index)]
    if location.isQuoted, case .shown(let quoted)? = post.quote { post = quoted }
    post.repost = nil
    return post
  }

  /// Ends where the source does, and where a post answers one that is already there.
  private func ancestors(of post: Post, seen: inout Set<PostID>) -> [PostThread.Entry] {
    var ancestors: [PostThread.Entry] = []
    var parent = post.replyTo
    while let id = parent, seen.insert(id).inserted {
      guard let post = self.post(id) else {
        ancestors.append(.unavailable(id: id, reason: .notInSource))
        break
      }
      ancestors.append(.post(post))
      parent = post.replyTo
    }
    return ancestors.reversed()
  }

  /// Depth first, with a stack of its own: a conversation may be deeper than the program's.
  private func replies(to id: PostID, seen: inout Set<PostID>) -> [PostThread.Reply] {
    var replies: [PostThread.Reply] = []
    var open = answers(to: id).reversed().map { PostThread.Reply(entry: .post($0), depth: 0) }
    while let reply = open.popLast() {
      guard case .post(let post) = reply.entry, seen.insert(post.id).inserted else { continue }
      replies.append(reply)
      open += answers(to: post.id).reversed().map { PostThread.Reply(entry: .post($0), depth: reply.depth + 1) }
    }
    return replies
  }

  /// Oldest first; those without a date last, as they stand in the document.
  private func answers(to id: PostID) -> [Post] {
    let posts = (answers[id] ?? []).compactMap(post)
    return posts.enumerated().sorted { left, right in
      let leftDate = left.element.createdAt ?? .distantFuture
      let rightDate = right.element.createdAt ?? .distantFuture
      return (leftDate, left.offset) < (rightDate, right.offset)
    }.map(\.element)
  }
}
