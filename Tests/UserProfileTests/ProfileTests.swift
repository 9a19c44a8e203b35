import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import UserProfile

/// The screen as somebody has it: keys in, lines out.
@MainActor @Suite struct ProfileTests {
  init() { UTF8Locale.set() }

  private func bench(
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

  @Test func `Who somebody is stands above what they have written`() async {
    let bench = await bench()
    #expect(
      bench.lines(60, 22).dropLast() == [
        " Grace Hopper                      Ada Lovelace · @ada@demo",
        String(repeating: "─", count: 60),
        " ▌ Grace Hopper  @grace@far.example",
        " ▌ bot · chooses who follows · follows you · you follow",
        " ▌ them",
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
        String(repeating: "─", count: 60),
      ])
    #expect(bench.lines(60, 22)[21].contains("o links  Tab more  R reload"))
  }

  @Test func `A server that asks for patience is asked again by itself, also where posts come meanwhile`() async {
    let limited = TimelineError.rateLimited(host: "near.example", until: .noon.addingTimeInterval(30))
    let bench = await ProfileHarness(
      ProfileHarness.grace,
      .init(person: .failure(limited), posts: [.posts: .success(ProfileHarness.posts())], postSeconds: 1)
    ).open()
    await bench.clock.advance(by: 2, bench.runner)
    bench.loadPerson.change { $0.person = .success(ProfileHarness.page) }
    await bench.clock.advance(by: 30, bench.runner)
    #expect(bench.text(60, 22).contains("I compile."))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)]) func `On each size the name is to be read, and all can be reached`(
    width: Int, height: Int
  ) async {
    let bench = await bench()
    #expect(bench.text(width, height).contains("Grace"))
    for _ in 0..<40 { await bench.press(.character("j")) }
    #expect(bench.text(width, height).contains("Three"))
    for _ in 0..<40 { await bench.press(.character("k")) }
    #expect(bench.text(width, height).contains("Grace Hopper"))
  }

  @Test func `Who is known already is there at once, and the rest comes later`() async {
    let bench = await bench(seconds: 3)
    #expect(bench.text().contains("Grace Hopper  @grace@far.example"))
    #expect(!bench.text().contains("I compile"))
    await bench.advance(0.1)
    #expect(bench.text().contains("Asking near.example for @grace@far.example…"))
    #expect(bench.text().contains("Fetching posts…"))
    await bench.advance(3)
    #expect(bench.text().contains("I compile"))
    #expect(bench.text().contains("One"))
    #expect(!bench.text().contains("Asking"))
  }

  @Test func `Of whoever is but mentioned, loading stands until their server has told`() async {
    let bench = await bench(Profile(handle: "grace@far.example"), seconds: 3)
    await bench.advance(0.1)
    #expect(bench.text().contains("Loading @grace@far.example"))
    await bench.advance(3)
    #expect(bench.text().contains("I compile"))
    // Both at once.
    #expect(bench.loadPerson.requests.sorted() == ["grace@far.example", "posts"])
  }

  @Test func `Nobody of that handle is no timeline, and R asks again`() async {
    let unknown = TimelineError.unknownTimeline(name: "@grace@far.example", known: [])
    let bench = await bench(
      Profile(handle: "grace@far.example"), page: .failure(unknown), posts: .failure(unknown))
    #expect(bench.text().contains("near.example does not know @grace@far.example"))
    bench.loadPerson.change { $0.person = .success(ProfileHarness.page) }
    await bench.press(.character("R"))
    #expect(bench.text().contains("I compile"))
  }

  @Test(arguments: [
    TimelineError.offline(host: "near.example"), .timedOut(host: "near.example", seconds: 20),
    .sessionExpired(handle: "ada", host: "near.example"),
  ]) func `An error takes nothing away that is known`(error: TimelineError) async {
    let bench = await bench(page: .failure(error), posts: .failure(error))
    #expect(bench.text().contains("Grace Hopper  @grace@far.example"))
    #expect(bench.text().contains("No posts came."))
    bench.loadPerson.change { answers in
      answers.person = .success(ProfileHarness.page)
      answers.posts = [.posts: .success(ProfileHarness.posts())]
    }
    await bench.press(.character("R"))
    #expect(bench.text().contains("I compile"))
    #expect(bench.text().contains("One"))
  }

  @Test func `Each part of what they wrote is asked for once, and none is blank`() async {
    let bench = await bench()
    await bench.press(.tab)
    #expect(bench.text().contains("No posts here."))
    await bench.press(.character("3"))
    #expect(bench.text().contains("No media here."))
    await bench.press(.tab)
    #expect(bench.text().contains("One"))
    #expect(bench.loadPerson.requests.prefix(2).sorted() == ["grace@far.example", "posts"])
    #expect(bench.loadPerson.requests.dropFirst(2) == ["withReplies", "media"])
  }

  @Test func `Their posts open, and lead on to whom and what they name`() async {
    let bench = await bench()
    _ = bench.lines()
    await bench.press(.enter)
    #expect(bench.ways == [])
    await bench.press(.character("j"), .enter)
    // Whoever stands here already is not offered.
    await bench.press(.character("p"))
    await bench.press(.character("j"), .character("p"), .character("1"))
    await bench.press(.character("e"))
    await bench.press(.character("j"), .character("e"))
    #expect(bench.ways == ["post 1", "person alan@far.example", "versions of 3"])
  }

  @Test func `The links of the person lead to tags and to the web`() async {
    let bench = await bench()
    _ = bench.lines()
    await bench.press(.character("o"), .character("1"))
    await bench.press(.character("o"), .character("2"))
    await bench.press(.character("o"), .character("a"))
    await bench.press(.character("v"))
    #expect(bench.ways == ["tag loom"])
    #expect(
      bench.opener.opened == ["https://g.example", "https://far.example/tags/loom", "https://far.example/@grace"])
  }

  @Test func `Whoever has moved is found where they are now`() async {
    var page = ProfileHarness.page
    page.movedTo = Profile(id: "8", handle: "grace@new.example", name: "Grace")
    let bench = await bench(page: .success(page))
    #expect(bench.text().contains("Has moved to Grace · @grace@new.example"))
    await bench.press(.character("p"))
    #expect(bench.ways == ["person grace@new.example"])
  }

  @Test(
    arguments: [
      ([.followedBy, .following, .showingReposts], ["follows you", "you follow them"]),
      ([.following], ["you follow them", "their reposts are hidden"]),
      ([.requested, .muting], ["you have asked to follow them", "muted, but you are told what they do"]),
      ([.muting, .mutingNotifications], ["muted"]),
      ([.blocking, .blockedBy], ["blocked", "blocks you"]), ([], []),
    ] as [(Set<Relationship.Tie>, [String])]) func `What there is between them and the reader is said in words`(
      ties: Set<Relationship.Tie>, words: [String]
    )
  {
    #expect(ProfileCard.words(for: Relationship(ties: ties), at: .noon) == words)
  }

  @Test func `No two keys of the screen are at odds`() async {
    let bench = await bench()
    for _ in 0..<4 {
      _ = bench.lines()
      #expect(Keymap.standard.undeclaredConflicts(among: bench.viewController.availableCommands) == [])
      await bench.press(.character("j"))
    }
  }

  @Test func `What somebody says of themselves drives no terminal and fills no memory`() async {
    var page = ProfileHarness.page
    page.about = PostText([.text(String(repeating: "\u{1B}]0;evil\u{7} words ", count: 50_000))])
    page.fields = (0..<5_000).map { .init(name: "\u{1B}[2J\($0)", value: PostText([.text("x")])) }
    let bench = await bench(page: .success(page))
    #expect(!bench.text(40, 10).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    await bench.press(.character("G"))
    #expect(bench.text(40, 10).contains("Three"))
  }

  @Test func `An own post is among one's own posts at once, and a reply to others is not`() async {
    let bench = await bench()
    var post = Post.fixture(id: "9", author: ProfileHarness.grace, createdAt: .noon, text: "Four")
    post.assign(to: .demo("ada@demo"))
    bench.cache.add(post, by: .published)
    #expect(bench.text(80, 40).contains("Four"))
    var reply = Post.fixture(id: "10", author: ProfileHarness.grace, createdAt: .noon, text: "Five", replyTo: "5")
    reply.assign(to: .demo("ada@demo"))
    bench.cache.add(reply, by: .published)
    #expect(!bench.text(80, 40).contains("Five"))
  }
}
