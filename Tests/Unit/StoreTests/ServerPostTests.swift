import Domain
import Foundation
import GRDB
import Runtime
import TestSupport
import Testing

@testable import Store

/// Posts of servers in the store: storing, searching, changing and deleting.
@Suite struct ServerPostTests {
  private let live: ServerStoreHarness
  private var id: AccountID { live.account.id }

  init() async throws {
    live = try await ServerStoreHarness()
  }

  @discardableResult
  private func merge(_ posts: [Post], into timeline: TimelineID = .home) async throws -> MergedPosts {
    try await live.cache.merge(
      RemotePage(entries: posts.map { RemoteEntry($0, cursor: $0.notification?.id) }), into: TimelineQuery(timeline),
      at: .newest,
      asOf: .noon)
  }

  private static let grace = Profile(
    id: "7", handle: "grace@sea.example", name: "Grace Hopper",
    details: ProfileDetails(bio: "Rear admiral", url: "https://sea.example/@grace", joinedAt: .noon, followers: 3))

  private static let everything = Post(
    id: PostID("1"), author: Profile(id: "3", handle: "grace", name: "Grace Hopper"), createdAt: .noon,
    indexedAt: .noon.addingTimeInterval(1),
    text: PostText(
      [.text("Über 軌道 "), .link(Link(url: "https://example.com/a", text: "example", label: "ex…"))],
      emphasis: [.init(start: 1, length: 3, .strong)]),
    url: "https://example.com/1", repost: Repost(by: Profile(handle: "alan", name: "Alan"), at: .noon),
    replyTo: PostID("0"), replyToAuthor: Profile(handle: "alan", name: "Alan"),
    quote: .shown(.fixture(id: "9", author: Profile(id: "3", handle: "grace", name: "Grace Hopper"), text: "quoted")),
    warning: "careful",
    counts: Counts(replies: 1, reposts: nil, likes: 3),
    media: [Media(kind: .image, url: "https://example.com/i", description: "a cat"), Media(kind: .video)],
    poll: Poll(
      options: [.init(title: "yes", votes: 3), .init(title: "no")], isClosed: true, endsAt: .noon, voters: 3,
      allowsMultiple: true), visibility: .unlisted,
    states: [.edited, .pinned],
    details: PostDetails(language: "de", application: "Tern", isAutomated: true))

  /// A post with custom emoji, by an author with an avatar.
  private static var expressive: Post {
    var post = Post.fixture(id: "3", author: Profile(handle: "grace", name: "Grace :star:"), text: "Tea :cup:")
    post.emojis = [CustomEmoji(shortcode: "cup", url: "https://sea.example/cup.png")].compactMap(\.self)
    post.author?.images = ProfileImages(
      avatar: "https://sea.example/grace.png",
      emojis: [CustomEmoji(shortcode: "star", url: "https://sea.example/star.png")].compactMap(\.self))
    return post
  }

  private static var filtered: Post {
    var post = Post.fixture(id: "2")
    post.filter = "Spoilers"
    return post
  }

  private static func notification(
    _ id: String, _ kind: PostNotification.Kind = .favourite, about post: Post, count: Int? = nil,
    emoji: String? = nil
  ) -> Post {
    var post = post
    post.notification = PostNotification(
      id: id, kind: kind, profiles: [grace, Profile(handle: "alan")], count: count, at: .noon.minutesAgo(2),
      emoji: emoji)
    return post
  }

  @Test(arguments: [
    everything, notification("n1", about: everything),
    notification("n1", .other("collection_update"), about: .fixture()),
    notification("n1", .reaction, about: .fixture(), emoji: ":blobcat:"),
    notification("n1", .follow, about: Post(id: PostID("n1"), author: Profile(handle: "alan"))), .fixture(id: ""),
    filtered, expressive, notification("n1", about: expressive),
  ]) func `A post and its notification are stored and loaded unchanged`(post: Post) async throws {
    let merged = try await merge([post], into: .notifications)
    #expect(merged.inserted == [post].assigned(to: id))
    let stored = try await live.page(of: .notifications).page.posts
    #expect(stored == [post].assigned(to: id))
    #expect(stored.map(\.notification) == [post.notification])
    #expect(stored.map(\.filter) == [post.filter] && stored.map(\.details) == [post.details])
    #expect(stored.allSatisfy { $0.ref.account == id })
    #expect(try await merge([post], into: .notifications) == MergedPosts())
    try expectIntact(live.fixture.directory)
  }

  @Test func `A filter folds one entry of a post only`() async throws {
    try await merge([Self.filtered])
    try await merge([.fixture(id: "2")], into: .local)
    #expect(try await live.page(of: .home).page.posts.map(\.fold) == ["Filtered: Spoilers"])
    #expect(try await live.page(of: .local).page.posts.map(\.fold) == [nil])
    // The filter was removed.
    #expect(try await merge([.fixture(id: "2")]).changed.map(\.id) == [PostID("2")])
    #expect(try await live.page(of: .home).page.posts.map(\.fold) == [nil])
  }

  @Test func `A post, its repost and its notification are separate entries`() async throws {
    let post = Post.fixture(id: "1")
    var repost = post
    repost.repost = Repost(by: Profile(handle: "alan"), at: .noon)
    let all = [
      repost, post, Self.notification("n1", about: post), Self.notification("n2", .mention, about: post),
      // A notification may have the ID of a post.
      Self.notification("1", .follow, about: Post(id: PostID("1"), author: Profile(handle: "alan"))),
    ]
    try await merge(all, into: .notifications)
    #expect(try await live.page(of: .notifications).page.posts == all.assigned(to: id))
    for post in all {
      let place = PagePosition.around(post.assignedKey(id), nil)
      #expect(
        try await live.page(of: .notifications, at: place, limit: 1).page.posts.map(\.key) == [post.assignedKey(id)])
    }
    let thread = try await live.accounts.threads(of: id).thread(of: PostRef(account: id, id: PostID("1")), .cached)
    #expect(thread.post.text == post.text)
  }

  @Test func `Invalid notifications in the database are ignored`() async throws {
    try await merge([Self.notification("n1", about: .fixture())], into: .notifications)
    try await DatabaseQueue(path: live.fixture.databasePath).write { database in
      try database.execute(sql: "UPDATE liveEntry SET notification = '{\"count\": 99999999999999999999}'")
      try database.execute(sql: "UPDATE liveEntry SET date = 'never', cursor = x'00', isGapBelow = 'no'")
    }
    let post = try #require(try await live.page(of: .notifications).page.posts.first)
    #expect(post.notification == PostNotification(id: "n1", kind: .other(""), profiles: [], at: nil))
  }

  @Test func `A changed post changes in all its entries, and is reported`() async throws {
    let post = Post.fixture(id: "1", text: "Tea")
    var repost = post
    repost.repost = Repost(by: Profile(handle: "alan"), at: .noon)
    try await merge([repost, post, .fixture(id: "2", quote: .shown(post))])
    var edited = post
    edited.text = PostText([.text("Coffee")])
    edited.states = [.edited]
    #expect(try await live.cache.store([edited, edited]) == [edited].assigned(to: id))
    #expect(
      try await live.page().page.posts.map(\.text.plain) == [
        "Coffee", "Coffee", "The compiler finished before the coffee did.",
      ])
    guard case .shown(let quoted)? = try await live.page().page.posts[2].quote else { throw NothingStored() }
    #expect(quoted.text.plain == "Coffee")
    #expect(try await live.matches("coffee since:2026-11-19").count == 3)
    #expect(try await live.matches("tea").isEmpty)
    #expect(try await live.cache.store([edited]) == [])
    var liked = edited
    liked.counts = Counts(likes: 5)
    #expect(ids(try await merge([liked]).changed) == ["1"])
    #expect(try await live.page().page.posts.map(\.counts?.likes) == [5, 5, nil])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A repeated repost has its new position and date`() async throws {
    func repost(minutesAgo: Double) -> Post {
      .fixture(
        id: "1", createdAt: .noon.minutesAgo(9_000),
        repost: Repost(by: Profile(handle: "alan"), at: .noon.minutesAgo(minutesAgo)))
    }
    func page(_ cursor: String, _ minutes: Double) -> RemotePage {
      RemotePage(entries: [RemoteEntry(repost(minutesAgo: minutes), cursor: cursor), RemoteEntry.numbered("5")])
    }
    try await live.cache.merge(page("6", 600), into: .home, at: .newest, asOf: .noon)
    try await live.cache.merge(page("9", 0), into: .home, at: .newest, asOf: .noon)
    #expect(try live.order() == ["9", "5"])
    #expect(try await live.page().page.posts[0].repost?.at == .noon)
    #expect(try await live.matches("is:repost since:2026-11-20") == ["1"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `A changed or removed name is applied`() async throws {
    func post(_ id: String, _ name: String?) -> Post {
      .fixture(id: id, author: Profile(id: "7", handle: "grace", name: name))
    }
    try await merge([post("1", "Grace")])
    try await merge([post("2", "Rear admiral Hopper"), post("1", "Rear admiral Hopper")])
    #expect(try await live.page().page.posts.map(\.author?.name) == ["Rear admiral Hopper", "Rear admiral Hopper"])
    try await merge([post("2", nil)])
    #expect(try await live.page().page.posts.map(\.author?.name) == ["grace", "grace"])
    #expect(try await live.matches("admiral").isEmpty)
    try expectIntact(live.fixture.directory)
  }

  @Test func `A changed avatar is applied to all posts, and kept if a later version has none`() async throws {
    func post(_ id: String, _ avatar: String?) -> Post {
      var post = Post.fixture(id: id, author: Profile(id: "7", handle: "grace", name: "Grace"))
      post.author?.images = ProfileImages(avatar: avatar)
      return post
    }
    try await merge([post("1", "https://sea.example/1.png")])
    try await merge([post("2", "https://sea.example/2.png")])
    let avatars = try await live.page().page.posts.map(\.author?.images?.avatar)
    #expect(avatars == ["https://sea.example/2.png", "https://sea.example/2.png"])
    try await merge([post("3", nil)])
    #expect(try await live.page().page.posts.first?.author?.images?.avatar == "https://sea.example/2.png")
    try expectIntact(live.fixture.directory)
  }

  @Test func `Cached posts are searched, exported and part of threads`() async throws {
    let posts: [Post] = [
      .fixture(id: "3", createdAt: .noon, text: "Answer", replyTo: "2"),
      .fixture(id: "2", createdAt: .noon.minutesAgo(1), text: "Question", replyTo: "1"),
    ]
    try await merge(posts)
    try await merge([posts[1]], into: .local)
    try await merge(
      [Self.notification("n1", .follow, about: Post(id: PostID("n1"), author: Self.grace))], into: .notifications)
    #expect(try await live.matches("question") == ["2"])
    #expect(try await live.matches("since:2026-11-20") == ["3", "2"])
    let query = try SearchQuery("answer", now: .noon)
    let count = try await live.accounts.search(of: id).matchCount(of: query, upTo: nil)
    #expect(count == MatchCount(count: 1, isExact: true, searchedCount: 2))
    let page = try await live.fixture.store.exportedPosts(of: id, from: nil, limit: 10)
    #expect(ids(page.posts) == ["3", "2"] && page.next == nil)
    try await live.cache.store([.fixture(id: "1", createdAt: .noon.minutesAgo(3), text: "Beginning")])
    let thread = try await live.accounts.threads(of: id).thread(of: PostRef(account: id, id: PostID("2")), .cached)
    #expect(thread.ancestors.count == 1 && thread.replies.count == 1)
    #expect(try await live.matches("beginning").isEmpty)
    #expect(ids(try await live.page().page.posts) == ["3", "2"])
  }

  @Test func `A deleted post leaves all timelines, and stays stored as deleted`() async throws {
    let post = Post.fixture(id: "2", text: "Gone", replyTo: "1")
    var repost = post
    repost.repost = Repost(by: Profile(handle: "alan"), at: .noon)
    try await merge([repost, .fixture(id: "3", replyTo: "2"), post])
    try await merge([Self.notification("n1", about: post)], into: .notifications)
    try await live.cache.delete(PostID("2"))
    try await live.cache.delete(PostID("2"))
    try await live.cache.delete(PostID("unheard of"))
    #expect(ids(try await live.page().page.posts) == ["3"])
    #expect(try await live.page(of: .notifications).page.posts.isEmpty)
    #expect(try await live.matches("gone").isEmpty)
    let thread = try await live.accounts.threads(of: id).thread(of: PostRef(account: id, id: PostID("3")), .cached)
    guard case .post(let parent)? = thread.ancestors.last else { throw NothingStored() }
    #expect(parent.states == [.deleted] && parent.text == post.text)
    try expectIntact(live.fixture.directory)
    // A server that lists the post has it.
    try await merge([post])
    #expect(try await live.page().page.posts.first?.states == [])
    #expect(try await live.matches("gone") == ["2"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `An undone repost leaves all timelines, the post itself none`() async throws {
    let post = Post.fixture(id: "2")
    func repost(_ handle: String) -> Post {
      var repost = post
      repost.repost = Repost(by: Profile(handle: handle), at: .noon)
      return repost
    }
    try await merge([repost("Ada@timeline.example"), repost("alan@timeline.example"), post])
    let withdrawn = try await live.cache.withdrawRepost(of: PostID("2"))
    #expect(withdrawn.keys == [repost("Ada@timeline.example").assignedKey(id)])
    #expect(try await live.page().page.posts.map(\.repost?.by?.handle) == ["alan@timeline.example", nil])
    #expect(try await live.cache.withdrawRepost(of: PostID("2")).keys.isEmpty)
    try expectIntact(live.fixture.directory)
    #expect(try await withdrawn.restore() == [.home])
    #expect(
      try await live.page().page.posts.map(\.repost?.by?.handle) == [
        "Ada@timeline.example", "alan@timeline.example", nil,
      ])
    // Only once.
    #expect(try await withdrawn.restore() == [])
    try expectIntact(live.fixture.directory)
  }

  @Test func `Muted accounts outlive new overviews until they are unmuted`() async throws {
    let overview = TimelineOverview(timelines: [ListedTimeline(.home)])
    try await live.cache.updateRelationship(with: "7", since: .noon) { $0.applying(.block(true, account: "7")) }
    #expect(try await live.cache.overview() == nil)
    try await live.cache.store(overview)
    let mute = UserAction.mute(MuteOptions(duration: 60), account: "7")
    try await live.cache.updateRelationship(with: "7", since: .noon) { $0.applying(mute, at: .noon) }
    try await live.cache.updateRelationship(with: "8", since: .noon) { $0.applying(.block(true, account: "8")) }
    try await live.cache.store(overview)
    let muted = Relationship(flags: [.muting, .mutingNotifications], mutedUntil: .noon.minutesAgo(-1))
    let hidden = [
      HiddenAccount(id: "7", relationship: muted, since: .noon),
      HiddenAccount(id: "8", relationship: Relationship(flags: [.blocking]), since: .noon),
    ]
    #expect(try await live.cache.overview()?.hiddenAccounts == hidden)
    try await live.cache.updateRelationship(with: "7", since: .noon) { $0.applying(.mute(nil, account: "7")) }
    #expect(try await live.cache.overview()?.hiddenAccounts == [hidden[1]])
  }

  @Test func `Pages have an offset and a cursor for newer entries`() async throws {
    try await live.merge((1...50).reversed().map(String.init), older: "1")
    let place = PagePosition.around(PostKey(id: PostID("25"), account: id), nil)
    let page = try await live.page(at: place, limit: 11).page
    #expect(ids(page.posts) == (20...30).reversed().map(String.init))
    #expect(page.offset == 20 && page.total == nil)
    let newer = try await live.page(at: .newer(than: try #require(page.newer)), limit: 5).page
    #expect(ids(newer.posts) == ["35", "34", "33", "32", "31"] && newer.offset == 15)
    let older = try await live.page(at: .older(than: try #require(page.older)), limit: 5)
    #expect(ids(older.page.posts) == ["19", "18", "17", "16", "15"] && older.older == nil)
    #expect(try await live.page(at: .newest, limit: 1).page.newer == nil)
    #expect(ids(try await live.page(at: .oldest, limit: 2).page.posts) == ["2", "1"])
    #expect(try await live.page(at: .oldest, limit: 2).older == RemoteCursor("1"))
    let gone = PagePosition.around(PostKey(id: PostID("x"), account: id), .noon.minutesAgo(960.2))
    #expect(ids(try await live.page(at: gone, limit: 1).page.posts) == ["40"])
    #expect(ids(try await live.page(at: .nearest(.distantPast), limit: 1).page.posts) == ["1"])
    #expect(ids(try await live.page(at: .newest, limit: 0).page.posts) == [])
    // The cursor of a removed entry keeps its position.
    try await live.cache.delete(PostID("20"))
    #expect(
      ids(try await live.page(at: .older(than: try #require(page.older)), limit: 1).page.posts) == ["19"])
    let foreign = try await live.page(at: .older(than: PageCursor("elsewhere")), limit: 1).page
    #expect(ids(foreign.posts) == ["50"])
  }
}

extension Post {
  fileprivate func assignedKey(_ account: AccountID) -> PostKey { [self].assigned(to: account)[0].key }
}
