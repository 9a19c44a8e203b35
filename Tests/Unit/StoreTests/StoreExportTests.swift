import Domain
import TestSupport
import Testing

@testable import Store

/// All imported posts can be exported.
@Suite struct StoreExportTests {
  private let fixture = StoreHarness()

  /// All pages of the export.
  private func export(
    _ account: AccountID = .store("ada"), withOthers: Bool = true, limit: Int = 100
  ) async throws -> (posts: [Post], others: Set<PostKey>) {
    var posts: [Post] = []
    var others: Set<PostKey> = []
    var cursor: PageCursor?
    repeat {
      let page = try await fixture.store.exportedPosts(of: account, from: cursor, limit: limit, withOthers: withOthers)
      posts += page.posts
      others.formUnion(page.others)
      cursor = page.next
    } while cursor != nil
    return (posts, others)
  }

  private func numbered(_ number: Int, replyTo: String? = nil, quote: Quote? = nil) -> Post {
    .fixture(id: "\(number)", createdAt: .noon.minutesAgo(Double(number)), replyTo: replyTo, quote: quote)
  }

  @Test(arguments: [1, 2, 3, 100])
  func `Unlisted posts are exported in order and marked`(limit: Int) async throws {
    let innermost = numbered(5)
    let quoted = numbered(3, quote: .shown(innermost))
    try fixture.importPosts([
      ImportItem(numbered(1, replyTo: "4", quote: .shown(quoted)), in: .posts), ImportItem(numbered(4)),
      ImportItem(numbered(2), in: .posts, .likes),
    ])
    try fixture.importPosts([ImportItem(numbered(6))], owner: Profile(handle: "grace"))
    let (posts, others) = try await export(limit: limit)
    #expect(ids(posts) == ["1", "2", "3", "4", "5"])
    #expect(Set(others.map(\.id.rawValue)) == ["3", "4", "5"])
    #expect(others.allSatisfy { $0.ref.account == .store("ada") })
    guard case .shown(let shown)? = posts.first?.quote else {
      Issue.record("the quoted post is missing")
      return
    }
    #expect(shown.id == quoted.id && shown.text == quoted.text)
    let listed = try await export(withOthers: false, limit: limit)
    #expect(ids(listed.posts) == ["1", "2"])
    #expect(listed.others.isEmpty)
  }

  @Test func `Earlier versions of a post are not exported`() async throws {
    var last = numbered(1)
    last.versionIDs = [PostID("0"), PostID("1")]
    var first = numbered(2)
    first.ref.id = PostID("0")
    try fixture.importPosts([ImportItem(first, in: .posts), ImportItem(last, in: .posts), ImportItem(numbered(3))])
    let (posts, others) = try await export()
    #expect(ids(posts) == ["1", "3"])
    #expect(others.map(\.id.rawValue) == ["3"])
  }

  @Test func `Server accounts export listed posts only`() async throws {
    let live = try await ServerStoreHarness()
    try await live.merge(["1", "2"])
    try await live.cache.store([.fixture(id: "0", createdAt: .noon.minutesAgo(2_000))])
    let page = try await live.fixture.store.exportedPosts(of: live.account.id, from: nil, limit: 9, withOthers: true)
    #expect(ids(page.posts) == ["2", "1"])
    #expect(page.others.isEmpty && page.next == nil)
  }
}
