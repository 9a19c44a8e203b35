import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import Store

/// Posts are stored and loaded unchanged.
@Suite struct StoreRoundTripTests {
  private let fixture = StoreHarness()

  private static let everything = Post(
    id: PostID("1"), author: Profile(id: "3", handle: "grace", name: "Grace Hopper"), createdAt: .noon,
    indexedAt: .noon.addingTimeInterval(1),
    text: PostText(
      [
        .text("Über 軌道 "), .link(Link(url: "https://example.com/a", text: "example", label: "ex…")), .text(" and "),
        .link(Link(url: "https://example.com/b")),
        .link(Link(url: "https://example.com/@alan", text: "@alan", kind: .mention)),
        .link(Link(url: "https://example.com/tags/tea", text: "tea", kind: .tag)),
        .link(Link(url: "https://example.com/c", text: "#address", kind: .address)),
      ], emphasis: [.init(start: 0, length: 5, .strong), .init(start: 6, length: 6, [.emphasized, .code])]),
    url: "https://example.com/1", repost: Repost(by: Profile(handle: "alan", name: "Alan"), at: .noon),
    replyTo: PostID("0"), replyToAuthor: Profile(handle: "alan", name: "Alan"),
    quote: .unavailable(id: PostID("9"), reason: .blocked), warning: "careful",
    counts: Counts(replies: 1, reposts: nil, likes: 3),
    media: [
      Media(
        kind: .image, url: "https://example.com/i", previewURL: "https://example.com/small", description: "a cat",
        size: PixelSize(width: 640, height: 480), isSensitive: true), Media(kind: .video),
      Media(
        kind: .link, url: "https://example.com/p", description: "A page",
        card: LinkCard(site: "Pages", author: "Grace", summary: "All of it")),
      Media(kind: .link, url: "https://example.com/q", card: LinkCard(site: "Pages")),
    ],
    poll: Poll(
      options: [.init(title: "yes", votes: 3), .init(title: "no")], isClosed: true, endsAt: .noon, voters: 3,
      allowsMultiple: true), visibility: .unlisted,
    states: [.edited, .pinned],
    mentions: [Mention(id: "9", handle: "alan@far.example", url: "https://example.com/@alan"), Mention(handle: "eve")])

  @Test(arguments: [
    everything, Post(id: PostID("1"), replyToAuthor: Profile(handle: "alan")), .fixture(author: nil, createdAt: nil),
    Post(id: PostID("1")),
    .fixture(repost: Repost(by: nil)), .fixture(quote: .unavailable(id: nil, reason: .notInSource)),
    .fixture(quote: .unavailable(id: PostID("7"), reason: .notInSource)),
    .fixture(createdAt: Date(timeIntervalSince1970: -86_400.5)),
  ]) func `A post is stored and loaded unchanged`(post: Post) async throws {
    try fixture.importPosts([ImportItem(post, in: .posts)])
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 5))
    #expect(page.posts == [post.stored()])
  }

  @Test func `A quoted post is loaded with the quoting one and is unlisted`() async throws {
    let quoted = Post.fixture(id: "2", text: "the quoted one")
    try fixture.importPosts([ImportItem(.fixture(id: "1", quote: .shown(quoted)), in: .posts)])
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 5))
    #expect(page.posts == [Post.fixture(id: "1", quote: .shown(quoted)).stored()])
    #expect(page.total == 1)
  }

  @Test func `A quoted post imported separately is shown in the quoting one`() async throws {
    let post = Post.fixture(id: "1", quote: .unavailable(id: PostID("2"), reason: .notInSource))
    try fixture.importPosts([ImportItem(post, in: .posts), ImportItem(.fixture(id: "2"), in: .posts)])
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 5))
    #expect(page.posts.first { $0.id == post.id }?.quote == .shown(.fixture(id: "2").stored()))
  }

  @Test func `A source has an owner and capabilities`() async throws {
    try fixture.importPosts([ImportItem(.fixture(id: "1", quote: .shown(.fixture(id: "2"))), in: .posts)])
    let accounts = StoreAccounts(store: fixture.store)
    let account = try #require(try await accounts.accounts().first)
    #expect(account.id == .store("ada"))
    #expect(account.origin == .imported(format: "Test archive"))
    let source = try #require(accounts.source(of: account.id))
    #expect(source.capabilities.jumps == [.oldest, .date])
    #expect(!source.capabilities.canRefresh)
    #expect(source.capabilities.canSearch && source.capabilities.reportsTotals)
    let post = try #require(
      try await source.timelines.page(of: .posts, PageRequest(.newest, limit: 1, .fresh)).posts.first)
    #expect(post.ref == PostRef(account: account.id, id: PostID("1")))
    #expect(try await source.threads.thread(of: post.ref, .cached).post == post)
    #expect(accounts.source(of: .demo("ada")) == nil)
  }

  @Test func `Posts of another account are not mixed up`() async throws {
    try fixture.importPosts(Post.fixtures(count: 9).map { ImportItem($0, in: .posts) })
    let foreign = PostKey(id: PostID("5"), account: .store("alan"))
    await #expect(throws: TimelineError.postUnavailable(id: foreign.id, reason: .notInSource)) {
      try await fixture.repository().thread(of: foreign.ref, .cached)
    }
    let page = try await fixture.repository().page(of: .posts, PageRequest(.around(foreign, nil), limit: 1))
    #expect(page.posts.map(\.id.rawValue) == ["1"])
  }

  @Test func `The last name in the source is used`() async throws {
    let source = ListSource(
      [ImportItem(.fixture(), in: .posts)], owner: Profile(handle: "ada", name: "ada"), finalOwner: .owner)
    let summary = try fixture.store.importPosts(from: source, named: "x", at: "x", stop: CancellationFlag()) { _, _ in }
    #expect(summary.account?.profile == .owner)
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.profile) == [.owner])
  }

  @Test func `Without an owner, the account is named after the source`() async throws {
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)], owner: nil, named: "home.json")
    let accounts = try await StoreAccounts(store: fixture.store).accounts()
    #expect(accounts.map(\.label) == ["home.json"])
    let source = try #require(StoreAccounts(store: fixture.store).source(of: accounts[0].id))
    #expect(try await source.timelines.page(of: .posts, PageRequest(.newest, limit: 1)).total == 1)
  }

  @Test func `Tabs have the order of the source, with counts`() async throws {
    try fixture.importPosts([
      ImportItem(.fixture(id: "1"), in: .posts), ImportItem(.fixture(id: "2"), in: .replies, .likes),
      ImportItem(.fixture(id: "3"), in: .posts),
    ])
    let repository = fixture.repository()
    #expect(try await repository.overview(.cached).timelines.map(\.id) == [.posts, .replies, .likes])
    #expect(try await repository.page(of: .posts, PageRequest(.newest, limit: 0)).total == 2)
    #expect(try await repository.page(of: .likes, PageRequest(.newest, limit: 0)).total == 1)
    await #expect(throws: TimelineError.unknownTimeline(name: "Home", known: ["Posts", "Replies", "Likes"])) {
      try await repository.page(of: .home, PageRequest(.newest, limit: 1))
    }
  }

  @Test func `A thread has ancestors and replies`() async throws {
    try fixture.importPosts([
      ImportItem(.fixture(id: "1", createdAt: .noon.minutesAgo(9), replyTo: "0"), in: .posts),
      ImportItem(.fixture(id: "2", createdAt: .noon.minutesAgo(8), replyTo: "1"), in: .posts),
      ImportItem(.fixture(id: "4", createdAt: .noon.minutesAgo(1), replyTo: "2"), in: .posts),
      ImportItem(.fixture(id: "3", createdAt: .noon.minutesAgo(5), replyTo: "2"), in: .posts),
    ])
    let thread = try await fixture.repository().thread(of: PostRef(account: nil, id: PostID("2")), .cached)
    let ancestors = thread.ancestors.map { entry in if case .post(let post) = entry { post.id.rawValue } else { "–" } }
    #expect(ancestors == ["–", "1"])
    let replies = thread.replies.map { reply in
      if case .post(let post) = reply.entry { "\(post.id.rawValue) \(reply.depth)" } else { "–" }
    }
    #expect(replies == ["3 0", "4 0"])
    await #expect(throws: TimelineError.postUnavailable(id: PostID("x"), reason: .notInSource)) {
      try await fixture.repository().thread(of: PostRef(account: nil, id: PostID("x")), .cached)
    }
  }
}
