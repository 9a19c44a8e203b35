import Domain
import PostCell
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

/// Votes, links, accounts and versions of a post, chosen with keys.
@MainActor @Suite struct PostMenuTests {
  private let clock = VirtualClock(now: .noon)
  private let server: StubActions

  init() {
    server = StubActions(clock: clock)
  }

  private func screen(_ post: Post, actions: StubActions? = nil) async -> ScreenHarness {
    let harness = TimelineHarness(
      [(.home, [post, .fixture(id: "other")])],
      navigation: NavigationCapabilities(profiles: true, mentionsAndTags: true, versions: true),
      actions: actions, clock: clock)
    let screen = ScreenHarness(harness)
    await harness.settle()
    return screen
  }

  private func poll(of count: Int, allowsMultiple: Bool) async -> ScreenHarness {
    let options = (1...count).map { Poll.Option(title: "Tea \($0)", votes: nil) }
    return await screen(
      .fixture(poll: Poll(options: options, isClosed: false, id: "p", allowsMultiple: allowsMultiple)), actions: server)
  }

  /// The titles of the entries that keys choose.
  private func titles(_ screen: ScreenHarness) -> [String] {
    let cursor = Set(MenuCommands.all)
    return screen.navigator.activeBindings.filter { $0.command.map(cursor.contains) == false }.map(\.title)
  }

  @Test func `A vote for several options is sent with Enter`() async {
    let screen = await poll(of: 4, allowsMultiple: true)
    await screen.press("a v")
    #expect(titles(screen) == ["Tea 1", "Tea 2", "Tea 3", "Tea 4"])
    await screen.press("1 3")
    #expect(titles(screen) == ["Tea 1 ✓", "Tea 2", "Tea 3 ✓", "Tea 4", "send your vote"])
    await screen.press("1 Enter")
    #expect(server.actions == [.vote([2], poll: "p", PostID("1"))])
    #expect(!screen.navigator.isMenuOpen)
  }

  @Test func `Options beyond the ninth are chosen after 0`() async {
    let screen = await poll(of: 12, allowsMultiple: true)
    await screen.press("a v 2")
    #expect(titles(screen).suffix(3) == ["Tea 9", "send your vote", "3 more"])
    await screen.press("0 3")
    #expect(titles(screen) == ["Tea 10", "Tea 11", "Tea 12 ✓", "send your vote"])
    await screen.press("Enter")
    #expect(server.actions == [.vote([1, 11], poll: "p", PostID("1"))])
  }

  @Test func `The vote for an option beyond the ninth is confirmed`() async {
    let screen = await poll(of: 20, allowsMultiple: false)
    await screen.press("a v 0 0 2 y")
    #expect(server.actions == [.vote([19], poll: "p", PostID("1"))])
  }

  @Test func `Nothing is chosen in the poll of a post that was deleted`() async {
    let screen = await poll(of: 4, allowsMultiple: true)
    await screen.press("a v 1")
    screen.harness.cache.delete(.fixture("1"))
    await screen.press("2")
    #expect(!titles(screen).contains("send your vote") && server.actions.isEmpty)
    #expect(screen.view.notice?.text.hasPrefix("That post is gone.") == true)
  }

  private static let tag = Link(url: "https://far.example/tags/Loom", text: "#Loom", kind: .tag)

  @Test func `In the menu of links a digit opens a hashtag, a letter its address`() async {
    let page = Link(url: "https://weave.example/#loom", text: "#loom")
    let screen = await screen(.fixture(links: [page, Self.tag]))
    await screen.press("o")
    #expect(titles(screen) == [page.url, "#Loom", Self.tag.url])
    await screen.press("1 o 2 o a")
    #expect(screen.harness.opener.opened == [page.url, Self.tag.url])
    #expect(screen.harness.router.destinations == [.tag("Loom")])
  }

  @Test func `Links and accounts beyond the ninth are reached after 0`() async {
    let urls = (1...10).map { "https://tern.example/\($0)" } + [Self.tag.url]
    let profiles = (1...10).map { Profile(handle: "ada\($0)", name: "Ada \($0)") }
    var post = Post.fixture(links: urls.dropLast().map { Link(url: $0) } + [Self.tag])
    post.notification = PostNotification(id: "n", kind: .favourite, profiles: profiles, at: .noon)
    let screen = await screen(post)
    await screen.press("o 0 2 o 0 a p 0 2")
    #expect(screen.harness.opener.opened == [Self.tag.url])
    #expect(screen.harness.router.destinations == [.tag("Loom"), .profile(profiles[9])])
  }

  @Test func `A single account opens directly, several are a menu`() async {
    let alan = Profile(handle: "alan", name: "Alan")
    let single = await screen(.fixture())
    await single.press("p")
    #expect(single.harness.router.destinations == [.profile(.fixture())])
    let several = await screen(.fixture(author: alan, repost: Repost(by: .fixture())))
    await several.press("p")
    #expect(titles(several) == ["Alan · @alan", "Grace Hopper · @grace"])
    await several.press("2")
    #expect(several.harness.router.destinations == [.profile(.fixture())])
  }

  @Test func `Earlier versions can be opened if there are any`() async {
    let post = Post.fixture(state: .edited)
    let edited = await screen(post)
    await edited.press("e")
    #expect(edited.harness.router.destinations == [.versions(post)])
    let unchanged = await screen(.fixture())
    await unchanged.press("e")
    #expect(unchanged.harness.router.destinations.isEmpty)
    #expect(unchanged.lines[23].hasPrefix(" No earlier versions of this post "))
  }
}
