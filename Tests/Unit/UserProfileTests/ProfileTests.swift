import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import UserProfile

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite struct ProfileTests {
  init() { UTF8Locale.set() }

  private func harness(
    _ person: Profile = ProfileHarness.grace, page: Result<ProfilePage, TimelineError> = .success(ProfileHarness.page),
    posts: Result<TimelinePage, TimelineError>? = nil, seconds: Double = 0
  ) async -> ProfileHarness {
    await ProfileHarness(
      person,
      .init(
        person: page, personSeconds: seconds, posts: [.posts: posts ?? .success(ProfileHarness.posts())],
        postSeconds: seconds)
    ).open()
  }

  @Test func `The profile is shown above its posts`() async {
    let harness = await harness()
    #expect(
      harness.lines(60, 22).dropLast() == [
        " Grace Hopper                      Ada Lovelace · @ada@demo",
        String(repeating: "─", count: 60),
        " ▌ Grace Hopper  @grace@far.example",
        " ▌ bot · approves followers · follows you · you follow them",
        " ▌",
        " ▌ I compile. #loom",
        " ▌",
        " ▌ Web: https://g.example  verified 2026-11-20",
        " ▌ Tea: black",
        " ▌",
        " ▌ joined 2026-11-20 · 43 posts · following 1 person ·",
        " ▌ 1,204 followers",
        " ▌ https://far.example/@grace",
        " ▌",
        " ▌ Posts   Posts and replies   Media",
        "",
        "   Grace Hopper  @grace@far.example                     now",
        "   One",
        "",
        "   Alan  @alan@far.example                              now",
        String(repeating: "─", count: 60),
      ])
    #expect(harness.lines(60, 22)[21].contains("o links  Tab next tab  g go to  R refresh"))
  }

  @Test func `After a rate limit the profile is reloaded automatically, even if posts arrive meanwhile`() async {
    let limited = TimelineError.rateLimited(host: "near.example", until: .noon.addingTimeInterval(30))
    let harness = await ProfileHarness(
      ProfileHarness.grace,
      .init(person: .failure(limited), posts: [.posts: .success(ProfileHarness.posts())], postSeconds: 1)
    ).open()
    await harness.clock.advance(by: 2, harness.runner)
    harness.repository.change { $0.person = .success(ProfileHarness.page) }
    await harness.clock.advance(by: 30, harness.runner)
    #expect(harness.text(60, 22).contains("I compile."))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `Every screen shows the name and can reach all posts`(
    width: Int, height: Int
  ) async {
    let harness = await harness()
    #expect(harness.text(width, height).contains("Grace"))
    for _ in 0..<40 { await harness.press(.character("j")) }
    #expect(harness.text(width, height).contains("Three"))
    for _ in 0..<40 { await harness.press(.character("k")) }
    #expect(harness.text(width, height).contains("Grace Hopper"))
  }

  @Test func `A known profile is shown at once, and details follow`() async {
    let harness = await harness(seconds: 3)
    #expect(harness.text().contains("Grace Hopper  @grace@far.example"))
    #expect(!harness.text().contains("I compile"))
    await harness.advance(0.1)
    #expect(harness.text().contains("Loading @grace@far.example from near.example…"))
    #expect(harness.text().contains("Loading posts…"))
    await harness.advance(3)
    #expect(harness.text().contains("I compile"))
    #expect(harness.text().contains("One"))
    #expect(!harness.text().contains("Loading"))
  }

  @Test func `A mentioned account shows the loading view until it is loaded`() async {
    let harness = await harness(Profile(handle: "grace@far.example"), seconds: 3)
    await harness.advance(0.1)
    #expect(harness.text().contains("Loading @grace@far.example"))
    await harness.advance(3)
    #expect(harness.text().contains("I compile"))
    // Both are loaded concurrently.
    #expect(harness.repository.requests.sorted() == ["grace@far.example", "posts"])
  }

  @Test func `An unknown handle has its own empty view, and R tries again`() async {
    let unknown = TimelineError.unknownTimeline(name: "@grace@far.example", known: [])
    let harness = await harness(
      Profile(handle: "grace@far.example"), page: .failure(unknown), posts: .failure(unknown))
    #expect(harness.text().contains("@grace@far.example not found at near.example"))
    harness.repository.change { $0.person = .success(ProfileHarness.page) }
    await harness.press(.character("R"))
    #expect(harness.text().contains("I compile"))
  }

  @Test(arguments: [
    TimelineError.offline(host: "near.example"), .timedOut(host: "near.example", seconds: 20),
    .sessionExpired(handle: "ada", host: "near.example"),
  ]) func `An error keeps the known profile`(error: TimelineError) async {
    let harness = await harness(page: .failure(error), posts: .failure(error))
    #expect(harness.text().contains("Grace Hopper  @grace@far.example"))
    #expect(harness.text().contains("Couldn’t load posts."))
    harness.repository.change { answers in
      answers.person = .success(ProfileHarness.page)
      answers.posts = [.posts: .success(ProfileHarness.posts())]
    }
    await harness.press(.character("R"))
    #expect(harness.text().contains("I compile"))
    #expect(harness.text().contains("One"))
  }

  @Test func `Each tab is loaded once, and an empty one says so`() async {
    let harness = await harness()
    await harness.press(.tab)
    #expect(harness.text().contains("No posts yet."))
    await harness.press(.character("3"))
    #expect(harness.text().contains("No media yet."))
    await harness.press(.tab)
    #expect(harness.text().contains("One"))
    #expect(harness.repository.requests.prefix(2).sorted() == ["grace@far.example", "posts"])
    #expect(harness.repository.requests.dropFirst(2) == ["withReplies", "media"])
  }

  @Test func `Posts of a profile open, and so do their accounts and versions`() async {
    let harness = await harness()
    _ = harness.lines()
    await harness.press(.enter)
    #expect(harness.navigations == [])
    await harness.press(.character("j"), .enter)
    // The shown account itself cannot be opened.
    await harness.press(.character("p"))
    await harness.press(.character("j"), .character("p"), .character("1"))
    await harness.press(.character("e"))
    await harness.press(.character("j"), .character("e"))
    #expect(harness.navigations == ["post 1", "profile alan@far.example", "versions of 3"])
  }

  @Test func `The links of a profile open hashtags and the browser`() async {
    let harness = await harness()
    _ = harness.lines()
    await harness.press(.character("o"), .character("1"))
    await harness.press(.character("o"), .character("2"))
    await harness.press(.character("o"), .character("a"))
    await harness.press(.character("v"))
    #expect(harness.navigations == ["tag loom"])
    #expect(
      harness.opener.opened == ["https://g.example", "https://far.example/tags/loom", "https://far.example/@grace"])
  }

  @Test func `An account that has moved links to its new one`() async {
    var page = ProfileHarness.page
    page.movedTo = Profile(id: "8", handle: "grace@new.example", name: "Grace")
    let harness = await harness(page: .success(page))
    #expect(harness.text().contains("Has moved to Grace · @grace@new.example"))
    await harness.press(.character("p"))
    #expect(harness.navigations == ["profile grace@new.example"])
  }

  @Test(
    arguments: [
      ([.followedBy, .following, .showingReposts], ["follows you", "you follow them"]),
      ([.following], ["you follow them", "reposts hidden"]),
      ([.requested, .muting], ["follow request sent", "muted, notifications kept"]),
      ([.muting, .mutingNotifications], ["muted"]),
      ([.blocking, .blockedBy], ["blocked", "blocks you"]), ([], []),
    ] as [(Set<Relationship.Flag>, [String])]) func `The relationship is shown in words`(
      ties: Set<Relationship.Flag>, words: [String]
    )
  {
    #expect(Relationship(flags: ties).phrases(at: .noon) == words)
  }

  @Test func `No two keys of the screen conflict`() async {
    let harness = await harness()
    for _ in 0..<4 {
      _ = harness.lines()
      #expect(Keymap.standard.undeclaredConflicts(among: harness.viewController.availableCommands) == [])
      await harness.press(.character("j"))
    }
  }

  @Test func `Huge texts with control characters are limited and escaped`() async {
    var page = ProfileHarness.page
    page.about = PostText([.text(String(repeating: "\u{1B}]0;evil\u{7} words ", count: 50_000))])
    page.fields = (0..<5_000).map { .init(name: "\u{1B}[2J\($0)", value: PostText([.text("x")])) }
    let harness = await harness(page: .success(page))
    #expect(!harness.text(40, 10).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    await harness.press(.character("G"))
    #expect(harness.text(40, 10).contains("Three"))
  }

  @Test func `The user's own post appears in their profile, and a reply to others does not`() async {
    let harness = await harness()
    var post = Post.fixture(id: "9", author: ProfileHarness.grace, createdAt: .noon, text: "Four")
    post.assign(to: .demo("ada@demo"))
    harness.cache.add(post, by: .published)
    #expect(harness.text(80, 40).contains("Four"))
    var reply = Post.fixture(id: "10", author: ProfileHarness.grace, createdAt: .noon, text: "Five", replyTo: "5")
    reply.assign(to: .demo("ada@demo"))
    harness.cache.add(reply, by: .published)
    #expect(!harness.text(80, 40).contains("Five"))
  }
}
