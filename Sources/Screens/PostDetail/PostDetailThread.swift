import Domain
import FoundationEssentials
import PostCell
import TerminalKit

/// The entries of a thread from top to bottom, and their rows. Rows are built once, because threads can be long.
struct PostDetailThread {
  /// Settings for the text of the cells.
  struct TextSettings {
    var keys = PostCellViewModel.KeyNames.standard
    var time = TimeStyle.ages
    var query: SearchQuery?
  }

  /// The maximum indentation of nested replies.
  private static let maxLevel = 3

  /// The post that the thread is about, as loaded.
  let post: Post
  /// The row of that post.
  let focus: Int
  private(set) var rows: [PostDetailRow] = []
  private var entries: [(entry: PostThread.Entry, depth: Int?)]
  /// The row of each post.
  private let positions: [PostID: Int]
  /// The branch lines of the replies.
  private let branches: [Branch]
  private var wording: TextSettings
  /// A small picture of the post.
  private(set) var preview: CellImage?
  /// When the ages in the rows were updated.
  private var agesShownAt: Date

  init(_ thread: PostThread, now: Date, revealed: Set<PostRef>, wording: TextSettings = TextSettings()) {
    self.wording = wording
    post = thread.post
    focus = thread.ancestors.count
    let entries: [(entry: PostThread.Entry, depth: Int?)] =
      thread.ancestors.map { ($0, nil) } + [(.post(thread.post), nil)] + thread.replies.map { ($0.entry, $0.depth) }
    let positions = entries.enumerated().flatMap { index, item -> [(PostID, Int)] in
      guard case .post(let post) = item.entry else { return [] }
      // Also index the post by its former ID.
      return [post.id, post.formerID].compactMap(\.self).map { ($0, index) }
    }
    branches = Branch.branches(ofLevels: thread.replies.map { min(max(0, $0.depth), Self.maxLevel) })
    self.entries = entries
    self.positions = Dictionary(positions, uniquingKeysWith: { first, _ in first })
    agesShownAt = now
    rows = entries.indices.map { row(at: $0, revealed: revealed) }
  }

  /// A post without its thread. The repost that led to it is dropped.
  init(known: Post, now: Date, revealed: Set<PostRef> = [], wording: TextSettings = TextSettings()) {
    var post = known
    post.repost = nil
    self.init(PostThread(post: post), now: now, revealed: revealed, wording: wording)
  }

  var count: Int { entries.count }
  var hasReplies: Bool { entries.count > focus + 1 }

  /// The post in a row; nil if it is unavailable.
  func post(at index: Int) -> Post? {
    guard entries.indices.contains(index), case .post(let post) = entries[index].entry else { return nil }
    return post
  }

  func index(of key: PostKey) -> Int? { entries.indices.first { post(at: $0)?.key == key } }

  var posts: [Post] { entries.indices.compactMap(post) }

  /// The thread with all changes since it was loaded.
  var conversation: PostThread {
    PostThread(
      ancestors: entries[..<focus].map(\.entry), post: entries[focus].entry.post ?? post,
      replies: entries[(focus + 1)...].map { PostThread.Reply(entry: $0.entry, depth: $0.depth ?? 0) })
  }

  /// Replaces the entry of a post.
  mutating func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry, revealed: Set<PostRef>) {
    for index in entries.indices {
      guard let post = post(at: index), post.ref == ref else { continue }
      entries[index].entry = entry(post)
      rows[index] = row(at: index, revealed: revealed)
    }
  }

  /// The row of an entry, given its row in another version of this thread.
  func index(of index: Int, in other: PostDetailThread) -> Int? {
    other.post(at: index).flatMap { positions[$0.id] }
  }

  /// Rebuilds the rows of a post.
  /// - Returns: Whether there are any.
  mutating func rebuildRows(of ref: PostRef, revealed: Set<PostRef>) -> Bool {
    let indices = entries.indices.filter { post(at: $0)?.ref == ref }
    for index in indices { rows[index] = row(at: index, revealed: revealed) }
    return !indices.isEmpty
  }

  /// Rebuilds all rows with new settings.
  mutating func apply(_ wording: TextSettings, at now: Date, revealed: Set<PostRef>) {
    self.wording = wording
    agesShownAt = now
    rows = entries.indices.map { row(at: $0, revealed: revealed) }
  }

  /// Shows or removes the picture below the post.
  mutating func show(_ preview: CellImage?) {
    self.preview = preview
    rows[focus].preview = preview
  }

  /// Whether the ages in the rows are out of date.
  func hasOutdatedAges(at now: Date) -> Bool { now.timeIntervalSince(agesShownAt) >= 60 }

  mutating func updateAges(at now: Date) {
    agesShownAt = now
    for index in rows.indices {
      guard let date = post(at: index)?.shownDate, case .post(var cell) = rows[index].content else { continue }
      cell.age = wording.time.words(for: date, at: now)
      rows[index].content = .post(cell)
    }
  }
}

extension PostDetailThread {
  private func row(at index: Int, revealed: Set<PostRef>) -> PostDetailRow {
    let (entry, depth) = entries[index]
    let branch = depth == nil ? nil : branches[index - focus - 1]
    switch entry {
    case .post(var post):
      let repliedTo = nonadjacentParentAuthor(ofRow: index)
      // Otherwise the parent is visible directly above.
      if index > 0, repliedTo == nil { post.replyTo = nil }
      let isRevealed = revealed.contains(post.ref)
      let cell =
        index == focus
        ? PostCellViewModel(
          full: post, now: agesShownAt, query: wording.query, isRevealed: isRevealed, keys: wording.keys,
          time: wording.time)
        : PostCellViewModel(
          post, now: agesShownAt, repliedTo: repliedTo, query: wording.query, isRevealed: isRevealed,
          keys: wording.keys, time: wording.time)
      return PostDetailRow(
        id: cell.id, branch: branch, isSubject: index == focus, canBeOpened: index != focus, content: .post(cell),
        preview: index == focus ? preview : nil)
    case .unavailable(let id, let reason):
      let which = depth == nil ? "The post that this one replies to" : depth == 0 ? "A reply" : "A reply to a reply"
      return PostDetailRow(
        id: "unavailable \(index)", branch: branch, canBeOpened: false,
        content: .unavailable("\(which) \(reason.clause).", id: id?.rawValue))
    }
  }

  /// The author of the post that a row replies to, if that is neither the opened post nor the row above.
  private func nonadjacentParentAuthor(ofRow index: Int) -> Profile? {
    guard index > focus + 1, let replyTo = post(at: index)?.replyTo, let parent = positions[replyTo],
      parent != focus, parent != index - 1
    else { return nil }
    return post(at: parent)?.author
  }
}
