import Domain
import FoundationEssentials
import PostCell
import TerminalKit

/// The entries of a thread from top to bottom, and the rows that show them. A thread may be long: the rows are made
/// when it comes, and kept.
struct PostDetailThread {
  /// What posts say of keys, how they say when they were written, and what is marked in them.
  struct Wording {
    var keys = PostCellViewModel.KeyNames.standard
    var time = TimeStyle.ages
    var query: SearchQuery?
  }

  /// Deeper answers are set in no further.
  private static let maxLevel = 3

  /// The one that the thread is about, as it came.
  let post: Post
  /// Where the post itself stands.
  let focus: Int
  private(set) var rows: [PostDetailRow] = []
  private var entries: [(entry: PostThread.Entry, depth: Int?)]
  /// Where each post stands.
  private let places: [PostID: Int]
  /// How each answer hangs on what it answers.
  private let branches: [Branch]
  private var wording: Wording
  /// A picture of the post itself, small.
  private(set) var preview: CellImage?
  /// The ages in the rows are counted from this moment.
  private var agesShownAt: Date

  init(_ thread: PostThread, now: Date, revealed: Set<PostRef>, wording: Wording = Wording()) {
    self.wording = wording
    post = thread.post
    focus = thread.ancestors.count
    let entries: [(entry: PostThread.Entry, depth: Int?)] =
      thread.ancestors.map { ($0, nil) } + [(.post(thread.post), nil)] + thread.replies.map { ($0.entry, $0.depth) }
    let places = entries.enumerated().flatMap { index, place -> [(PostID, Int)] in
      guard case .post(let post) = place.entry else { return [] }
      // Also by the id that it had before.
      return [post.id, post.formerID].compactMap(\.self).map { ($0, index) }
    }
    branches = Branch.branches(ofLevels: thread.replies.map { min(max(0, $0.depth), Self.maxLevel) })
    self.entries = entries
    self.places = Dictionary(places, uniquingKeysWith: { first, _ in first })
    agesShownAt = now
    rows = entries.indices.map { row(at: $0, revealed: revealed) }
  }

  /// A post alone, before its thread is there. Who passed it on to a timeline is no part of it.
  init(known: Post, now: Date, revealed: Set<PostRef> = [], wording: Wording = Wording()) {
    var post = known
    post.repost = nil
    self.init(PostThread(post: post), now: now, revealed: revealed, wording: wording)
  }

  var count: Int { entries.count }
  var hasReplies: Bool { entries.count > focus + 1 }

  /// The post in a row; nil where it cannot be shown.
  func post(at index: Int) -> Post? {
    guard entries.indices.contains(index), case .post(let post) = entries[index].entry else { return nil }
    return post
  }

  func index(of key: PostKey) -> Int? { entries.indices.first { post(at: $0)?.key == key } }

  var posts: [Post] { entries.indices.compactMap(post) }

  /// The thread as its source would tell it, with all that has changed since.
  var conversation: PostThread {
    PostThread(
      ancestors: entries[..<focus].map(\.entry), post: entries[focus].entry.post ?? post,
      replies: entries[(focus + 1)...].map { PostThread.Reply(entry: $0.entry, depth: $0.depth ?? 0) })
  }

  /// Puts another entry in the place of a post.
  mutating func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry, revealed: Set<PostRef>) {
    for index in entries.indices {
      guard let post = post(at: index), post.ref == ref else { continue }
      entries[index].entry = entry(post)
      rows[index] = row(at: index, revealed: revealed)
    }
  }

  /// Where an entry stands that stood in a row of another version of this thread.
  func index(of index: Int, in other: PostDetailThread) -> Int? {
    other.post(at: index).flatMap { places[$0.id] }
  }

  /// Makes the rows of a post anew.
  /// - Returns: whether there are any.
  mutating func mapRows(of ref: PostRef, revealed: Set<PostRef>) -> Bool {
    let indices = entries.indices.filter { post(at: $0)?.ref == ref }
    for index in indices { rows[index] = row(at: index, revealed: revealed) }
    return !indices.isEmpty
  }

  /// Makes all rows anew, in other words.
  mutating func use(_ wording: Wording, at now: Date, revealed: Set<PostRef>) {
    self.wording = wording
    agesShownAt = now
    rows = entries.indices.map { row(at: $0, revealed: revealed) }
  }

  /// Puts a picture below the post itself, or takes it away.
  mutating func show(_ preview: CellImage?) {
    self.preview = preview
    rows[focus].preview = preview
  }

  /// Whether the ages in the rows are no longer true.
  func isAged(at now: Date) -> Bool { now.timeIntervalSince(agesShownAt) >= 60 }

  mutating func countAges(at now: Date) {
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
      let answered = answered(by: index)
      // Else what it answers stands above it, in plain sight.
      if index > 0, answered == nil { post.replyTo = nil }
      let isRevealed = revealed.contains(post.ref)
      let cell =
        index == focus
        ? PostCellViewModel(
          full: post, now: agesShownAt, query: wording.query, isRevealed: isRevealed, keys: wording.keys,
          time: wording.time)
        : PostCellViewModel(
          post, now: agesShownAt, answered: answered, query: wording.query, isRevealed: isRevealed,
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

  /// Whom a post answers, where that is neither the post itself nor the one right above.
  private func answered(by index: Int) -> Profile? {
    guard index > focus + 1, let replyTo = post(at: index)?.replyTo, let place = places[replyTo],
      place != focus, place != index - 1
    else { return nil }
    return post(at: place)?.author
  }
}
