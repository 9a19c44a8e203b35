import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// The extent of an account in the list of accounts.
@Suite struct StorePostSummaryTests {
  private let fixture = StoreHarness()

  private func postSummary() async throws -> Account.PostSummary? {
    try #require(await StoreAccounts(store: fixture.store).accounts().first).postSummary
  }

  private func item(_ id: Int, _ date: Date?, in timelines: TimelineID...) -> ImportItem {
    ImportItem(post: .fixture(id: "\(id)", createdAt: date), timelines: timelines, isIncomplete: false)
  }

  private func date(_ text: String) throws -> Date { try Date(text + "T12:00:00Z", strategy: .iso8601) }

  @Test func `The extent covers the owner's posts and reposts`() async throws {
    try fixture.importPosts([
      item(1, date("2009-03-01"), in: .posts), item(2, date("2023-12-24"), in: .replies, .named("Media")),
      item(3, date("2015-06-01"), in: .named("Reposts")), item(4, date("2026-01-01"), in: .likes),
      item(5, date("1999-01-01"), in: .named("Bookmarks")),
    ])
    let extent = try #require(try await postSummary())
    #expect(extent.posts == 3)
    #expect(try extent.dates == date("2009-03-01")...date("2023-12-24"))
  }

  @Test func `Posts without dates are counted without a year`() async throws {
    try fixture.importPosts((0..<5).map { item($0, nil, in: .posts) })
    #expect(try await postSummary() == Account.PostSummary(posts: 5))
  }

  @Test func `Invalid counts in the database do no harm`() async throws {
    try fixture.importPosts([item(1, date("2009-03-01"), in: .posts)])
    let database = try DatabaseQueue(path: fixture.databasePath)
    try await database.write { try $0.execute(sql: "UPDATE timeline SET count = -7") }
    #expect(try await postSummary()?.posts == 0)
    try await database.write { try $0.execute(sql: "UPDATE timeline SET count = 9223372036854775807") }
    #expect(try await postSummary()?.posts == 1 << 40)
    try await database.write { try $0.execute(sql: "UPDATE timelineDay SET day = 9223372036854775807") }
    #expect(try await postSummary()?.dates != nil)
    try await database.write { try $0.execute(sql: "DROP TABLE timelineDay") }
    #expect(try await postSummary() == nil)
  }
}
