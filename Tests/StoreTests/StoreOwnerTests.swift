import Domain
import Foundation
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// Whose an archive is: the source's own id says so, where it is known, else the handle.
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

  @Test func `Who has changed the handle keeps account, posts and what has been read`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    let session = StoreSessionStorage(store: fixture.store, others: MemorySessionRepository())
    let reposted = PostKey(id: PostID("2"), account: .store("ada"), repostedBy: "ada")
    try session.update {
      $0.accounts[.store("ada")] = AccountMemory(
        places: [.posts: Place(key: reposted)],
        marks: [.posts: ReadMark(newest: Place(key: reposted), others: [reposted])])
    }

    let summary = try fixture.importPosts(posts(by: renamed), owner: renamed)
    #expect(summary.counts == ImportCounts(unchanged: 9))
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile) == [renamed])
    let page = try await fixture.repository().page(of: .posts, at: .newest, limit: 20, .cached)
    #expect(page.posts == posts(by: renamed).map(\.post).stored())
    #expect(try await matches("from:countess") == 9)
    #expect(try await matches("from:ada") == 0)
    #expect(try await matches("byron") == 0)

    var now = reposted
    now.repostedBy = "countess"
    let memory = try #require(session.load().accounts[.store("ada")])
    #expect(memory.places == [.posts: Place(key: now)])
    #expect(memory.marks == [.posts: ReadMark(newest: Place(key: now), others: [now])])
    #expect(
      try await fixture.repository().page(of: .posts, at: .around(now, nil), limit: 1, .cached).posts[0].key == now)
    try expectWhole(fixture.directory)
  }

  @Test func `Who takes a handle that was given up gets an account of their own`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    try fixture.importPosts(posts(by: renamed), owner: renamed)
    let other = Profile(id: "8", handle: "ada", name: "Another Ada")
    try fixture.importPosts(posts(by: other), owner: other)
    #expect(try await accounts().map(\.id) == [.store("ada"), .store("ada 2")])
    #expect(try await accounts().map(\.profile) == [renamed, other])
    // Also before the first has said that it was given up.
    let third = Profile(id: "9", handle: "ada", name: "A third")
    try fixture.importPosts(posts(by: third), owner: third)
    try fixture.importPosts(posts(by: other), owner: other)
    #expect(try await accounts().map(\.profile) == [renamed, other, third])
    try expectWhole(fixture.directory)
  }

  @Test func `An archive that knows no id finds its account by the handle, in any case`() async throws {
    try fixture.importPosts(posts(by: ada), owner: ada)
    try fixture.importPosts(posts(by: ada), owner: Profile(handle: "Ada", name: "Ada Byron"))
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile.id) == ["7"])
  }

  @Test func `An account that was known by its handle is known by its id from then on`() async throws {
    try fixture.importPosts(posts(by: ada), owner: Profile(handle: "ada"))
    #expect(try fixture.importPosts(posts(by: ada), owner: ada).account?.id == .store("ada"))
    try fixture.importPosts(posts(by: renamed), owner: renamed)
    #expect(try await accounts().map(\.id) == [.store("ada")])
    #expect(try await accounts().map(\.profile) == [renamed])
  }
}
