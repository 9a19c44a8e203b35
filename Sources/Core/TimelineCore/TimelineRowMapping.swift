import Domain

/// Maps the rows of a list to those of a `TimelineWindow`, which are newest first. The list has each post once, newest
/// or oldest first: other entries of a post are joined to the one that is shown.
public struct TimelineRowMapping: Equatable {
  /// The window rows that the list shows, in the order of the list.
  public private(set) var windowRows: [Int]
  /// The list row of each window row; that of the row that shows the post if it is joined.
  private var listRows: [Int]
  /// All window rows of a post by the one that shows it, newest first; only for posts with several.
  private var groups: [Int: [Int]]

  /// Shows all rows of a window, newest first.
  public init(count: Int) {
    (windowRows, listRows, groups) = (Array(0..<count), Array(0..<count), [:])
  }

  /// - Parameters:
  ///   - count: the number of rows of the window.
  ///   - groups: from `ShownEntries`.
  public init(count: Int, order: ReadingOrder, groups: [Int: [Int]]) {
    let owners = groups.reduce(into: [Int: Int]()) { owners, group in
      for row in group.value { owners[row] = group.key }
    }
    var windowRows = (0..<count).filter { owners[$0] == nil || owners[$0] == $0 }
    if order == .oldestFirst { windowRows.reverse() }
    var listRows = Array(repeating: 0, count: count)
    for (listRow, row) in windowRows.enumerated() { listRows[row] = listRow }
    for (row, owner) in owners { listRows[row] = listRows[owner] }
    (self.windowRows, self.listRows, self.groups) = (windowRows, listRows, groups)
  }

  /// The window row that a list row shows.
  public func windowRow(at listRow: Int) -> Int {
    windowRows.indices.contains(listRow) ? windowRows[listRow] : listRow
  }

  /// The list row that shows the post of a window row.
  public func listRow(of windowRow: Int) -> Int {
    listRows.indices.contains(windowRow) ? listRows[windowRow] : windowRow
  }

  /// The window row of the newest entry that is shown.
  public var newest: Int { windowRows.min() ?? 0 }
  /// The window row of the oldest entry that is shown.
  public var oldest: Int { windowRows.max() ?? 0 }

  /// The window rows of the post that a window row shows, newest first.
  public func group(of row: Int) -> [Int] { groups[row] ?? [row] }

  /// The window rows that are joined to another one, in ascending order.
  public var joined: [Int] { groups.flatMap { group in group.value.filter { $0 != group.key } }.sorted() }

  /// The accounts that have reposted the post that a window row shows, newest first, without duplicates.
  public func reposters(of row: Int, in rows: [TimelineWindow.Row]) -> [Profile] {
    group(of: row).compactMap { rows.indices.contains($0) ? rows[$0].post?.repost?.by : nil }.uniqued(on: \.identity)
  }

  /// The entry that a window row shows: that of joined notifications names the accounts of all, newest first.
  public func entry(of row: Int, in rows: [TimelineWindow.Row]) -> Post? {
    guard rows.indices.contains(row), var entry = rows[row].post else { return nil }
    let joined = group(of: row).compactMap { rows.indices.contains($0) ? rows[$0].post?.notification : nil }
    guard joined.count > 1 else { return entry }
    let profiles = joined.flatMap(\.profiles).uniqued(on: \.identity)
    entry.notification?.profiles = profiles
    entry.notification?.count = profiles.count
    entry.notification?.at = joined.first?.at
    return entry
  }
}

extension Profile {
  fileprivate var identity: String { id ?? handle.lowercased() }
}

/// Joins the notifications of servers that do not group them, as Mastodon does (app/models/notification_group.rb).
public enum JoinedNotifications {
  /// The maximum number of seconds between the notifications of a group (app/models/concerns/notification/groups.rb).
  private static let maxSpan = 43_200.0

  /// The common properties of the notifications of a group.
  private struct Subject: Hashable {
    var account: AccountID?
    var kind: PostNotification.Kind
    /// nil if the kind is not about a post.
    var post: PostID?
    var emoji: String?

    /// nil for an entry that stands for itself.
    init?(_ entry: Post) {
      guard let notification = entry.notification, notification.isUngrouped, !notification.profiles.isEmpty else {
        return nil
      }
      switch notification.kind {
      case .favourite, .repost, .reaction:
        guard entry.isPost else { return nil }
        post = entry.id
      case .follow, .signUp: break
      default: return nil
      }
      account = entry.ref.account
      kind = notification.kind
      emoji = notification.emoji
    }
  }

  /// The rows to join, newest first, by the row that is shown: the selected one, or the newest.
  public static func groups(in rows: [TimelineWindow.Row], selection: Int) -> [Int: [Int]] {
    var groups: [Subject: [[Int]]] = [:]
    for (index, row) in rows.enumerated() {
      guard let entry = row.post, let subject = Subject(entry) else { continue }
      let newest = groups[subject]?.last?.first.flatMap { rows[$0].post?.notification?.at }
      let span = newest.flatMap { newest in entry.notification?.at.map { newest.timeIntervalSince($0) } } ?? 0
      if let last = groups[subject]?.indices.last, span <= maxSpan {
        groups[subject]?[last].append(index)
      } else {
        groups[subject, default: []].append([index])
      }
    }
    let joined = groups.values.joined().filter { $0.count > 1 }
    return Dictionary(uniqueKeysWithValues: joined.map { ($0.contains(selection) ? selection : $0[0], $0) })
  }
}

/// Remembers which entry of each post a timeline shows: at first the selected or the newest one. A repost that arrives
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
