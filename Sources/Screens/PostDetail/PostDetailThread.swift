import Domain
import FoundationEssentials
import PostCell
import TerminalKit

/// A thread and its rows. The content of rows is built once, because threads can be long.
@MainActor
struct PostDetailThread {
  /// Settings for the text of the cells.
  struct TextSettings {
    var keys = PostCellViewModel.KeyNames.standard
    var time = TimeStyle.ages
    var query: SearchQuery?
    /// The user, whose own posts are marked.
    var user: Profile?
    /// “i to list them”; empty if the command has no key.
    var listPeople = ""
    /// “Z to show”; empty if the command has no key.
    var unfold = ""
    /// The domains that handles are shown without.
    var local = LocalDomains([])
    /// Returns what to draw of a post as pictures.
    var images: @MainActor (Post) -> PostCellViewModel.Images = { _ in PostCellViewModel.Images() }
    /// Returns the translation to show; nil for the original text.
    var translation: @MainActor (Post) -> PostTranslation? = { _ in nil }
    /// “a T shows the original”; empty if the command has no key.
    var original = ""
    /// “v opens the post in the browser”; empty if the command has no key.
    var inBrowser = ""
  }

  /// The state of the rows that outlives a reload.
  struct Arrangement: Equatable {
    /// The posts whose replies are folded.
    var folded: Set<PostID> = []
    /// One post of each chain of posts that is shown as one text.
    var joined: Set<PostID> = []
    /// Replies that have arrived since the last visit and have not been selected.
    var new: Set<PostID> = []
    /// The hosts of posts that were fetched because the account's server did not have them.
    var originHosts: [PostID: String] = [:]
  }

  /// The maximum indentation of nested replies.
  private static let maxLevel = 3

  /// The post that the thread is about, as loaded.
  let post: Post
  /// The notification that led to the post; nil if none did.
  let notification: PostNotification?
  private(set) var rows: [PostDetailRow] = []
  private(set) var arrangement: Arrangement
  private var structure: ThreadStructure
  private var layout: ThreadLayout
  /// The content of each entry on its own.
  private var contents: [PostDetailRow.Content] = []
  private var wording: TextSettings
  private var revealed: Set<PostRef>
  /// When the ages in the rows were updated.
  private var agesShownAt: Date

  init(
    _ thread: PostThread, now: Date, revealed: Set<PostRef>, wording: TextSettings = TextSettings(),
    arrangement: Arrangement = Arrangement(), notification: PostNotification? = nil
  ) {
    (self.wording, self.revealed, self.arrangement, self.notification) = (wording, revealed, arrangement, notification)
    post = thread.post
    structure = ThreadStructure(thread)
    layout = ThreadLayout(structure, folded: [], chains: [])
    agesShownAt = now
    contents = structure.entries.indices.map(content)
    arrange()
  }

  /// A post without its thread. The repost that led to it is dropped; the notification is shown above the post.
  init(known: Post, now: Date, revealed: Set<PostRef> = [], wording: TextSettings = TextSettings()) {
    var post = known
    (post.repost, post.notification) = (nil, nil)
    self.init(
      PostThread(post: post), now: now, revealed: revealed, wording: wording, notification: known.notification)
  }

  /// The number of rows.
  var count: Int { rows.count }
  /// The number of rows that are posts, and not posts that the thread leaves out.
  var postCount: Int { count - (structure.omitted.ancestors > 0 ? 1 : 0) - (structure.omitted.replies > 0 ? 1 : 0) }
  /// The number of a row among these; nil if it is none.
  func number(ofRow row: Int) -> Int? {
    guard let entry = entry(atRow: row), structure.entries[entry].omission == nil else { return nil }
    return row + (structure.omitted.ancestors > 0 ? 0 : 1)
  }
  /// The row of the opened post.
  var focus: Int { layout.rowOfEntry[structure.focus] }
  /// Whether more than the opened post is known.
  var isConversation: Bool { structure.entries.count > 1 }
  var hasReplies: Bool { structure.entries.count > structure.focus + 1 }
  /// The number of replies that have arrived since the last visit and have not been selected.
  var newCount: Int { arrangement.new.count }

  /// The post in a row, nil if it is unavailable. Of several posts in one text it is the opened one, else the first.
  func post(at row: Int) -> Post? { entry(atRow: row).flatMap { structure.entries[$0].post } }

  /// All posts in a row.
  func posts(at row: Int) -> [Post] {
    layout.rows.indices.contains(row) ? layout.rows[row].entries.compactMap { structure.entries[$0].post } : []
  }

  func index(of key: PostKey) -> Int? {
    structure.entries.firstIndex { $0.post?.key == key }.map { layout.rowOfEntry[$0] }
  }

  var posts: [Post] { structure.entries.compactMap(\.post) }

  /// The thread with all changes since it was loaded.
  var conversation: PostThread { structure.thread(of: post) }

  /// The row of an entry, given its row in another version of this thread.
  func index(of row: Int, in other: PostDetailThread) -> Int? {
    other.post(at: row).flatMap { structure.positions[$0.id] }.map { layout.rowOfEntry[$0] }
  }
}

// MARK: - Changes of posts

extension PostDetailThread {
  /// Replaces the entry of a post.
  mutating func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry, revealed: Set<PostRef>) {
    self.revealed = revealed
    let indices = indices(of: ref)
    for index in indices {
      guard let post = structure.entries[index].post else { continue }
      structure.entries[index].content = entry(post)
    }
    rebuild(indices)
  }

  /// Rebuilds the rows of a post.
  /// - Returns: whether there are any.
  mutating func rebuildRows(of ref: PostRef, revealed: Set<PostRef>) -> Bool {
    self.revealed = revealed
    let indices = indices(of: ref)
    rebuild(indices)
    return !indices.isEmpty
  }

  private func indices(of ref: PostRef) -> [Int] {
    structure.entries.indices.filter { structure.entries[$0].post?.ref == ref }
  }

  /// Rebuilds the rows of entries. All rows are arranged again only if a post has become unavailable.
  private mutating func rebuild(_ indices: [Int]) {
    for index in indices { contents[index] = content(at: index) }
    guard indices.allSatisfy({ structure.entries[$0].post != nil }) else { return arrange() }
    for row in Set(indices.map { layout.rowOfEntry[$0] }) { rows[row] = self.row(at: row, branch: rows[row].branch) }
  }

  /// Rebuilds all rows with new settings.
  mutating func apply(_ wording: TextSettings, at now: Date, revealed: Set<PostRef>) {
    (self.wording, self.revealed) = (wording, revealed)
    agesShownAt = now
    contents = structure.entries.indices.map(content)
    arrange()
  }

  /// Whether the ages in the rows are out of date.
  func hasOutdatedAges(at now: Date) -> Bool { now.timeIntervalSince(agesShownAt) >= 60 }

  mutating func updateAges(at now: Date) {
    agesShownAt = now
    for index in contents.indices {
      guard let date = structure.entries[index].post?.shownDate, case .post(var cell) = contents[index] else {
        continue
      }
      cell.age = wording.time.words(for: date, at: now)
      cell.nextAgeChange = wording.time.nextChange(of: date, at: now)
      contents[index] = .post(cell)
    }
    arrange()
  }
}

// MARK: - Folding and joining

extension PostDetailThread {
  /// The action of the key for folding in a row; nil for none.
  func foldAction(at row: Int) -> PostDetailRow.FoldAction? {
    guard layout.rows.indices.contains(row) else { return nil }
    if row == focus {
      let branches = topBranches
      if branches.contains(where: { $0.canFold }) { return .foldAll }
      return branches.isEmpty && layout.rows[row].folded.isEmpty ? nil : .unfoldAll
    }
    if !layout.rows[row].folded.isEmpty { return .unfold }
    return foldableRow(at: row) == nil ? nil : .fold
  }

  /// Folds or unfolds: all branches in the row of the opened post, else the branch of the reply.
  /// - Returns: the row to select.
  mutating func toggleFold(at row: Int) -> Int {
    guard let action = foldAction(at: row), let entry = entry(atRow: row) else { return row }
    switch action {
    case .foldAll:
      arrangement.folded.formUnion(topBranches.filter(\.canFold).compactMap { structure.entries[$0.entry].id })
    case .unfoldAll: arrangement.folded = []
    case .unfold: unfold(atRow: row)
    case .fold:
      guard let branch = foldableRow(at: row), let root = self.entry(atRow: branch) else { return row }
      structure.entries[root].id.map { _ = arrangement.folded.insert($0) }
      arrange()
      return layout.rowOfEntry[root]
    }
    arrange()
    return layout.rowOfEntry[entry]
  }

  /// Unfolds the replies to a post.
  mutating func unfold(_ id: PostID) {
    guard let index = structure.entries.firstIndex(where: { $0.id == id }) else { return }
    unfold(atRow: layout.rowOfEntry[index])
    arrange()
  }

  /// Unfolds all branches that a post is in.
  /// - Returns: its row; nil if the thread does not have it.
  @discardableResult
  mutating func reveal(_ id: PostID) -> Int? {
    guard let index = structure.positions[id] else { return nil }
    let branch = Set(structure.branch(of: index).compactMap { structure.entries[$0].id })
    if !arrangement.folded.isDisjoint(with: branch) {
      arrangement.folded.subtract(branch)
      arrange()
    }
    return layout.rowOfEntry[index]
  }

  /// Whether a row is one of several posts of an author that reply to each other, or shows them as one text.
  func joinAction(at row: Int) -> PostDetailRow.JoinAction? {
    guard let entry = entry(atRow: row), structure.entries[entry].post != nil else { return nil }
    if layout.rows[row].entries.count > 1 { return .separate }
    let count = structure.chain(through: entry).count
    return count > 1 ? .join(count) : nil
  }

  /// Shows the posts of the author that reply to each other as one text, or as separate posts again.
  /// - Returns: the row to select.
  mutating func toggleJoined(at row: Int) -> Int {
    guard let entry = entry(atRow: row), let id = structure.entries[entry].id else { return row }
    switch joinAction(at: row) {
    case .separate: arrangement.joined.subtract(layout.rows[row].entries.compactMap { structure.entries[$0].id })
    case .join: arrangement.joined.insert(id)
    case nil: return row
    }
    arrange()
    return layout.rowOfEntry[entry]
  }

  /// Replies with an entry that can be folded, or are folded already, right below the opened post.
  private var topBranches: [(entry: Int, canFold: Bool)] {
    layout.rows.indices.compactMap { row in
      guard layout.rows[row].depth == 0, let entry = entry(atRow: row), structure.entries[entry].id != nil else {
        return nil
      }
      let canFold = layout.hasReplies(at: row)
      return canFold || !layout.rows[row].folded.isEmpty ? (entry, canFold) : nil
    }
  }

  /// The row whose replies the key folds: the row itself, or the one that it replies to.
  private func foldableRow(at row: Int) -> Int? {
    let branch = layout.hasReplies(at: row) ? row : layout.parent(ofRow: row)
    return branch.flatMap { branch in
      entry(atRow: branch).flatMap { structure.entries[$0].id }.map { _ in branch }
    }
  }

  private mutating func unfold(atRow row: Int) {
    arrangement.folded.subtract(layout.rows[row].entries.compactMap { structure.entries[$0].id })
  }
}

// MARK: - New replies

extension PostDetailThread {
  /// Marks the new reply in a row as seen.
  /// - Returns: whether it was new.
  mutating func markSeen(atRow row: Int) -> Bool {
    guard !arrangement.new.isEmpty, layout.rows.indices.contains(row) else { return false }
    let shown = layout.rows[row].entries.compactMap { structure.entries[$0].id }
    guard !arrangement.new.isDisjoint(with: shown) else { return false }
    arrangement.new.subtract(shown)
    rows[row].isNew = false
    return true
  }

  /// The next new reply below a row; after the last one, the first.
  func nextNew(below row: Int) -> PostID? {
    let new = structure.entries.indices.filter { index in
      structure.entries[index].id.map(arrangement.new.contains) ?? false
    }
    return (new.first { layout.rowOfEntry[$0] > row } ?? new.first).flatMap { structure.entries[$0].id }
  }
}

// MARK: - Rows

extension PostDetailThread {
  /// The entry that a row is about: of several posts in one text the opened one, else the first.
  private func entry(atRow row: Int) -> Int? {
    guard layout.rows.indices.contains(row) else { return nil }
    let entries = layout.rows[row].entries
    return entries.contains(structure.focus) ? structure.focus : entries.first
  }

  /// Builds the rows from the entries and their contents.
  private mutating func arrange() {
    var chains: [[Int]] = []
    for index in arrangement.joined.compactMap({ structure.positions[$0] }).sorted()
    where !chains.contains(where: { $0.contains(index) }) {
      let taken = Set(chains.joined())
      chains.append(structure.chain(through: index).filter { !taken.contains($0) })
    }
    layout = ThreadLayout(structure, folded: arrangement.folded, chains: chains)
    let levels = layout.rows.compactMap(\.depth).map { min($0, Self.maxLevel) }
    var branches = Branch.branches(ofLevels: levels)[...]
    rows = layout.rows.indices.map { row in
      self.row(at: row, branch: layout.rows[row].depth == nil ? nil : branches.popFirst())
    }
  }

  private func row(at index: Int, branch: Branch?) -> PostDetailRow {
    let shown = layout.rows[index]
    let entry = self.entry(atRow: index) ?? shown.entries[0]
    let isSubject = entry == structure.focus
    let content = shown.entries.count > 1 ? chain(of: shown.entries) : contents[entry]
    var id = "unavailable \(entry)"
    if case .post(let cell) = contents[entry] { id = cell.id }
    var row = PostDetailRow(
      id: id, branch: branch, isSubject: isSubject,
      canBeOpened: structure.entries[entry].post != nil && !isSubject, content: content)
    row.isNew = shown.entries.contains { structure.entries[$0].id.map(arrangement.new.contains) ?? false }
    row.people = isSubject ? people : nil
    if !shown.folded.isEmpty, let id = structure.entries[entry].id {
      row.fold = PostDetailRow.Fold(
        post: id.rawValue, count: shown.folded.count,
        newCount: shown.folded.count { structure.entries[$0].id.map(arrangement.new.contains) ?? false },
        hint: wording.unfold)
    }
    return row
  }

  /// “♥ Ada, Grace and 3 others liked this · i to list them”; nil if the post's author caused the notification.
  private var people: String? {
    guard let notification, notification.profiles.contains(where: { post.author?.isSame(as: $0) != true }) else {
      return nil
    }
    let text = notification.text(isAboutPost: true, maxNamed: 4)
    return wording.listPeople.isEmpty ? text : "\(text) · \(wording.listPeople)"
  }

  /// The posts of an author as one text. The numbers of their links continue from one to the next.
  private func chain(of entries: [Int]) -> PostDetailRow.Content {
    var cells: [PostCellViewModel] = []
    for post in entries.compactMap({ structure.entries[$0].post }) {
      let first = cells.reduce(1) { $0 + $1.links.count }
      cells.append(fullCell(of: post, firstLink: first))
    }
    return .chain(cells, acted: entries.firstIndex(of: structure.focus) ?? 0)
  }

  private func fullCell(of post: Post, firstLink: Int = 1) -> PostCellViewModel {
    completed(
      PostCellViewModel(
        full: wording.local.shortened(shown(post)), now: agesShownAt, query: wording.query,
        isRevealed: revealed.contains(post.ref), keys: wording.keys, time: wording.time, firstLink: firstLink), post)
  }

  /// The post with its translation, if that is to be shown.
  private func shown(_ post: Post) -> Post { wording.translation(post).map(post.translated) ?? post }

  /// The cell with its pictures, a note if it is translated, and remarks on its host and author.
  private func completed(_ cell: PostCellViewModel, _ post: Post) -> PostCellViewModel {
    var cell = cell
    cell.images = wording.images(post)
    cell.translation = wording.translation(post).map { PostDetailText.translationNote(of: $0, wording.original) }
    if let host = arrangement.originHosts[post.id] { cell.remarks.append("from \(host)") }
    guard let user = wording.user, post.author?.isSame(as: user) == true else { return cell }
    cell.remarks.insert("you", at: 0)
    return cell
  }

  private func content(at index: Int) -> PostDetailRow.Content {
    let entry = structure.entries[index]
    switch entry.content {
    case .post(var post):
      let repliedTo = nonadjacentParentAuthor(of: index)
      // Otherwise the parent is visible directly above.
      if index > 0, repliedTo == nil { post.replyTo = nil }
      if index == structure.focus { return .post(fullCell(of: post)) }
      return .post(
        completed(
          PostCellViewModel(
            wording.local.shortened(shown(post)), now: agesShownAt, repliedTo: repliedTo.map(wording.local.shortened),
            query: wording.query, isRevealed: revealed.contains(post.ref), keys: wording.keys, time: wording.time),
          post))
    case .unavailable(let id, let reason):
      if let omission = entry.omission {
        return .unavailable([omission, wording.inBrowser].filter { !$0.isEmpty }.joined(separator: " · "), id: nil)
      }
      let which =
        entry.depth == nil ? "The post that this one replies to" : entry.depth == 0 ? "A reply" : "A reply to a reply"
      return .unavailable("\(which) \(reason.clause).", id: id?.rawValue)
    }
  }

  /// The author of the post that an entry replies to, if that is neither the opened post nor the entry above.
  private func nonadjacentParentAuthor(of index: Int) -> Profile? {
    guard index > structure.focus + 1, let replyTo = structure.entries[index].post?.replyTo,
      let parent = structure.positions[replyTo], parent != structure.focus, parent != index - 1
    else { return nil }
    return structure.entries[parent].post?.author
  }
}

/// The text of the rows. Pure functions.
enum PostDetailText {
  /// “Translated from German by DeepL · a T shows the original”.
  /// - Parameter original: “a T shows the original”; empty if the command has no key.
  static func translationNote(of translation: PostTranslation, _ original: String) -> String {
    let language = translation.sourceLanguage.map { " from \(LanguageName.name(of: $0))" } ?? ""
    let provider = translation.provider.map { " by \($0)" } ?? ""
    return ["Translated\(language)\(provider)", original].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
