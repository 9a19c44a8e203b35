internal import Domain
internal import Foundation
internal import GRDB

@testable internal import Store

/// The drafts and outbox entries in a store.
public struct OutboxCheck {
  private let directory: String

  public init(directory: String) {
    self.directory = directory
  }

  /// The text of each draft, most recently changed first.
  public func drafts() async throws -> [String] {
    try await StoredDrafts(store: PostStore(directory: directory)).drafts().map(\.text)
  }

  /// The text of each post in the outbox, in order of sending.
  public func outbox() async throws -> [String] {
    try await StoredOutbox(store: PostStore(directory: directory)).entries().map(\.draft.text)
  }

  /// The text of each draft, followed by the text of each post in the outbox.
  public func all() async throws -> [String] { try await drafts() + outbox() }

  /// The reasons for which drafts were refused.
  public func refusals() async throws -> [String] {
    try await StoredDrafts(store: PostStore(directory: directory)).drafts().compactMap(\.refusal)
  }

  /// Moves all dates of the outbox into the past.
  public func advanceTime(seconds: Int) throws {
    let queue = try DatabaseQueue(path: directory + "/" + StoreDatabase.name)
    try queue.write { database in
      try database.execute(
        sql: """
          UPDATE outbox SET sentAt = sentAt - :time, notBefore = notBefore - :time, claimedUntil = claimedUntil - :time,
            content = CASE WHEN json_extract(content, '$.firstTriedAt') IS NULL THEN content
              ELSE json_set(content, '$.firstTriedAt', json_extract(content, '$.firstTriedAt') - :time) END
          """, arguments: ["time": seconds * 1_000])
    }
  }
}
