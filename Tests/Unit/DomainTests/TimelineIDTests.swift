import Domain
import TestSupport
import Testing

@Suite struct TimelineIDTests {
  @Test(arguments: [
    (TimelineID.home, "home"), (.notifications, "notifications"),
    (.conversations, "conversations"), (.list("12"), "list:12"), (.tag("tern"), "tag:tern"),
    (.quotes(of: PostID("7")), "quotes:7"),
    (.profile("did:plc:abc"), "profile:did:plc:abc"), (.profile("7", .withReplies), "profile-with-replies:7"),
    (.profile("7", .media), "profile-media:7"), (.search("from:ada since:2026"), "search:from:ada since:2026"),
    (.named("Likes"), "named:Likes"), (.named("home"), "named:home"), (.named(""), "named:"), (.list(""), "list:"),
    (.named(":"), "named::"), (.tag("軌道:"), "tag:軌道:"), (.named("\u{301}a"), "named:\u{301}a"),
  ]) func `Storage keys of timelines survive a round trip`(timeline: TimelineID, key: String) {
    #expect(timeline.storageKey == key)
    #expect(TimelineID(storageKey: key) == timeline)
  }

  @Test(arguments: ["", ":", "Home", "home:", "notifications:all", "list", "named", "antenna:7", ":home", " home"])
  func `Unknown keys are rejected`(key: String) {
    #expect(TimelineID(storageKey: key) == nil)
  }

  @Test func `A name is Home or a named timeline`() {
    #expect(TimelineID(name: "Home") == .home)
    #expect(TimelineID(name: "home") == .named("home"))
    #expect(TimelineID(name: "Likes") == .named("Likes"))
  }

  @Test func `The ID does not depend on the title`() {
    let renamed = ListedTimeline(.list("12"), title: "Friends")
    #expect(renamed.id == ListedTimeline(.list("12"), title: "Colleagues").id)
    #expect(ListedTimeline(.home).title == "Home")
    #expect(ListedTimeline(.tag("tern")).title == "#tern")
  }
}

@Suite struct IdentityTests {
  @Test(arguments: [
    (AccountID.demo("ada@demo"), "demo:ada@demo"), (.file("/a:b/軌.json"), "file:/a:b/軌.json"), (.file(""), "file:"),
    (.store("\u{301}a"), "store:\u{301}a"),
  ]) func `Storage keys of accounts survive a round trip`(account: AccountID, key: String) {
    #expect(account.storageKey == key)
    #expect(AccountID(storageKey: key) == account)
  }

  @Test func `Unknown account kinds are preserved`() {
    let account = AccountID(storageKey: "mastodon:https://a.example/1")
    #expect(account.kind.rawValue == "mastodon" && account.key == "https://a.example/1")
    #expect(account.storageKey == "mastodon:https://a.example/1")
  }

  @Test func `Posts with equal IDs in two accounts are different`() {
    let (ada, grace) = (Post(id: PostID("1"), account: .demo("ada")), Post(id: PostID("1"), account: .demo("grace")))
    #expect(ada.ref != grace.ref)
    #expect(Set([ada.key, grace.key]).count == 2)
    let mark = ReadMark(newest: EntryPosition(key: PostKey(id: PostID("0"), account: .demo("ada"))), others: [ada.key])
    #expect(!mark.isUnread(ada))
    #expect(mark.isUnread(grace))
  }

  @Test func `A post and its quote are assigned together`() {
    var post = Post.fixture(id: "1", quote: .shown(.fixture(id: "2", quote: .shown(.fixture(id: "3")))))
    post.assign(to: .demo("ada"))
    var accounts: [AccountID?] = []
    var next: Post? = post
    while let post = next {
      accounts.append(post.ref.account)
      if case .shown(let quoted)? = post.quote { next = quoted } else { next = nil }
    }
    #expect(accounts == [.demo("ada"), .demo("ada"), .demo("ada")])
  }

  @Test func `Updating a post keeps what the new version lacks`() {
    let counts = Counts(replies: 1, reposts: 2, likes: 3)
    let old = Post.fixture(text: "first", replyTo: "0", counts: counts, visibility: .unlisted)
    var new = Post.fixture(text: "second", warning: "spoiler")
    new.states = [.edited, .pinned]
    let updated = old.updated(from: new)
    #expect(updated.text.plain == "second" && updated.warning == "spoiler" && updated.states == [.edited, .pinned])
    #expect(updated.counts == counts && updated.visibility == .unlisted && updated.replyTo == PostID("0"))
  }
}
