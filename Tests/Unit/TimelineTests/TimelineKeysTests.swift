import Domain
import EmptyState
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TimelineKeysTests {
  private let screen = ScreenHarness()

  @Test(arguments: [
    ("j", ["didSelectRow 11"]), ("Down", ["didSelectRow 11"]), ("k", ["didSelectRow 9"]), ("Up", ["didSelectRow 9"]),
    ("g g", ["showNewest"]), ("Home", ["showNewest"]), ("G", ["showOldest"]), ("End", ["showOldest"]),
    ("Tab", ["showNextTimeline"]), ("l", ["showNextTimeline"]), ("Right", ["showNextTimeline"]),
    ("BTab", ["showPreviousTimeline"]), ("h", ["showPreviousTimeline"]), ("Left", ["showPreviousTimeline"]),
    ("1", ["showTimeline 0"]), ("2", ["showTimeline 1"]), ("3", []),
    ("Enter", ["openPost 10"]), ("t", ["openPost 10"]),
    ("R", ["refresh"]), ("C-r", ["refresh"]), ("F5", ["refresh"]), (",", ["refresh"]), (".", ["refresh"]),
    ("v", ["openAddress 10"]), ("y", ["copyAddress 10"]), ("Y", ["copyText 10"]),
    ("P", ["pager 10"]), ("E", ["editor 10"]),
    ("/ t e Enter", ["beginSearch", "typed t", "typed te", "search te"]),
    ("/ t BSpace Escape", ["beginSearch", "typed t", "typed ", "clearSearch"]), ("g x", []), ("g Escape", []),
    ("g d 2 0 1 5 Enter", ["goToDate 2015"]), ("g d 2 Escape", []), ("u", ["showNextUnread"]), ("A", []),
    ("n", []), ("N", []), ("Escape", []), ("z", []), ("o", []), ("x", []), ("BSpace", []),
  ])
  func `With posts on screen the keys call the presenter`(keys: String, calls: [String]) {
    screen.show(Post.fixtures(count: 100), selection: 10)
    #expect(screen.press(keys) == calls)
  }

  @Test(arguments: [
    ("o", "No links in this post"), ("m", "No pictures in this post"), ("A", "Nothing is unread"),
    ("U", "Nothing to undo"), ("Z", "Filters, mutes and blocks hide nothing here"), ("n", "No search is open"),
    ("c", "This account is read-only"),
    ("9", "Only 2 timelines here"), ("a", "This account is read-only"), ("f", "This account is read-only"),
  ])
  func `A key without effect says why`(key: String, reason: String) {
    screen.show(Post.fixtures(count: 9))
    #expect(screen.press(key) == [])
    #expect(screen.lines[23].hasPrefix(" \(reason) "))
  }

  @Test(arguments: [false, true])
  func `Without posts, the keys of a post say that none is selected`(hadPosts: Bool) {
    if hadPosts { screen.show(Post.fixtures(count: 9)) }
    screen.showEmpty(.noPosts(.init(owner: "@ada@demo", contentName: "Home")))
    #expect(screen.press("o f") == [])
    #expect(screen.lines[23].hasPrefix(" No post selected "))
    #expect(screen.press("c") == [])
    #expect(screen.lines[23].hasPrefix(" This account is read-only "))
  }

  @Test func `u and A are offered only with unread posts`() {
    screen.size.width = 120
    screen.show(Post.fixtures(count: 9))
    #expect(!screen.lines[23].contains("u unread"))
    #expect(
      !screen.navigator.activeBindings.contains {
        $0.isListed && ["next unread post", "mark all as read"].contains($0.title)
      })
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 3)], selectedTab: 0, account: "", label: "", hasUnread: true))
    #expect(screen.press("u A") == ["showNextUnread", "markAllRead"])
    #expect(screen.lines[23].contains("u unread"))
  }

  @Test func `A hashtag without posts can be followed`() {
    screen.size.width = 120
    screen.showEmpty(.noPosts(.init(owner: "@ada@demo", contentName: "#tea")))
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "#tea", unreadCount: 0)], selectedTab: 0, account: "", label: "",
        capabilities: TimelineCapabilities(tag: .init(name: "tea", isFollowed: false))))
    #expect(screen.press("a t") == ["followTag"])
    #expect(screen.lines[23].contains("a actions"))
  }

  @Test func `Below hidden posts gg goes to the newest`() {
    let reason = EmptyReason.allHidden(.init(owner: "@ada@demo", contentName: "Home"), HiddenCounts([.relationship: 9]))
    screen.showEmpty(reason)
    #expect(screen.press("g g") == [])
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 0)], selectedTab: 0, account: "", label: "",
        capabilities: TimelineCapabilities(canGoToNewest: true)))
    #expect(screen.press("g g") == ["showNewest"])
  }

  @Test func `Timelines that are not tabs are offered after the tabs`() {
    screen.show(Post.fixtures(count: 9))
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 0)], selectedTab: 0, account: "", label: "", others: ["Mentions"]))
    #expect(screen.press("2") == ["showTimeline 1"])
    #expect(screen.press("Tab") == [])
    #expect(screen.view.availableCommands.contains { $0.title == "Mentions" })
  }

  @Test func `The date field stays open until the date is valid`() {
    screen.show(Post.fixtures(count: 9))
    #expect(screen.press("g d j u n Enter") == ["goToDate jun"])
    #expect(screen.lines[23].hasPrefix(" Go to jun"))
    #expect(screen.lines[23].contains("Enter go"))
    screen.view.endDateEntry()
    #expect(screen.press("j") == ["didSelectRow 1"])
  }

  @Test(arguments: [("C-d", "C-u"), ("Space", "PageUp"), ("PageDown", "C-b"), ("C-f", "PageUp")])
  func `Page keys go down and up again`(down: String, up: String) {
    screen.show(Post.fixtures(count: 100), selection: 10)
    screen.press(down)
    #expect(screen.view.selection > 10)
    let selection = screen.view.selection
    screen.press(up)
    #expect(screen.view.selection < selection)
  }

  @Test func `Top, middle and bottom of the screen are selected`() {
    screen.show(Post.fixtures(count: 100), selection: 10)
    screen.press("H")
    let top = screen.view.selection
    screen.press("L")
    let bottom = screen.view.selection
    screen.press("M")
    #expect(top < screen.view.selection && screen.view.selection < bottom)
  }

  @Test func `Only posts with a warning can be revealed, and only those with links open them`() {
    let link = Link(url: "https://a.example")
    screen.show([.fixture(links: [link, Link(url: "https://b.example")], warning: "the ending")])
    #expect(screen.press("z") == ["toggleWarning 0"])
    #expect(screen.press("s") == ["toggleWarning 0"])
    #expect(screen.press("o 2") == ["openLink https://b.example"])
    #expect(screen.press("o 3") == [])
  }

  @Test func `n and N go from match to match, and Esc closes the search`() {
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    #expect(
      screen.press("n N Escape q BSpace / Escape") == [
        "showNextMatch", "showPreviousMatch", "clearSearch", "clearSearch", "clearSearch", "beginSearch", "clearSearch",
      ])
    #expect(screen.quits == 0)
    screen.view.hideSearchField()
    #expect(screen.press("j Enter") == ["didSelectRow 1", "openPost 1"])
  }

  @Test func `The timeline behind the matches keeps its scroll position`() {
    screen.show(Post.fixtures(count: 100))
    screen.press("C-d C-d k")
    let before = screen.lines
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    #expect(screen.lines != before)
    #expect(screen.view.isShowingMatches)
    screen.show(Post.fixtures(count: 100), selection: Self.selected(in: before))
    #expect(screen.lines == before)
  }

  /// The post whose row begins with the selection bar.
  private static func selected(in lines: [String]) -> Int {
    let line = lines.first { $0.contains("▌ Post") } ?? ""
    return (Int(line.split(separator: " ").last ?? "") ?? 0) - 1
  }

  @Test func `Matches can be scrolled while typing`() {
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    #expect(screen.press("/ Down Down Up") == ["beginSearch", "didSelectRow 1", "didSelectRow 2", "didSelectRow 1"])
  }

  @Test func `Up and Down recall searches only above the first match`() {
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    #expect(screen.press("/ t Up") == ["beginSearch", "typed t", "earlier than t"])
    var header = screen.view.timelines
    header.search = .init(text: "loom", scope: "", isRecalled: true)
    screen.view.showHeader(header)
    #expect(screen.press("Down Up") == ["later", "earlier than t"])
  }

  @Test func `Without matches Up recalls a search at once`() {
    screen.show(Post.fixtures(count: 9), selection: 4)
    #expect(screen.press("/ Up") == ["beginSearch", "earlier than "])
  }

  @Test(arguments: [80, 40, 20])
  func `While typing, the field replaces the tabs, and Esc is shown`(width: Int) {
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    screen.size = Size(width: width, height: 9)
    screen.press("/ t e a")
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
    screen.show(Post.fixtures(count: 9), isSearchResult: true)
    var header = screen.view.timelines
    header.search = .init(text: "loom", scope: "in all timelines")
    screen.view.showHeader(header)
    screen.size = Size(width: width, height: 9)
    #expect(screen.lines[0].hasPrefix(start))
    #expect(!screen.lines[0].contains("Home"))
  }

  @Test func `Undo is offered only after an action`() {
    screen.show(Post.fixtures(count: 9))
    #expect(screen.press("U") == [])
    // An action as another account is added later, without a change of the timeline.
    screen.presenter.undoTitle = "Home marked read"
    #expect(screen.navigator.activeCommands.contains { $0.title == "undo: Home marked read" })
    #expect(screen.press("U C-o") == ["undo", "goBack"])
  }

  @Test(arguments: [(false, "z reveal"), (true, "z fold")]) func `The bottom line shows what z does`(
    isRevealed: Bool, hint: String
  ) {
    let row = PostCellViewModel(.fixture(warning: "Tea"), now: .noon, isRevealed: isRevealed)
    screen.view.showTimeline(TimelineViewModel(rows: [.post(row)], selection: 0, footer: ""))
    #expect(screen.lines[23].contains(hint))
  }

  @Test func `In the search field ^C quits as everywhere`() {
    screen.show(Post.fixtures(count: 9))
    screen.press("/")
    #expect(screen.navigator.activeBindings.binding(for: .control("c")) == nil)
  }

  @Test func `While loading, Esc cancels and tabs can be switched`() {
    screen.view.showLoading(nil)
    #expect(screen.press("Escape Tab") == ["cancelLoading", "showNextTimeline"])
    #expect(screen.press("j k Enter R / n v y z o G") == [])
    screen.press("q")
    #expect(screen.quits == 1)
  }

  @Test func `With an expired session L signs in again`() {
    screen.showEmpty(.fixture(.sessionExpired(handle: "ada", host: "t.example")))
    #expect(screen.press("L") == ["signInAgain"])
  }

  @Test func `A notice of an expired session accepts L while it is shown`() {
    screen.show(Post.fixtures(count: 9))
    screen.view.showNotice(NoticeViewModel(text: "The session has ended", isPersistent: true, actions: [.signInAgain]))
    #expect(screen.press("L") == ["signInAgain"])
    screen.view.hideNotice()
    #expect(screen.press("L").first?.hasPrefix("didSelectRow") == true)
  }

  @Test func `Without matches, Esc returns to the posts and / edits the search`() {
    screen.showEmpty(.noMatches(words: "tea", searched: 7))
    #expect(screen.press("Escape / a Enter") == ["clearSearch", "beginSearch", "typed a", "search a"])
    screen.view.hideSearchField()
    #expect(screen.press("q BSpace") == ["clearSearch", "clearSearch"])
    #expect(screen.quits == 0)
  }

  @Test func `In the search field printable keys are text`() {
    screen.show(Post.fixtures(count: 9))
    #expect(
      screen.press("/ q j R ? g Tab F5") == ["beginSearch"] + ["q", "qj", "qjR", "qjR?", "qjR?g"].map { "typed " + $0 })
    #expect(screen.quits == 0)
    #expect(screen.lines[23].hasPrefix(" F5 does nothing here "))
    #expect(screen.press("Left Right Left") == [])
    #expect(screen.press("BSpace g") == ["typed qjRg", "typed qjRgg"])
    #expect(screen.press("Enter") == ["search qjRgg"])
  }

  @Test(arguments: 0..<4) func `Every key named in the empty view works`(index: Int) {
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

  @Test func `Esc stops reading, and the key is shown`() {
    screen.show(Post.fixtures(count: 9))
    screen.view.showNotice(
      NoticeViewModel(text: "Reading a.json… 3 %, 9 posts", isPersistent: true, actions: [.stopReading]))
    #expect(screen.lines[23].contains("Esc stop"))
    #expect(screen.press("Escape") == ["stopReading"])
    screen.view.hideNotice()
    #expect(screen.press("Escape") == [])
  }

  @Test func `A notice during reading stays until the next key`() {
    screen.show(Post.fixtures(count: 9))
    let notices = ["3 %", "4 %", "5 %"].map { NoticeViewModel(text: "Reading… \($0)", isPersistent: true) }
    screen.view.showNotice(notices[0])
    screen.view.showNotice(NoticeViewModel(text: "Copied."))
    screen.view.showNotice(notices[1])
    #expect(screen.view.notice?.text == "Copied.")
    screen.press("j")
    #expect(screen.view.notice?.text == notices[1].text)
    screen.view.showNotice(notices[2])
    #expect(screen.view.notice?.text == notices[2].text)
  }

  @Test(arguments: 1...10) func `Every key is safe in every state`(seed: UInt64) {
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
      default: screen.press(keys.randomElement(using: &generator) ?? "j")
      }
      let rows = screen.view.isShowingPosts ? screen.view.selectedRow : nil
      #expect(!screen.view.isShowingPosts || rows != nil)
    }
  }
}
