import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct PostCellLayoutTests {
  init() { UTF8Locale.set() }

  private func lines(_ post: Post, width: Int = 40, query: String? = nil, isRevealed: Bool = false) -> [String] {
    PostCellViewModel(
      post, now: .noon, query: query.flatMap { try? SearchQuery($0, now: .noon) }, isRevealed: isRevealed
    )
    .lines(width: width).map(\.plain)
  }

  private static let rich = Post.fixture(
    createdAt: .noon.minutesAgo(2), text: "One.\nTwo.", replyTo: "0",
    quote: .shown(.fixture(author: .fixture(handle: "ada", name: "Ada Lovelace"), text: "Three.")),
    counts: Counts(replies: 3, reposts: 12, likes: 40), media: [Media(kind: .image, description: "a page")],
    poll: Poll(options: [.init(title: "Tea", votes: 1), .init(title: "Coffee", votes: 3)], isClosed: true))

  @Test func `With dates as time style, a narrow cell omits the time of day`() {
    let post = Post.fixture(createdAt: .noon.minutesAgo(2), text: "One.")
    let cell = PostCellViewModel(post, now: .noon, time: .dates)
    let date = LocalTime.minute(.noon.minutesAgo(2))
    #expect(cell.age == date)
    #expect(cell.lines(width: 40).first?.plain.hasSuffix(" \(date)") == true)
    let narrow = cell.lines(width: 24).first?.plain
    #expect(narrow?.hasSuffix(" \(date.prefix(10))") == true && narrow?.hasPrefix("Grac…  @grace") == true)
    #expect(PostCellViewModel(full: post, now: .noon, isRevealed: false, time: .dates).age == date)
  }

  @Test(arguments: [
    Counts(), Counts(replies: 3), Counts(replies: 3, reposts: 1, likes: 40), Counts(likes: 9),
  ])
  func `A like and a repost move no row`(counts: Counts) {
    let post = Post.fixture(createdAt: .noon.minutesAgo(2), text: "One.", counts: counts)
    var own = post
    own.viewer = ViewerState(isFavourite: true, isReposted: true)
    own.counts?.likes = (counts.likes ?? 0) + 1
    own.counts?.reposts = (counts.reposts ?? 0) + 1
    for width in [20, 40, 80] {
      let (before, after) = (lines(post, width: width), lines(own, width: width))
      #expect(before.count == after.count && after.joined().contains("♥"), "\(width)")
      let full = [post, own].map { PostCellViewModel(full: $0, now: .noon, isRevealed: false).lines(width: width) }
      #expect(width < 80 || full[0].count == full[1].count)
    }
  }

  @Test func `A cell shows its parts in order`() {
    #expect(
      lines(Self.rich) == [
        "Grace Hopper  @grace                  2m",
        "↩ in reply to another post",
        "One.",
        "Two.",
        "▣ a page",
        "━━━───────  25%  Tea",
        "━━━━━━━━──  75%  Coffee",
        "│ Ada Lovelace  @ada",
        "│ Three.",
        "↩ 3   ⟲ 12   ♥ 40",
      ])
  }

  @Test(
    arguments: zip(
      Density.allCases,
      [
        ["A│Grace Hopper  @grace  pinned        2m", "One."],
        ["A│Grace Hopper  @grace  pinned        2m", "One."],
        ["A│Grace Hopper  One.                  2m"],
      ])) func `Each density marks the account of a post`(density: Density, lines: [String])
  {
    let post = Post.fixture(createdAt: .noon.minutesAgo(2), text: "One.", state: .pinned)
    var cell = PostCellViewModel(post, now: .noon, density: density)
    cell.account = AccountMark(name: "@ada@demo", letter: "A", index: 1)
    #expect(cell.lines(width: 40).map(\.plain) == lines)
    #expect(cell.lines(width: 40)[0].spans[0].style == Style(.tag, .bold))
  }

  @Test func `A heading with room names the account`() {
    var cell = PostCellViewModel(Post.fixture(createdAt: .noon, text: "One.", state: .pinned), now: .noon)
    cell.account = AccountMark(name: "@ada@demo", letter: "A", index: 0)
    #expect(cell.lines(width: 60)[0].plain.hasPrefix("A│Grace Hopper  @grace  in @ada@demo · pinned "))
  }

  @Test func `Accounts with the same first letter have different marks`() {
    let accounts = ["ada", "aa", "al", "ada"].enumerated().map { index, handle in
      Account(id: .demo("\(index)"), profile: Profile(handle: handle, name: ""), origin: .demo)
    }
    let marks = AccountMark.marks(of: accounts)
    #expect(accounts.map { marks[$0.id]?.letter } == ["A", "2", "L", "D"])
  }

  @Test func `A full post shows more`() {
    var post = Self.rich
    post.url = "https://timeline.example/1"
    post.media[0].url = "https://timeline.example/page.png"
    let cell = PostCellViewModel(full: post, now: .noon, isRevealed: false)
    let time = TextLayout.wrap(StyledText(LocalTime.exact(.noon.minutesAgo(2))), width: 40).map(\.plain)
    #expect(
      cell.lines(width: 40).map(\.plain) == [
        "Grace Hopper  @grace                  2m",
        "↩ in reply to another post",
        "One.",
        "Two.",
        "▣ a page [1]",
        "━━━───────  25%  Tea  1 vote",
        "━━━━━━━━──  75%  Coffee  3 votes",
        "4 votes · closed",
        "│ Ada Lovelace  @ada",
        "│ Three.",
        "",
        "[1] https://timeline.example/page.png",
        "",
        "3 replies · 12 reposts · 40 likes",
      ] + time + ["https://timeline.example/1"])
  }

  @Test(arguments: [false, true]) func `A warning folds the content`(isFull: Bool) {
    var post = Self.rich
    post.warning = "hot drinks"
    for isRevealed in [false, true] {
      let cell =
        isFull
        ? PostCellViewModel(full: post, now: .noon, isRevealed: isRevealed)
        : PostCellViewModel(post, now: .noon, isRevealed: isRevealed)
      let text = cell.lines(width: 40).map(\.plain)
      #expect(text[2] == "Warning: hot drinks  " + (isRevealed ? "          z to fold" : "        z to reveal"))
      for hidden in ["One.", "▣ a page", "│ Three.", "Tea"] {
        #expect(text.contains { $0.contains(hidden) } == isRevealed)
      }
      #expect(text.contains { $0.contains("12") })
    }
  }

  @Test func `The hint follows below a warning that fills its line`() {
    let text = lines(.fixture(warning: "a warning as long as the line"))
    #expect(text.dropFirst() == ["Warning: a warning as long as the line", "z to reveal"])
  }

  @Test(arguments: [(10, 11, false), (11, 12, false), (12, 12, true), (30, 12, true)])
  func `A list cuts long texts and hints at the key that opens them`(count: Int, height: Int, isCut: Bool) {
    let post = Post.fixture(text: (1...count).map { "line \($0)" }.joined(separator: "\n"))
    let text = lines(post)
    #expect(text.count == height)
    #expect((text.last == "… \(count - 10) more lines: Enter to read more") == isCut)
    let full = PostCellViewModel(full: post, now: .noon, isRevealed: false).lines(width: 40).map(\.plain)
    #expect(full.contains("line \(count)"))
    #expect(!full.contains { $0.contains("more lines") })
  }

  @Test func `A long quote is cut in a list, but not in the full post`() {
    let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let post = Post.fixture(text: "", quote: .shown(.fixture(text: text)))
    #expect(lines(post).suffix(2) == ["│ line 4", "│ …"])
    let full = PostCellViewModel(full: post, now: .noon, isRevealed: false).lines(width: 40).map(\.plain)
    #expect(full.contains("│ line 9"))
  }

  private static let long = Post.fixture(
    createdAt: .noon.minutesAgo(2), text: "One two three four five six.\nSeven eight nine ten eleven twelve thirteen.",
    counts: Counts(likes: 40), media: [Media(kind: .image, description: "a page")])

  private func lines(_ post: Post, _ density: Density) -> [String] {
    PostCellViewModel(post, now: .noon, density: density).lines(width: 40).map(\.plain)
  }

  @Test func `A compact cell shows the name and the first lines`() {
    #expect(
      lines(Self.long, .compact) == [
        "Grace Hopper  @grace                  2m", "One two three four five six. Seven eight",
        "nine ten eleven twelve thirteen. ▣ a pa…",
      ])
    #expect(lines(.fixture(text: "Short."), .compact).dropFirst() == ["Short."])
  }

  @Test func `A compact cell shows the hint of a warning, and poll options`() {
    let poll = Poll(
      options: [.init(title: "Tea", votes: 1), .init(title: "Coffee", votes: 3)], isClosed: false,
      endsAt: .noon.minutesAgo(-60))
    let asking = Post.fixture(createdAt: .noon.minutesAgo(2), text: "What?", poll: poll)
    let end = LocalTime.minute(.noon.minutesAgo(-60))
    #expect(
      lines(asking, .compact) == [
        "Grace Hopper  @grace                  2m", "What?", "━━━───────  25%  Tea", "━━━━━━━━──  75%  Coffee",
        "4 votes · open until \(end)",
      ])
    var warned = asking
    warned.warning = "hot drinks"
    #expect(
      lines(warned, .compact) == [
        "Grace Hopper  @grace                  2m", "Warning: hot drinks          z to reveal",
      ])
    let revealed = PostCellViewModel(warned, now: .noon, isRevealed: true, density: .compact).lines(width: 40)
    #expect(
      revealed.map(\.plain).prefix(3) == [
        "Grace Hopper  @grace                  2m", "Warning: hot drinks            z to fold", "What?",
      ])
  }

  @Test func `Emphasis is bold, italic or the style of code`() {
    let text = PostText(
      [.text("so very `x` "), .link(Link(url: "https://a.example"))],
      emphasis: [
        .init(start: 0, length: 2, .strong), .init(start: 3, length: 4, [.strong, .emphasized]),
        .init(start: 8, length: 3, .code), .init(start: 12, length: 99, .emphasized),
      ])
    var post = Post.fixture(text: "")
    post.text = text
    let spans = StyledText(PostCellViewModel(post, now: .noon).text).spans
    #expect(
      spans.map(\.text) == ["so", " ", "very", " ", "`x`", " ", "https://a.example"])
    #expect(
      spans.map(\.style) == [
        .bold, .plain, Style(.plain, [.bold, .italic]), .plain, .code, .plain, Style(.link, [.underline, .italic]),
      ])
  }

  @Test func `A cell of one line starts with the name and ends with the age`() {
    #expect(lines(Self.long, .line) == ["Grace Hopper  One two three four fiv… 2m"])
    #expect(
      lines(.fixture(createdAt: .noon.minutesAgo(2), text: "Hidden.", warning: "the end"), .line) == [
        "Grace Hopper  Warning: the end        2m"
      ])
  }

  @Test func `Remarks are next to the name if they fit`() {
    let post = Post.fixture(createdAt: .noon.minutesAgo(2), text: "Yes.", state: .edited)
    #expect(lines(post).first == "Grace Hopper  @grace  edited          2m")
    #expect(lines(post, width: 30).prefix(2) == ["Grace Hopper  @grace        2m", "edited"])
  }

  @Test func `Matches are highlighted`() throws {
    let cell = PostCellViewModel(
      .fixture(text: "More coffee"), now: .noon, query: try SearchQuery("coffee", now: .noon))
    let spans = cell.lines(width: 40)[1].spans
    #expect(spans == [.init("More "), .init("coffee", .match)])
  }

  @Test func `A wrapped address is indented behind its number`() {
    let url = "https://timeline.example/" + String(repeating: "a", count: 20)
    let post = Post.fixture(text: "", media: [Media(kind: .link, url: url, description: "a page")])
    let lines = PostCellViewModel(full: post, now: .noon, isRevealed: false).lines(width: 30).map(\.plain)
    let index = lines.firstIndex { $0.hasPrefix("[1] https") }
    #expect(index.map { lines[$0 + 1].hasPrefix("    ") } == true)
    #expect(lines.joined().contains("aaa"))
  }

  @Test(arguments: [13, 17, 40, 80, 200], ["", "@someone-with-a-very-long-handle.timeline.example"])
  func `No line is wider than its cell`(width: Int, handle: String) {
    var post = Self.rich
    post.author = .fixture(handle: handle, name: "軌道 of the very long name that does not end")
    post.warning = "a warning that is longer than a narrow cell"
    post.text = PostText([
      .text("軌道はまだ計算の途中です。でも、着地点はもうわかっています。"),
      .link(Link(url: "https://timeline.example/a/very/long/address/that/does/not/fit")),
    ])
    for cell in [
      PostCellViewModel(post, now: .noon, isRevealed: true),
      PostCellViewModel(full: post, now: .noon, isRevealed: true), PostCellViewModel(post, now: .noon),
    ] {
      for line in cell.lines(width: width).map(\.plain) {
        #expect(TextLayout.width(of: line) <= width, "“\(line)”")
      }
    }
  }
}
