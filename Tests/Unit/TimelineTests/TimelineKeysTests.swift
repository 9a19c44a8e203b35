import Domain
import EmptyState
import PostCell
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

/// Keys pressed in the timeline screen, and their effects.
@MainActor @Suite struct TimelineKeysTests {
  @Test(arguments: [
    ("j", "Post 12"), ("Down", "Post 12"), ("k", "Post 10"), ("Up", "Post 10"), ("g g", "Post 1"), ("Home", "Post 1"),
    ("G", "Post 100"), ("End", "Post 100"), ("Tab", "Mention 1"), ("l", "Mention 1"), ("Right", "Mention 1"),
    ("BTab", "Bookmark"), ("h", "Bookmark"), ("Left", "Bookmark"), ("1", "Post 11"), ("2", "Mention 1"),
    ("3", "Bookmark"), ("4", "Post 11"), ("/ m e n t i o n Enter", "Mention 1"), ("/ m BSpace Escape", "Post 11"),
    ("g x", "Post 11"), ("g Escape", "Post 11"), ("g d 2 0 1 5 Enter", "Post 100"), ("g d 2 Escape", "Post 11"),
    ("u", "Post 11"), ("A", "Post 11"), ("n", "Post 11"), ("N", "Post 11"), ("Escape", "Post 11"), ("z", "Post 11"),
    ("o", "Post 11"), ("x", "Post 11"), ("BSpace", "Post 11"),
  ])
  func `Keys select a post`(keys: String, post: String) async {
    let screen = await ScreenHarness.loaded(selecting: 10)
    await screen.press(keys)
    #expect(screen.selected == post)
    #expect(screen.harness.router.screens.isEmpty && screen.harness.repository.refreshCount == 0)
  }

  @Test(arguments: [
    ("Enter", "post 2 as @ada@demo"), ("t", "post 2 as @ada@demo"), ("v", "opened https://t.example/2"),
    ("y", "copied https://t.example/2"), ("Y", "copied Two"), ("P", "pager"), ("E", "editor"), ("R", "refreshed"),
    ("C-r", "refreshed"), ("F5", "refreshed"), (",", "refreshed"), (".", "refreshed"),
  ])
  func `Keys act on the selected post and the timeline`(keys: String, effect: String) async {
    let screen = await ScreenHarness.loaded(
      [.fixture(id: "1"), .fixture(id: "2", text: "Two", url: "https://t.example/2")], selecting: 1)
    await screen.press(keys)
    let harness = screen.harness
    let effects =
      harness.router.screens + harness.opener.opened.map { "opened \($0)" }
      + harness.clipboard.copied.map { "copied \($0)" } + harness.programs.opened.map { "\($0.program)" }
      + Array(repeating: "refreshed", count: harness.repository.refreshCount)
    #expect(effects == [effect])
  }

  @Test(arguments: [
    ("o", "No links in this post"), ("m", "No pictures in this post"), ("A", "Nothing is unread"),
    ("U", "Nothing to undo"), ("Z", "Filters, mutes and blocks hide nothing here"), ("n", "No search is open"),
    ("c", "This account is read-only"),
    ("9", "Only 3 timelines here"), ("a", "This account is read-only"), ("f", "This account is read-only"),
  ])
  func `A key without effect says why`(key: String, reason: String) async {
    let screen = await ScreenHarness.loaded()
    await screen.press(key)
    #expect(screen.lines[23].hasPrefix(" \(reason) "))
  }

  @Test(arguments: [false, true])
  func `Without posts, the keys of a post say that none is selected`(hadPosts: Bool) async {
    let screen = ScreenHarness(TimelineHarness([(.home, hadPosts ? Post.fixtures(count: 9) : []), (.mentions, [])]))
    await screen.press(hadPosts ? "Tab o f" : "o f")
    #expect(screen.lines[23].hasPrefix(" No post selected "))
    await screen.press("c")
    #expect(screen.lines[23].hasPrefix(" This account is read-only "))
  }

  /// A screen with nine read and two new posts.
  private func unreadScreen() async -> ScreenHarness {
    let session = MemorySessionRepository()
    let posts = Post.fixtures(count: 9)
    let first = await TimelineHarness([(.home, posts)], session: session).load()
    await first.after { $0.viewWillDisappear() }
    return ScreenHarness(TimelineHarness([(.home, Post.new(2) + posts)], session: session))
  }

  @Test func `u and A are offered only with unread posts, and undo after them`() async {
    let screen = await unreadScreen()
    screen.size.width = 120
    func isListed(_ title: String) -> Bool {
      screen.navigator.activeBindings.contains { $0.isListed && $0.title == title }
    }
    await screen.press("u")
    #expect(screen.lines[23].contains("u unread"))
    #expect(screen.selected == "New 2")
    #expect(isListed("next unread post") && isListed("mark all as read") && !isListed("undo: Home marked read"))
    await screen.press("A j")
    #expect(!screen.lines[23].contains("u unread"))
    #expect(!isListed("next unread post") && !isListed("mark all as read") && isListed("undo: Home marked read"))
    await screen.press("U j")
    #expect(screen.lines[23].contains("u unread") && !isListed("undo: Home marked read"))
  }

  @Test func `^O goes back to the position before a jump`() async {
    let screen = await ScreenHarness.loaded(selecting: 10)
    await screen.press("G C-o")
    #expect(screen.selected == "Post 11")
  }

  @Test
  func `A hashtag without posts can be unfollowed and followed, and undo is offered without a change of the timeline`()
    async
  {
    let clock = VirtualClock(now: .noon)
    let server = StubActions(clock: clock)
    let screen = ScreenHarness(TimelineHarness([(.tag("tea"), [])], actions: server, clock: clock))
    screen.size.width = 120
    await screen.press("a t a t")
    #expect(server.actions == [.followTag(false, "tea"), .followTag(true, "tea")])
    #expect(screen.lines[23].contains("a actions"))
    screen.harness.presenter.session.actions.perform(.favourite(true, PostID("1")), about: "")
    #expect(screen.navigator.activeCommands.contains { $0.title == "undo: like" })
  }

  @Test func `Below hidden posts gg goes to the newest`() {
    let screen = ScreenHarness()
    let reason = EmptyReason.allHidden(.init(owner: "@ada@demo", contentName: "Home"), HiddenCounts([.relationship: 9]))
    screen.showEmpty(reason)
    var isOffered: Bool { screen.navigator.activeCommands.contains { $0.command == TimelineCommands.newest } }
    #expect(!isOffered)
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 0)], selectedTab: 0, account: "", label: "",
        capabilities: TimelineCapabilities(canGoToNewest: true)))
    #expect(isOffered)
  }

  @Test func `Timelines that are not tabs are offered after the tabs`() async {
    let harness = TimelineHarness([
      (.home, Post.fixtures(count: 9)), (.mentions, [.fixture(id: "m", text: "Mention 1")]),
    ])
    harness.tabTitles.value = ["Home"]
    let screen = ScreenHarness(harness)
    await screen.press("Tab")
    #expect(screen.selected == "Post 1")
    #expect(screen.view.availableCommands.contains { $0.title == "Mentions" })
    await screen.press("2")
    #expect(screen.selected == "Mention 1")
  }

  @Test func `The date field stays open until the date is valid`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("g d j u n Enter Left")
    #expect(screen.lines[23].hasPrefix(" Go to jun"))
    #expect(screen.lines[23].contains("Enter go"))
    await screen.press("Right BSpace BSpace BSpace 2 0 1 5 Enter k")
    #expect(screen.selected == "Post 99")
  }

  @Test(arguments: [("C-d", "C-u"), ("Space", "PageUp"), ("PageDown", "C-b"), ("C-f", "PageUp")])
  func `Page keys go down and up again`(down: String, up: String) async {
    let screen = await ScreenHarness.loaded(selecting: 10)
    await screen.press(down)
    #expect(screen.view.selection > 10)
    let selection = screen.view.selection
    await screen.press(up)
    #expect(screen.view.selection < selection)
  }

  @Test func `Top, middle and bottom of the screen are selected`() async {
    let screen = await ScreenHarness.loaded(selecting: 10)
    await screen.press("H")
    let top = screen.view.selection
    await screen.press("L")
    let bottom = screen.view.selection
    await screen.press("M")
    #expect(top < screen.view.selection && screen.view.selection < bottom)
  }

  @Test func `A post with a warning is revealed and folded, and its links open`() async {
    let links = [Link(url: "https://a.example"), Link(url: "https://b.example")]
    let screen = await ScreenHarness.loaded([.fixture(links: links, warning: "the ending")])
    await screen.press("z")
    #expect(screen.lines.contains { $0.contains("The compiler finished") })
    await screen.press("s")
    #expect(!screen.lines.contains { $0.contains("The compiler finished") })
    await screen.press("o 2")
    #expect(screen.harness.opener.opened == ["https://b.example"])
    await screen.press("o 3")
    #expect(screen.harness.opener.opened.count == 1)
  }

  @Test func `n and N go from match to match, and Esc closes the search`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("/ M e n t i o n Enter n")
    #expect(screen.selected == "Mention 2" && screen.view.isShowingMatches)
    await screen.press("N")
    #expect(screen.selected == "Mention 1")
    for key in ["Escape", "q", "BSpace", "/ Escape"] {
      await screen.press("/ P o s t Space 9 Enter \(key)")
      #expect(!screen.view.isShowingMatches && screen.view.searchField == nil, "\(key)")
    }
    #expect(screen.quits == 0)
    await screen.press("g g j Enter")
    #expect(screen.harness.router.screens == ["post 2 as @ada@demo"])
  }

  @Test func `The timeline behind the matches keeps its scroll position`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("C-d C-d k")
    let before = screen.lines
    await screen.press("/ P o s t Space 9 Enter")
    #expect(screen.lines != before)
    await screen.press("Escape")
    #expect(screen.lines == before)
  }

  @Test func `Matches can be scrolled while typing`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("/ M e n t i o n")
    await screen.harness.advance(1)
    await screen.press("Down Down Up")
    #expect(screen.selected == "Mention 2" && screen.view.searchField?.text == "Mention")
  }

  @Test func `Up and Down recall searches only above the first match`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("/ l o o m Enter Escape / P o s t Space 9 Down Up")
    #expect(screen.view.searchField?.text == "Post 9")
    await screen.press("Up")
    #expect(screen.view.searchField?.text == "loom")
    await screen.press("Down")
    #expect(screen.view.searchField?.text == "Post 9")
  }

  @Test func `Without matches Up recalls a search at once`() async {
    let screen = await ScreenHarness.loaded(selecting: 4)
    await screen.press("/ l o o m Enter Escape / Up")
    #expect(screen.view.searchField?.text == "loom")
  }

  @Test(arguments: [80, 40, 20])
  func `While typing, the field replaces the tabs, and Esc is shown`(width: Int) async {
    let screen = ScreenHarness()
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    screen.size = Size(width: width, height: 9)
    screen.view.showSearchField("")
    await screen.press("t e a")
    var header = screen.view.timelines
    header.search = .init(text: "tea", scope: "in all timelines")
    screen.view.showHeader(header)
    for status in ["", "12 matches", "1,000+ matches"] {
      screen.view.showStatus(status)
      #expect(screen.lines[0].hasPrefix(" Search tea"))
      #expect(screen.lines[8].contains("Esc back"))
    }
    #expect(screen.lines[8].contains("matches") == (width > 20))
  }

  @Test(arguments: [
    (80, " Search: loom · in all timelines "), (40, " Search: loom · in all timelines"), (20, " Search: loom ·"),
  ])
  func `A search replaces the tabs`(width: Int, start: String) {
    let screen = ScreenHarness()
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    var header = screen.view.timelines
    header.search = .init(text: "loom", scope: "in all timelines")
    screen.view.showHeader(header)
    screen.size = Size(width: width, height: 9)
    #expect(screen.lines[0].hasPrefix(start))
    #expect(!screen.lines[0].contains("Home"))
  }

  @Test(arguments: [(false, "z reveal"), (true, "z fold")]) func `The bottom line shows what z does`(
    isRevealed: Bool, hint: String
  ) {
    let screen = ScreenHarness()
    let row = PostCellViewModel(.fixture(warning: "Tea"), now: .noon, isRevealed: isRevealed)
    screen.view.showTimeline(TimelineViewModel(rows: [.post(row)], selection: 0, footer: ""))
    #expect(screen.lines[23].contains(hint))
  }

  @Test func `In the search field ^C quits as everywhere`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("/")
    #expect(screen.navigator.activeBindings.binding(for: .control("c")) == nil)
  }

  @Test func `While loading, Esc cancels and tabs can be switched`() async {
    let screen = ScreenHarness(
      TimelineHarness([(.home, Post.fixtures(count: 9)), (.mentions, Post.fixtures(count: 2))]))
    screen.harness.repository.setPageResponses(.init(after: 60))
    await screen.press("j k Enter R / n v y z o G")
    #expect(screen.selected == "" && screen.harness.repository.requests.count == 1)
    await screen.press("q Escape")
    #expect(screen.quits == 1 && screen.lines.contains { $0.contains("Loading stopped") })
    await screen.press("Tab")
    #expect(screen.selected == "Post 1")
  }

  @Test func `With an expired session L signs in again`() async {
    let screen = ScreenHarness(TimelineHarness(posts: 9))
    screen.harness.repository.setPageResponses(.init(.sessionExpired(handle: "ada", host: "t.example")))
    await screen.press("L")
    #expect(screen.harness.router.screens == ["login"])
  }

  @Test func `A notice of an expired session accepts L while it is shown`() async {
    let screen = await ScreenHarness.loaded()
    screen.harness.repository.setPageResponses(.init(.sessionExpired(handle: "ada", host: "t.example")))
    await screen.press("R L")
    #expect(screen.harness.router.screens == ["login"] && screen.selected == "Post 1")
    screen.view.hideNotice()
    await screen.press("L")
    #expect(screen.harness.router.screens == ["login"] && screen.selected != "Post 1")
  }

  @Test func `Without matches, Esc returns to the posts and / edits the search`() async {
    let screen = await ScreenHarness.loaded()
    for key in ["Escape", "q", "BSpace"] {
      await screen.press("/ t e a Enter")
      #expect(screen.selected == "" && screen.view.searchField == nil)
      await screen.press("/")
      #expect(screen.view.searchField?.text == "tea")
      await screen.press("Enter \(key)")
      #expect(screen.selected == "Post 1")
    }
    #expect(screen.quits == 0)
  }

  @Test func `In the search field printable keys are text`() async {
    let screen = await ScreenHarness.loaded()
    await screen.press("/ q j R ? g Tab F5")
    #expect(screen.quits == 0)
    #expect(screen.lines[23].hasPrefix(" F5 does nothing here"))
    await screen.press("Left Right Left BSpace g")
    #expect(screen.lines[0].hasPrefix(" Search qjRgg"))
    #expect(screen.harness.repository.refreshCount == 0)
    await screen.press("Enter")
    #expect(screen.harness.repository.matchRequests.last?.query == "qjRgg")
  }

  @Test(arguments: 0..<4) func `Every key named in the empty view works`(index: Int) {
    let screen = ScreenHarness()
    let subject = EmptyReason.Subject(owner: "@ada", contentName: "Home", origin: .demo)
    let reasons: [EmptyReason] = [
      .noPosts(subject), .loading(subject), .fixture(.fileMissing(path: "/ada")),
      .noMatches(words: "tea", searched: 7),
    ]
    screen.showEmpty(reasons[index])
    // The navigator adds the commands to go back, to switch accounts and for what the server offers.
    let offered = Set(EmptyStateAction.allCases).subtracting([.back, .switchAccount, .suggestions, .trends])
    for action in EmptyStateViewModel(reasons[index], offered: offered).actions {
      #expect(screen.navigator.activeCommands.contains { $0.command == action.command }, "\(action)")
    }
  }

  @Test func `Esc stops reading, and the key is shown`() async {
    let harness = TimelineHarness(posts: 0)
    let steps = [1, 9].map { GrowingTimelineRepository.Step(at: $0, timelines: [(.home, Post.fixtures(count: 9))]) }
    let repository = GrowingTimelineRepository(steps, clock: harness.clock)
    let screen = ScreenHarness(harness, harness.presenter(of: repository, view: harness.view))
    await harness.settle()
    await harness.advance(2)
    #expect(screen.lines[23].contains("Esc stop"))
    await screen.press("Escape j")
    #expect(screen.lines.contains { $0.contains("Post 2") } && !screen.lines[23].contains("Esc stop"))
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test func `A notice during reading stays until the next key`() async {
    let screen = ScreenHarness()
    screen.show(Post.fixtures(count: 9))
    let notices = ["3 %", "4 %", "5 %"].map { NoticeViewModel(text: "Reading… \($0)", isPersistent: true) }
    screen.view.showNotice(notices[0])
    screen.view.showNotice(NoticeViewModel(text: "Copied."))
    screen.view.showNotice(notices[1])
    #expect(screen.view.notice?.text == "Copied.")
    await screen.press("j")
    #expect(screen.view.notice?.text == notices[1].text)
    screen.view.showNotice(notices[2])
    #expect(screen.view.notice?.text == notices[2].text)
  }

  @Test(arguments: 1...10) func `Every key is safe in every state`(seed: UInt64) async {
    let screen = ScreenHarness()
    var generator = SeededGenerator(seed: seed)
    let keys =
      ("abcdghjklmnoqstvxyzGHLMNRY?/,. 123".map { String($0) } + [
        "Enter", "Escape", "Tab", "BTab", "Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "BSpace",
        "C-d", "C-u", "C-f", "C-b", "C-n", "C-p", "C-r", "C-c", "F5", "Space",
      ])
    for _ in 0..<300 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: screen.view.showLoading(nil)
      case 1: screen.showEmpty(.noMatches(words: "tea", searched: 7))
      case 2:
        let count = Int.random(in: 1...60, using: &generator)
        screen.show(Post.fixtures(count: count), selection: .random(in: 0..<count, using: &generator))
      case 3: screen.size = ScreenHarness.sizes.randomElement(using: &generator) ?? screen.size
      case 4: screen.view.showNotice(NoticeViewModel(text: "A notice", isPersistent: Bool.random(using: &generator)))
      case 5: screen.view.hideNotice()
      default: await screen.press(keys.randomElement(using: &generator) ?? "j")
      }
      let rows = screen.view.isShowingPosts ? screen.view.selectedRow : nil
      #expect(!screen.view.isShowingPosts || rows != nil)
    }
  }
}
