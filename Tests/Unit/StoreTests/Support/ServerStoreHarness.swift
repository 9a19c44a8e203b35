import Domain
import Foundation
import GRDB
import TestSupport

@testable import Store

/// A store with one server account.
struct ServerStoreHarness {
  let fixture = StoreHarness()
  let account = Account(
    id: .mastodon("ada@timeline.example"),
    profile: Profile(id: "1", handle: "ada@timeline.example", name: "Ada Lovelace"),
    origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))

  init() async throws {
    try await accounts.add(account)
  }

  var accounts: SQLiteServerAccounts { SQLiteServerAccounts(store: fixture.store) }
  var cache: any TimelineCache { accounts.cache(of: account.id) }

  /// The cursors of a timeline's entries, newest first, with “–” for a gap.
  func order(of timeline: TimelineID = .home) throws -> [String] {
    try fixture.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT cursor, isGapBelow FROM liveEntry JOIN timeline ON timeline.id = timelineId
          WHERE key = ? ORDER BY liveEntry.position DESC
          """, arguments: [timeline.storageKey]
      ).flatMap { row in [row["cursor"] as String] + (row["isGapBelow"] == 1 ? ["–"] : []) }
    }
  }

  @discardableResult
  func merge(
    _ ids: [String], older: String? = nil, canFill: Bool = true, into timeline: TimelineID = .home,
    at place: MergePosition = .newest, minutes: Double = 0
  ) async throws -> MergedPosts {
    let page = RemotePage(
      entries: ids.map { .numbered($0) }, older: older.map { RemoteCursor($0) }, canFill: canFill)
    return try await cache.merge(page, into: TimelineQuery(timeline), at: place, asOf: .noon.minutesAgo(-minutes))
  }

  func page(
    of timeline: TimelineID = .home, at position: PagePosition = .newest, limit: Int = 100
  ) async throws -> CachedPage {
    guard let page = try await cache.page(of: TimelineQuery(timeline), PageRequest(position, limit: limit)) else {
      throw NothingStored()
    }
    return page
  }

  func matches(_ words: String) async throws -> [String] {
    try await ids(
      accounts.search(of: account.id).matches(of: SearchQuery(words, now: .noon), PageRequest(.newest, limit: 100))
        .posts)
  }
}

struct NothingStored: Error {}

extension RemoteEntry {
  /// A post with the number as ID and cursor. Higher numbers are later.
  static func numbered(_ number: String) -> RemoteEntry {
    let minutes = Double(number) ?? 0
    return RemoteEntry(
      cursor: RemoteCursor(number),
      post: .fixture(id: number, createdAt: .noon.minutesAgo(1_000 - minutes), text: "Post number\(number)"))
  }

  init(_ post: Post, cursor: String? = nil) {
    self.init(cursor: RemoteCursor(cursor ?? post.id.rawValue), post: post)
  }
}

extension [Post] {
  /// The posts as returned by the cache.
  func assigned(to account: AccountID) -> [Post] {
    map { post in
      var post = post
      post.assign(to: account)
      return post
    }
  }
}
