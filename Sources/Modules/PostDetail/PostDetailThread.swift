import Domain
import FoundationEssentials
import PostCell

/// The entries of a thread from top to bottom, and the rows that show them.
struct PostDetailThread {
  /// Deeper answers are set in no further.
  private static let deepestLevel = 4

  private let thread: PostThread
  private let entries: [(entry: PostThread.Entry, depth: Int?)]
  /// Where the post itself stands.
  let focus: Int

  init(_ thread: PostThread) {
    self.thread = thread
    focus = thread.ancestors.count
    entries =
      thread.ancestors.map { ($0, nil) } + [(.post(thread.post), nil)] + thread.replies.map { ($0.entry, $0.depth) }
  }

  var count: Int { entries.count }
  var post: Post { thread.post }
  var hasReplies: Bool { !thread.replies.isEmpty }

  /// The post in a row; nil where it cannot be shown.
  func post(at index: Int) -> Post? {
    guard entries.indices.contains(index), case .post(let post) = entries[index].entry else { return nil }
    return post
  }

  /// Where an entry stands that stood in a row of another version of this thread.
  func index(of index: Int, in other: PostDetailThread) -> Int? {
    guard let id = other.post(at: index)?.id else { return nil }
    return entries.indices.first { post(at: $0)?.id == id }
  }

  func rows(now: Date, revealed: Set<PostID>) -> [PostDetailRow] {
    entries.indices.map { row(at: $0, now: now, revealed: revealed) }
  }
}

extension PostDetailThread {
  private func row(at index: Int, now: Date, revealed: Set<PostID>) -> PostDetailRow {
    let (entry, depth) = entries[index]
    let level = depth.map { min(max(0, $0) + 1, Self.deepestLevel) } ?? 0
    switch entry {
    case .post(var post):
      // What it answers stands above it.
      if index > 0 { post.replyTo = nil }
      let isRevealed = revealed.contains(post.id)
      let cell =
        index == focus
        ? PostCellViewModel(full: post, now: now, isRevealed: isRevealed)
        : PostCellViewModel(post, now: now, isRevealed: isRevealed)
      return PostDetailRow(id: cell.id, level: level, canBeOpened: index != focus, content: .post(cell))
    case .unavailable(let id, let reason):
      let which = depth == nil ? "A post that this one answers" : depth == 0 ? "An answer" : "An answer to an answer"
      return PostDetailRow(
        id: "unavailable \(index)", level: level, canBeOpened: false,
        content: .unavailable("\(which) \(reason.clause).", id: id?.rawValue))
    }
  }
}
