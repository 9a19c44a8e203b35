import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// The versions of a post, which some archives contain as posts of their own, are one post.
@Suite struct StoreVersionTests {
  private let fixture = StoreHarness()

  private func version(_ id: String, of ids: [String], _ text: String, minutes: Double = 0) -> ImportItem {
    var post = Post.fixture(id: id, createdAt: .noon.minutesAgo(30 - minutes), text: text, state: .edited)
    post.versionIDs = ids.map { PostID($0) }
    return ImportItem(post, in: .posts)
  }

  private var first: ImportItem { version("8", of: ["8", "9", "10"], "frist draft") }
  private var second: ImportItem { version("9", of: ["8", "9", "10"], "first draft", minutes: 5) }
  private var last: ImportItem { version("10", of: ["8", "9", "10"], "first draft, mended", minutes: 9) }
  private let answer = ImportItem(.fixture(id: "20", text: "an answer", replyTo: "9"), in: .posts)

  private func page(_ timeline: TimelineID = .posts) async throws -> [String] {
    ids(try await fixture.repository().page(of: timeline, PageRequest(.newest, limit: 100)).posts)
  }

  private func matches(_ words: String) async throws -> [String] {
    let query = try SearchQuery(words, now: .noon)
    return ids(try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 100)).posts)
  }

  private func texts(_ id: String) async throws -> [String] {
    try await fixture.repository().versions(of: PostID(id), .cached).map(\.text.plain)
  }

  private func expectOne(_ note: Comment) async throws {
    #expect(try await page() == ["20", "10"], note)
    #expect(try await matches("draft") == ["10"], note)
    #expect(try await matches("frist") == [], note)
    for id in ["8", "9", "10"] {
      #expect(try await texts(id) == ["frist draft", "first draft", "first draft, mended"], note)
    }
    let thread = try await fixture.repository().thread(of: PostRef(account: .store("ada"), id: PostID("20")), .cached)
    #expect(thread.ancestors.map(\.postID) == ["10"], note)
    let whole = try await fixture.repository().thread(of: PostRef(account: .store("ada"), id: PostID("10")), .cached)
    #expect(whole.replies.map(\.entry.postID) == ["20"], note)
    try expectIntact(fixture.directory, note)
  }

  @Test func `Versions are one post with a history, in any order`() async throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for order in orders {
      for batch in [1, 100] {
        let fixture = StoreVersionTests()
        let items = order.map { [fixture.first, fixture.second, fixture.last][$0] } + [fixture.answer]
        try fixture.fixture.importPosts(items, batch: batch)
        try await fixture.expectOne("\(order), \(batch)")
        let again = try fixture.fixture.importPosts(items, batch: batch)
        #expect(again.counts == ImportCounts(unchanged: 4))
        try await fixture.expectOne("\(order) again")
      }
    }
  }

  @Test func `A version that only names the first one joins the others`() async throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]] {
      let test = StoreVersionTests()
      let items = [
        version("8", of: [], "frist draft"), version("9", of: ["8", "9"], "first draft", minutes: 5),
        version("10", of: ["8", "10"], "first draft, mended", minutes: 9),
      ]
      try test.fixture.importPosts(order.map { items[$0] } + [answer], batch: 1)
      try await test.expectOne("\(order)")
    }
  }

  @Test func `A newer archive merges posts that are versions`() async throws {
    try fixture.importPosts([version("8", of: [], "frist draft"), answer])
    #expect(try await matches("frist") == ["8"])
    try fixture.importPosts([second, last])
    try await expectOne("8 is a version by now")
  }

  @Test func `Without the last version, the one before it is shown`() async throws {
    try fixture.importPosts([first, second])
    #expect(try await page() == ["9"])
    #expect(try await texts("9") == ["frist draft", "first draft"])
  }

  @Test func `Liked versions stay as they were`() async throws {
    var liked = first
    liked.timelines = [.likes]
    try fixture.importPosts([liked, last])
    #expect(try await page(.likes) == ["8"])
    #expect(try await page() == ["10"])
    #expect(try await matches("draft") == ["10", "8"])
    try expectIntact(fixture.directory)
  }

  @Test func `A post without versions has one, a missing post none`() async throws {
    try fixture.importPosts([answer])
    #expect(try await texts("20") == ["an answer"])
    await #expect(throws: TimelineError.postUnavailable(id: PostID("1"), reason: .notInSource)) {
      try await fixture.repository().versions(of: PostID("1"), .cached)
    }
  }

  @Test func `A removed account leaves no versions`() async throws {
    try fixture.importPosts([first, last])
    try fixture.importPosts([answer], owner: Profile(handle: "alan"))
    try fixture.store.forget(.store("ada")) { _ in }
    try fixture.importPosts([first])
    #expect(try await page() == ["8"])
    try expectIntact(fixture.directory)
  }
}

extension PostThread.Entry {
  fileprivate var postID: String? {
    if case .post(let post) = self { post.id.rawValue } else { nil }
  }
}
