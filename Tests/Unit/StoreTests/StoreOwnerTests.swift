import Domain
import Foundation
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// The owner of an archive: by ID if known, else by handle.
@Suite struct StoreOwnerTests {
  private let fixture = StoreHarness()
  private let ada = Profile(id: "7", handle: "ada", name: "Ada Byron")
  private let renamed = Profile(id: "7", handle: "countess", name: "Ada Lovelace")

  private func posts(by author: Profile) -> [ImportItem] {
    (0..<9).map { number in
      let repost = number == 2 ? Repost(by: author, at: .noon.minutesAgo(2)) : nil
      return ImportItem(
        .fixture(id: "\(number)", author: author, createdAt: .noon.minutesAgo(Double(number)), repost: repost),
        in: .posts)
    }
  }

  private func accounts() async throws -> [Account] { try await StoreAccounts(store: fixture.store).accounts() }

  private func matches(_ words: String) async throws -> Int {
    try await fixture.repository().matchCount(of: SearchQuery(words, now: .noon), upTo: nil).count
  }

  @Test func `A changed handle keeps account, posts and read marks`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    let session = StoreSessionStorage(store: fixture.store, others: MemorySessionRepository())
    let reposted = PostKey(id: PostID("2"), account: .store("ada"), repostedBy: "ada")
    try session.update {
      $0.accounts[.store("ada")] = AccountState(
        positions: [.posts: EntryPosition(key: reposted)],
        marks: [.posts: ReadMark(newest: EntryPosition(key: reposted), others: [reposted])])
    }

    let summary = try fixture.importPosts(posts(by: renamed), owner: renamed)
    #expect(summary.counts == ImportCounts(unchanged: 9))
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile) == [renamed])
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 20))
    #expect(page.posts == posts(by: renamed).map(\.post).stored())
    #expect(try await matches("from:countess") == 9)
    #expect(try await matches("from:ada") == 0)
    #expect(try await matches("byron") == 0)

    var now = reposted
    now.repostedBy = "countess"
    let memory = try #require(session.load().accounts[.store("ada")])
    #expect(memory.positions == [.posts: EntryPosition(key: now)])
    #expect(memory.marks == [.posts: ReadMark(newest: EntryPosition(key: now), others: [now])])
    #expect(
      try await fixture.repository().page(of: .posts, PageRequest(.around(now, nil), limit: 1)).posts[0].key == now)
    try expectIntact(fixture.directory)
  }

  @Test func `A reused handle gets an account of its own`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    try fixture.importPosts(posts(by: renamed), owner: renamed)
    let other = Profile(id: "8", handle: "ada", name: "Another Ada")
    try fixture.importPosts(posts(by: other), owner: other)
    #expect(try await accounts().map(\.id) == [.store("ada"), .store("ada 2")])
    #expect(try await accounts().map(\.profile) == [renamed, other])
    // Even before the first account has a new handle.
    let third = Profile(id: "9", handle: "ada", name: "A third")
    try fixture.importPosts(posts(by: third), owner: third)
    try fixture.importPosts(posts(by: other), owner: other)
    #expect(try await accounts().map(\.profile) == [renamed, other, third])
    try expectIntact(fixture.directory)
  }

  @Test func `An archive without ID finds its account by handle, in any case`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    try fixture.importPosts(posts(by: ada), owner: Profile(handle: "Ada", name: "Ada Byron"))
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile.id) == ["7"])
  }

  @Test func `An account found by handle gets its ID`() async throws {
    try fixture.importPosts(posts(by: ada), owner: Profile(handle: "ada"))
    #expect(try fixture.importPosts(posts(by: ada), owner: ada).account?.id == .store("ada"))
    try fixture.importPosts(posts(by: renamed), owner: renamed)
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile) == [renamed])
  }
}
