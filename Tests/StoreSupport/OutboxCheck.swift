internal import Domain
internal import Foundation
internal import GRDB

@testable internal import Store

/// What somebody has written and no server has yet, as it lies in a store.
public struct OutgoingCheck {
  private let directory: String

  public init(directory: String) {
    self.directory = directory
  }

  /// The texts of all drafts, the one that was changed last first.
  public func drafts() async throws -> [String] {
    try await StoredDrafts(store: PostStore(directory: directory)).drafts().map(\.text)
  }

  /// The texts of all that is on its way, the first sent first.
  public func outbox() async throws -> [String] {
    try await StoredOutbox(store: PostStore(directory: directory)).entries().map(\.draft.text)
  }

  /// Both, drafts first.
  public func all() async throws -> [String] { try await drafts() + outbox() }

  /// Why drafts are drafts again, or what they were to be.
  public func refusals() async throws -> [String] {
    try await StoredDrafts(store: PostStore(directory: directory)).drafts().compactMap(\.refusal)
  }

  /// As if so many seconds had gone by for all that is on its way.
  public func letTimePass(seconds: Int) throws {
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
