import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// State of the user in a server account: viewer state, publishing, drafts and actions.
@Suite struct OutboxAccountTests {
  private let live: ServerStoreHarness
  private var id: AccountID { live.account.id }

  init() async throws {
    live = try await ServerStoreHarness()
  }

  private static let poll = Poll(
    options: [.init(title: "yes", votes: 3), .init(title: "no", votes: 0)], isClosed: false, id: "p",
    allowsMultiple: true,
    ownVotes: [1])

  @Test func `The viewer state is stored for all entries of a post`() async throws {
    let viewer = ViewerState(isFavourite: true, isReposted: true, isBookmarked: false, isThreadMuted: true)
    let post = Post(
      id: PostID("1"), author: .fixture(), createdAt: .noon, counts: Counts(likes: 2), poll: Self.poll, viewer: viewer)
    var repost = post
    repost.repost = Repost(by: Profile(handle: "alan"), at: .noon.addingTimeInterval(60))
    let page = RemotePage(entries: [RemoteEntry(repost, cursor: "2"), RemoteEntry(post, cursor: "1")])
    try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon)
    #expect(try await live.page().page.posts == [repost, post].assigned(to: id))
    // The same again is not a change.
    #expect(try await live.cache.merge(page, into: .home, at: .newest, asOf: .noon).changed == [])
    let changed = try await live.cache.update(PostID("1")) { $0.applying(.favourite(false, PostID("1"))) }
    #expect(changed?.viewer?.isFavourite == false && changed?.counts?.likes == 1)
    #expect(try await live.page().page.posts.map(\.viewer?.isFavourite) == [false, false])
    #expect(try await live.cache.post(PostID("1")) == changed)
    #expect(try await live.cache.update(PostID("none")) { $0 } == nil)
    #expect(try await live.cache.post(PostID("none")) == nil)
    try expectIntact(live.fixture.directory)
  }

  @Test func `Posts without viewer state keep the stored one`() async throws {
    let post = Post(
      id: PostID("1"), author: .fixture(), createdAt: .noon, text: PostText([.text("a")]), poll: Self.poll,
      viewer: ViewerState(isBookmarked: true))
    try await live.cache.store([post])
    var told = post
    (told.viewer, told.text) = (nil, PostText([.text("b")]))
    told.poll?.ownVotes = nil
    try await live.cache.store([told])
    let kept = try await live.cache.post(PostID("1"))
    #expect(kept?.text.plain == "b" && kept?.viewer == post.viewer && kept?.poll == post.poll)
    // A source with viewer state wins: the poll was changed, and all votes were discarded.
    told.viewer = ViewerState()
    try await live.cache.store([told])
    #expect(try await live.cache.post(PostID("1"))?.poll?.ownVotes == nil)
    #expect(try await live.cache.post(PostID("1"))?.viewer == ViewerState())
  }

  @Test func `Profiles are found by prefix`() async throws {
    let people = [
      Profile(id: "1", handle: "grace@sea.example", name: "Grace Hopper"),
      Profile(id: "2", handle: "gracia@sea.example", name: "100% Gracia"),
      Profile(id: "3", handle: "hop@x", name: "A_b"),
    ]
    try await live.cache.store(
      people.enumerated().map { Post(id: PostID("\($0)"), author: $1, createdAt: .noon) })
    func found(_ typed: String, limit: Int = 9) async throws -> [String] {
      try await live.cache.profiles(matching: typed, limit: limit).compactMap(\.id)
    }
    #expect(try await found("@GRA") == ["2", "1"])
    #expect(try await found("hop") == ["3", "1"])
    #expect(try await found("hop", limit: 1) == ["3"])
    #expect(try await found("100%") == ["2"])
    #expect(try await found("%") == [])
    #expect(try await found("a_") == ["3"])
    #expect(try await found("_") == [])
    #expect(try await found("@") == [])
  }

  @Test func `Hashtags are found by prefix, followed ones first`() async throws {
    func store(_ text: String, _ id: String) async throws {
      let post = Post(id: PostID(id), author: .fixture(), createdAt: .noon, text: PostText([.text(text)]))
      try await live.cache.merge(RemotePage(entries: [RemoteEntry(post)]), into: .home, at: .newest, asOf: .noon)
    }
    try await store("#Loom #lorry #tea", "1")
    try await store("#loom again, and #猫写真 #Café_au_lait", "2")
    try await live.cache.store(
      TimelineOverview(timelines: [
        ListedTimeline(.home), ListedTimeline(.tag("Lorca"), title: "#Lorca"), ListedTimeline(.tag("tea")),
      ]))
    func found(_ typed: String, limit: Int = 9) async throws -> [String] {
      try await live.cache.tags(matching: typed, limit: limit)
    }
    #expect(try await found("LO") == ["Lorca", "loom", "lorry"])
    #expect(try await found("l", limit: 2) == ["Lorca", "loom"])
    #expect(try await found("cafe_a") == ["Café_au_lait"])
    #expect(try await found("猫") == ["猫写真"])
    #expect(try await found("tea") == ["tea"])
    for typed in ["", "_", "\"", "oom", "tea*", "x"] { #expect(try await found(typed) == []) }
  }

  @Test func `Publishing capabilities are stored`() async throws {
    #expect(try await live.cache.publishingCapabilities() == nil)
    var limits = PostLimits()
    (limits.characters, limits.imageBytes, limits.mediaTypes) = (5_000, 9, ["image/png"])
    limits.pollDuration = 60...600
    let kept = CachedPublishingCapabilities(
      PublishingCapabilities(
        limits: limits, visibilities: [.public, .direct], canEdit: false, canQuote: true, canSchedule: false,
        keyLifetime: 3_000), asOf: .noon)
    try await live.cache.store(kept)
    #expect(try await live.cache.publishingCapabilities() == kept)
    try await live.accounts.add(live.account)
    #expect(try await live.cache.publishingCapabilities() == kept)
    try await DatabaseQueue(path: live.fixture.databasePath).write {
      try $0.execute(sql: "UPDATE account SET publishing = '{'")
    }
    #expect(try await live.cache.publishingCapabilities() == nil)
    try await live.cache.store(kept)
    #expect(try await live.cache.publishingCapabilities() == kept)
  }

  @Test func `Unsupported actions are stored beside publishing capabilities`() async throws {
    #expect(try await live.cache.unsupportedActions().isEmpty)
    let unsupported: [UserAction.Kind: Date] = [.mute: .noon, .report: .noon.addingTimeInterval(1)]
    try await live.cache.store(unsupportedActions: unsupported)
    #expect(try await live.cache.unsupportedActions() == unsupported)
    #expect(try await live.cache.publishingCapabilities() == nil)
    let kept = CachedPublishingCapabilities(PublishingCapabilities(), asOf: .noon)
    try await live.cache.store(kept)
    #expect(try await live.cache.publishingCapabilities() == kept)
    #expect(try await live.cache.unsupportedActions() == unsupported)
    try await live.cache.store(unsupportedActions: [:])
    #expect(try await live.cache.unsupportedActions().isEmpty)
    #expect(try await live.cache.publishingCapabilities() == kept)
  }

  @Test func `Drafts outlive the account, pending actions do not`() async throws {
    let store = live.fixture.store
    let (drafts, outbox, pendingActions) = (
      StoredDrafts(store: store), StoredOutbox(store: store), SQLitePendingActions(store: store)
    )
    let draft = Draft(account: id, text: "kept", changedAt: .noon)
    let sent = Draft(account: id, text: "on its way", changedAt: .noon.minutesAgo(1))
    let tried = OutboxEntry(
      draft: Draft(account: id, text: "perhaps there", changedAt: .noon.minutesAgo(2)), key: "t", sentAt: .noon,
      notBefore: .noon, firstAttemptAt: .noon)
    try await drafts.store(draft)
    try await outbox.enqueue(OutboxEntry(draft: sent, key: "k", sentAt: .noon, notBefore: .noon))
    try await outbox.enqueue(tried)
    try await pendingActions.store(PendingAction(account: id, action: .favourite(true, PostID("1")), at: .noon))
    try await live.merge((1...300).reversed().map(String.init))
    let bounds = CacheBounds(posts: 1, days: 0)
    while try await live.cache.prune(to: bounds, now: .noon.addingTimeInterval(9e7)) {}
    #expect(try await drafts.drafts() == [draft])
    #expect(try await outbox.entries().count == 2)
    #expect(try await pendingActions.pendingActions(of: id).count == 1)
    try await live.accounts.remove(id)
    #expect(try await drafts.drafts() == [draft, sent, tried.withdrawnDraft])
    #expect(tried.withdrawnDraft.refusal != nil)
    #expect(try await outbox.entries() == [])
    #expect(try await pendingActions.pendingActions(of: id) == [])
    try expectIntact(live.fixture.directory)
  }
}
