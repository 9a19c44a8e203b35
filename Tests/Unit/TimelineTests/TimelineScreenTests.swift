import Domain
import EmptyState
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TimelineScreenTests {
  private let screen = ScreenHarness()

  init() { UTF8Locale.set() }

  @Test func `Header, rules, posts, footer and status are drawn in their places`() {
    screen.show([
      .fixture(id: "1", createdAt: .noon.minutesAgo(2), counts: Counts(replies: 3, reposts: 12, likes: 40)),
      .fixture(id: "2", createdAt: .noon.minutesAgo(60), text: "Short."),
    ])
    screen.view.showStatus("1 of 2")
    let lines = screen.lines
    #expect(lines[0].hasPrefix(" Tern   Home 3   Mentions"))
    #expect(lines[0].hasSuffix("Ada · @ada@demo"))
    #expect(lines[1] == String(repeating: "─", count: 80))
    #expect(lines[2].hasPrefix(" ▌ Grace Hopper  @grace"))
    #expect(lines[2].hasSuffix("2m"))
    #expect(lines[3] == " ▌ The compiler finished before the coffee did.")
    #expect(lines[4] == " ▌ ↩ 3   ⟲ 12   ♥ 40")
    #expect(lines[5] == "")
    #expect(lines[6].hasPrefix("   Grace Hopper  @grace"))
    #expect(lines[7] == "   Short.")
    #expect(lines[9] == "   End of posts")
    #expect(lines[22] == String(repeating: "─", count: 80))
    #expect(lines[23].hasPrefix(" 1 of 2"))
    #expect(lines[23].hasSuffix("q quit  ? keys"))
  }

  @Test func `A draw says when the first age on the screen is out of date`() {
    let posts = (1...40).map { Post.fixture(id: "\($0)", createdAt: .noon.minutesAgo(Double($0) * 60 - 30)) }
    screen.show(posts)
    _ = screen.draw()
    // The newest post is 30 minutes old.
    #expect(screen.navigator.nextAgeChange == .seconds(Date.noon.timeIntervalSince1970 + 60))
    screen.show(posts, selection: 39)
    _ = screen.draw()
    // Those are “1d” for hours.
    #expect(screen.navigator.nextAgeChange ?? .zero > .seconds(Date.noon.timeIntervalSince1970 + 3_600))
    screen.show([])
    _ = screen.draw()
    #expect(screen.navigator.nextAgeChange == nil)
  }

  @Test func `Ages on the screen are updated`() async {
    let screen = await ScreenHarness.loaded([.fixture(createdAt: .noon.minutesAgo(2))])
    await screen.press("")
    #expect(screen.lines[2].hasSuffix("2m"))
    await screen.harness.advance(60)
    screen.navigator.agesDidChange()
    #expect(screen.lines[2].hasSuffix("3m"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 200, height: 60)])
  func `Header, list, notice, menu and status share one left edge`(size: Size) async throws {
    screen.size = size
    screen.show(Post.fixtures(count: 50))
    screen.view.showStatus("1 of 50")
    screen.view.showNotice(NoticeViewModel(text: "Nothing new."))
    func edge(_ words: String) throws -> Int {
      let line = try #require(screen.lines.first { $0.contains(words) })
      return line.prefix { $0 == " " }.count
    }
    for words in ["Tern", "▌ Grace", "Nothing new.", "1 of 50"] { #expect(try edge(words) == 1, "\(words)") }
    await screen.press("g")
    #expect(try edge("newest post") == 1)
  }

  @Test(arguments: ScreenHarness.sizes) func `At every size the selected post and tab are readable`(size: Size) {
    screen.size = size
    screen.show(Post.fixtures(count: 50), selection: 20)
    let lines = screen.lines
    #expect(lines[0].contains("Home"))
    #expect(lines.contains { $0.contains("▌") && $0.contains("Post 21") })
    #expect(lines.count { $0.contains("▌") } == 2)
    #expect(lines.count { $0.hasPrefix("────") } == (size.height >= 10 ? 2 : 0))
    #expect(lines[size.height - 1].hasSuffix("? keys"))
  }

  @Test(arguments: ScreenHarness.sizes)
  func `At every size a dot marks unread posts`(
    size: Size
  ) async {
    screen.size = size
    var rows = Post.fixtures(count: 9).map { TimelineRow.post(PostCellViewModel($0, now: .noon)) }
    rows[1].isUnread = true
    screen.view.showTimeline(TimelineViewModel(rows: rows, selection: 0, footer: ""))
    await screen.press("j k")
    let dots = screen.lines.filter { $0.contains("•") }
    #expect(size.height == 5 || (dots.count == 1 && dots[0].contains("• Grace")))
    screen.view.markRead([1])
    #expect(!screen.lines.contains { $0.contains("•") })
  }

  @Test(arguments: ScreenHarness.sizes) func `At every size the last post and the footer are readable`(size: Size) {
    screen.size = size
    screen.show(Post.fixtures(count: 50), selection: 49)
    #expect(screen.lines.contains { $0.contains("Post 50") })
    #expect(screen.lines.contains { $0.contains("End of posts") } || size.height == 5)
    #expect(screen.lines.contains { $0.contains("▌") })
  }

  @Test(arguments: ScreenHarness.sizes)
  func `At every size a notice is readable and hides no line of the selected post`(
    size: Size
  ) {
    screen.size = size
    screen.show(Post.fixtures(count: 50), selection: 49)
    screen.view.showNotice(NoticeViewModel(text: "t.example is away", severity: .failure, isPersistent: true))
    let lines = screen.lines
    #expect(lines[size.height - 2].contains("t.example is away"))
    #expect(lines.count { $0.contains("▌") } == 2)
    let canvas = screen.draw()
    #expect(canvas[size.height - 2, 2].style == .failure)
  }

  @Test func `On the smallest screen half a page is still a step`() async {
    screen.size = Size(width: 20, height: 5)
    screen.show(Post.fixtures(count: 50), selection: 20)
    screen.view.showNotice(NoticeViewModel(text: "A notice", isPersistent: true))
    await screen.press("C-d C-d C-d C-d")
    #expect((21...24).contains(screen.view.selection))
    await screen.press("C-u C-u C-u C-u C-u C-u C-u C-u")
    #expect((12..<21).contains(screen.view.selection))
  }

  @Test(arguments: ScreenHarness.sizes) func `At every size the empty view shows its title`(size: Size) {
    screen.size = size
    screen.showEmpty(.fixture(.fileMissing(path: "/ada/posts.json")))
    let words = screen.lines.flatMap { $0.split(separator: " ") }
    #expect(words.joined(separator: " ").contains("File not found"))
    #expect(!screen.lines.contains { $0.contains("▌") })
  }

  @Test(arguments: ScreenHarness.sizes) func `At every size each line has the width of the screen`(size: Size) {
    screen.size = size
    let texts = ["軌道はまだ計算の途中です。", "a\u{1b}[31mb\u{7}", "👩‍🚀🇫🇷", String(repeating: "long ", count: 400), ""]
    screen.show(texts.enumerated().map { .fixture(id: "\($0.offset)", author: nil, text: $0.element) })
    for index in texts.indices {
      screen.view.selectRow(at: index)
      let canvas = screen.draw()
      #expect(canvas.cells.allSatisfy { !$0.text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } })
    }
  }

  @Test func `During the first moment only header and bottom line are drawn`() {
    screen.view.showLoading(nil)
    let lines = screen.lines
    #expect(lines[0].contains("Home"))
    #expect(lines[2..<22].allSatisfy { $0.isEmpty })
    #expect(lines[23].contains("Esc cancel"))
    screen.view.showLoading(EmptyStateViewModel(name: "loading", title: "Loading Home", sentences: [], actions: []))
    #expect(screen.lines.contains { $0.contains("Loading Home") })
  }

  @Test func `A temporary notice disappears with the next key`() async {
    screen.show(Post.fixtures(count: 5))
    screen.view.showNotice(NoticeViewModel(text: "It stays", isPersistent: true))
    screen.view.showNotice(NoticeViewModel(text: "It goes"))
    #expect(screen.lines[22].contains("It goes"))
    await screen.press("j")
    #expect(screen.lines[22].contains("It stays"))
    await screen.press("j")
    #expect(screen.lines[22].contains("It stays"))
    screen.view.hideNotice()
    #expect(screen.lines[22] == String(repeating: "─", count: 80))
  }

  @Test func `New posts above leave the selected one on its line`() async {
    screen.show(Post.fixtures(count: 50), selection: 0)
    await screen.press("j j j")
    let line = screen.lines.firstIndex { $0.contains("▌") }
    let newer = (1...3).map { Post.fixture(id: "n\($0)", text: "New \($0)") }
    screen.show(newer + Post.fixtures(count: 50), selection: 6)
    #expect(screen.view.selectedRow?.post?.text.first?.text == "Post 4")
    #expect(screen.lines.firstIndex { $0.contains("▌") } == line)
  }

  @Test func `A shorter timeline replaces a longer one`() {
    screen.size = Size(width: 200, height: 60)
    screen.show(Post.fixtures(count: 100), selection: 15)
    _ = screen.draw()
    screen.show(Post.fixtures(count: 2).map { Post.fixture(id: "m" + $0.id.rawValue) }, selection: 0)
    #expect(screen.lines.contains { $0.contains("▌") })
    #expect(screen.view.selection == 0)
  }

  private static let longText = (1...40).map { "word\($0)" }.joined(separator: " ")

  @Test(arguments: ["g g", "Home"]) func `The start of the newest post is shown, even if it is selected`(
    keys: String
  ) async {
    let screen = await ScreenHarness.loaded([.fixture(text: Self.longText), .fixture(id: "2")])
    screen.size = Size(width: 20, height: 5)
    await screen.press("C-d C-d")
    #expect(!screen.lines.contains { $0.contains("Grace") })
    await screen.press(keys)
    #expect(screen.lines[1].contains("@grace"))
  }

  @Test func `The end of the oldest post is shown, even if it is the only one`() async {
    let screen = await ScreenHarness.loaded([.fixture(text: Self.longText)])
    screen.size = Size(width: 20, height: 5)
    await screen.press("G")
    #expect(!screen.lines.contains { $0.contains("Grace") || $0.contains("word1 ") })
  }

  @Test func `A long notice takes up to three lines`() {
    screen.size = Size(width: 40, height: 10)
    screen.show(Post.fixtures(count: 50), selection: 3)
    screen.view.showNotice(
      NoticeViewModel(text: (1...30).map { "word\($0)" }.joined(separator: " "), isPersistent: true))
    #expect(screen.lines[6].hasPrefix(" word1 "))
    #expect(screen.lines[8].hasSuffix("…"))
    #expect(screen.lines[2..<6].contains { $0.contains("▌") })
  }

  @Test(arguments: [
    (
      120, " Tern   Home 1   Notifications 3   Local   Federated   Favourites   Bookmarks",
      "Ada · @ada@mastodon.example"
    ),
    (100, " Home 1   Notifications 3   Local   Federated   Favourites   Bookmarks", " @ada@mastodon.example"),
    (80, " Home 1   Notifications 3   Local   Federated   Favourites   Bookmarks", " @ada"),
    (70, " Home 1  Notif 3  Local  Fed  Favs  Saved", " @ada@mastodon.example"),
    (60, " Home 1  Notif 3  Local  Fed  Favs  Saved", " @ada"),
    (40, " Home 1  Notif 3  Local ‹1/6›", " @ada"), (30, " Home 1  Notif 3 ‹1/6›", " @ada"),
    (24, " Home 1  Notif 3", " @ada"), (20, " Home 1  Notif 3", ""),
  ])
  func `On a narrow screen the tab of unread notifications stays`(width: Int, start: String, end: String) {
    screen.size = Size(width: width, height: 10)
    let tabs: [TimelineHeader.Tab] = [
      .init(name: "Home", unreadCount: 1),
      .init(name: "Notifications", shortName: "Notif", isPersonal: true, unreadCount: 3),
      .init(name: "Local", unreadCount: 0), .init(name: "Federated", shortName: "Fed", unreadCount: 0),
      .init(name: "Favourites", shortName: "Favs", unreadCount: 0),
      .init(name: "Bookmarks", shortName: "Saved", unreadCount: 0),
    ]
    screen.view.showHeader(
      TimelineHeader(
        tabs: tabs, selectedTab: 0, account: "Ada · @ada@mastodon.example", label: "@ada@mastodon.example"))
    #expect(screen.lines[0].hasPrefix(start), "\(screen.lines[0])")
    #expect(screen.lines[0].hasSuffix(end), "\(screen.lines[0])")
  }

  @Test(arguments: [
    (80, " Tern   Home 3   Mentions", "Phileas Fogg · @limited@demo"), (40, " Home 3   Mentions", " @limited@demo"),
    (30, " Home 3   Mentions", " @limited"), (20, " Home 3  Mentions", ""),
  ])
  func `On a narrow screen the handle is kept longer than name and tabs`(
    width: Int, start: String, end: String
  ) {
    screen.size = Size(width: width, height: 10)
    screen.view.showHeader(
      TimelineHeader(
        tabs: [.init(name: "Home", unreadCount: 3), .init(name: "Mentions", unreadCount: 0)], selectedTab: 0,
        account: "Phileas Fogg · @limited@demo", label: "@limited@demo"))
    #expect(screen.lines[0].hasPrefix(start), "\(screen.lines[0])")
    #expect(screen.lines[0].hasSuffix(end), "\(screen.lines[0])")
  }

  @Test(arguments: ScreenHarness.sizes) func `With many tabs the selected one is visible`(size: Size) {
    screen.size = size
    let tabs = (1...12).map { TimelineHeader.Tab(name: "Timeline \($0)", unreadCount: 0) }
    screen.view.showHeader(TimelineHeader(tabs: tabs, selectedTab: 8, account: "Ada · @ada@demo", label: "@ada@demo"))
    #expect(screen.lines[0].contains("Timeline 9"))
  }
}
