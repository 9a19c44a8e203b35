import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// An undone repost that is restored. Entries are numbers, and “–” is a gap.
@Suite struct ServerWithdrawalTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  /// One of the entries is the user's repost.
  private func merge(_ ids: [String], repost: String? = nil, older: String? = nil, minutes: Double = 0) async throws {
    try await merge(ids, reposts: repost.map { [$0] } ?? [], older: older, minutes: minutes)
  }

  private func merge(_ ids: [String], reposts: [String], older: String? = nil, minutes: Double = 0) async throws {
    let entries = ids.map { id in
      var entry = RemoteEntry.numbered(id)
      if reposts.contains(id), let date = entry.post.createdAt {
        entry.post.repost = Repost(by: live.account.profile, at: date)
      }
      return entry
    }
    let page = RemotePage(entries: entries, older: older.map { RemoteCursor($0) }, canFill: true)
    _ = try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon.minutesAgo(-minutes))
  }

  private func withdraw(_ id: String) async throws -> WithdrawnRepost {
    let withdrawn = try await live.cache.withdrawRepost(of: PostID(id))
    #expect(withdrawn.keys.map(\.id.rawValue) == [id])
    #expect(try !live.order().contains(id))
    return withdrawn
  }

  @Test(arguments: ["9", "6", "1"]) func `It is restored at its position`(id: String) async throws {
    let all = ["9", "8", "7", "6", "2", "1"]
    try await merge(all, repost: id)
    let withdrawn = try await withdraw(id)
    #expect(try await withdrawn.restore() == [.home])
    #expect(try live.order() == all)
    #expect(try await live.page().page.posts.first { $0.id.rawValue == id }?.repost?.by == live.account.profile)
    try expectIntact(live.fixture.directory)
  }

  @Test(arguments: [("3", ["9", "8", "–", "3", "2"]), ("8", ["9", "8", "–", "3", "2"])])
  func `Gaps next to it are restored`(id: String, order: [String]) async throws {
    try await merge(["3", "2"], repost: id, older: "2")
    try await merge(["9", "8"], repost: id, older: "8", minutes: 1)
    #expect(try live.order() == order)
    let withdrawn = try await withdraw(id)
    #expect(try live.order().contains("–"))
    #expect(try await withdrawn.restore() == [.home])
    #expect(try live.order() == order)
    try expectIntact(live.fixture.directory)
  }

  @Test func `The only entry of a timeline is restored`() async throws {
    try await merge(["5"], repost: "5")
    let withdrawn = try await withdraw("5")
    #expect(try await withdrawn.restore() == [.home])
    #expect(try live.order() == ["5"])
  }

  @Test func `Newer entries stay above it`() async throws {
    try await merge(["5", "4"], repost: "5")
    let withdrawn = try await withdraw("5")
    try await merge(["6", "4"], minutes: 1)
    #expect(try await withdrawn.restore() == [.home])
    #expect(try live.order() == ["6", "5", "4"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `An entry that the server lists again is not duplicated`() async throws {
    try await merge(["5", "4", "3"], repost: "4")
    let withdrawn = try await withdraw("4")
    try await merge(["5", "4", "3"], repost: "4", minutes: 1)
    #expect(try await withdrawn.restore() == [])
    #expect(try live.order() == ["5", "4", "3"])
  }

  @Test func `At an unknown position, nothing is restored`() async throws {
    try await merge(["5", "4", "3"], repost: "4")
    let withdrawn = try await withdraw("4")
    for id in ["5", "3"] { _ = try await live.cache.delete(PostID(id)) }
    #expect(try await withdrawn.restore() == [])
    #expect(try live.order() == [])
  }

  @Test(arguments: ["5", "3"]) func `With one neighbour left, it is restored next to it`(gone: String)
    async throws
  {
    try await merge(["6", "5", "4", "3", "2"], repost: "4")
    let withdrawn = try await withdraw("4")
    _ = try await live.cache.delete(PostID(gone))
    #expect(try await withdrawn.restore() == [.home])
    #expect(try live.order() == ["6", "5", "4", "3", "2"].filter { $0 != gone })
    try expectIntact(live.fixture.directory)
  }

  @Test(arguments: [["8", "7"], ["7", "8"], ["9", "8"], ["8", "9"], ["2", "1"], ["1", "2"]], [true, false])
  func `Two neighbours are restored in order`(ids: [String], isSameOrder: Bool) async throws {
    let all = ["9", "8", "7", "6", "2", "1"]
    try await merge(all, reposts: ids)
    var withdrawn: [WithdrawnRepost] = []
    for id in ids { withdrawn.append(try await withdraw(id)) }
    for repost in isSameOrder ? withdrawn : withdrawn.reversed() { #expect(try await repost.restore() == [.home]) }
    #expect(try live.order() == all)
    try expectIntact(live.fixture.directory)
  }

  @Test func `It is not restored into a gap`() async throws {
    try await merge(["3", "2", "1"], repost: "2")
    let withdrawn = try await withdraw("2")
    _ = try await live.cache.delete(PostID("3"))
    try await merge(["9", "8"], older: "8", minutes: 1)
    #expect(try await withdrawn.restore() == [])
    #expect(try live.order() == ["9", "8", "–", "1"])
  }
}
