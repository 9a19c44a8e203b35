import Domain
import Foundation
@testable import PostCell
import TerminalKit
import TestSupport
import Testing

@Suite struct FullPostTests {
  private func full(_ post: Post, isRevealed: Bool = false) -> PostCellViewModel {
    PostCellViewModel(full: post, now: .noon, isRevealed: isRevealed)
  }

  @Test(arguments: [
    (Counts(replies: 3, reposts: 12, likes: 40), ["3 replies", "12 reposts", "40 likes"]),
    (Counts(replies: 1, reposts: 1, likes: 1), ["1 reply", "1 repost", "1 like"]),
    (Counts(likes: 1_234_567), ["1,234,567 likes"]),
    (Counts(replies: 999, reposts: 1_000), ["999 replies", "1,000 reposts"]),
    (nil, []),
  ]) func `Counts are exact words`(counts: Counts?, expected: [String]) {
    #expect(full(.fixture(counts: counts)).counts.map(\.text) == expected)
  }

  @Test func `Each link has a number that refers to its address below`() {
    let quoted = Post.fixture(id: "2", links: [Link(url: "https://b.example", label: "b")], url: "https://c.example")
    let cell = full(
      .fixture(
        text: "See ", links: [Link(url: "https://a.example", label: "a"), Link(url: "https://b.example", label: "b")],
        quote: .shown(quoted),
        media: [Media(kind: .image, url: "https://d.example", description: "a page"), Media(kind: .gif)]))
    #expect(cell.links == ["https://a.example", "https://b.example", "https://d.example", "https://c.example"])
    #expect(cell.text.map(\.text) == ["See ", "a", " [1]", "b", " [2]"])
    #expect(
      cell.media.map { $0.map(\.text).joined() } == ["▣ a page [3]", "◇ animation, no description"])
    #expect(cell.quote?.handle == "@grace [4]")
    #expect(cell.quote?.text.map(\.text).suffix(2) == ["b", " [2]"])
  }

  @MainActor @Test func `A link preview has its site, author and summary below the title`() {
    let card = LinkCard(site: "The Timeline Times", author: "Ada", summary: "How\nlooms weave.")
    let media = Media(kind: .link, url: "https://a.example", description: "Looms", card: card)
    let post = full(.fixture(text: "", media: [media]))
    func lines(_ width: Int) -> [String] {
      Array(post.lines(width: width).map(\.plain).drop { !$0.hasPrefix("→") }.prefix { !$0.isEmpty })
    }
    #expect(lines(80) == ["→ Looms [1]", "  The Timeline Times · Ada · How looms weave."])
    #expect(lines(38) == ["→ Looms [1]", "  The Timeline Times · Ada", "  How looms weave."])
    #expect(lines(20) == ["→ Looms [1]", "  The Timeline Time…"])
    #expect(PostCellViewModel(.fixture(media: [media]), now: .noon).cards.isEmpty)
  }

  @Test func `A card without details, or with the site as its author, has no more lines`() {
    #expect(LinkCard(site: "", author: nil, summary: "") == nil)
    let media = Media(kind: .link, url: "https://a.example", card: LinkCard(site: "Ada", author: "Ada"))
    #expect(full(.fixture(media: [media])).cards == [0: .init(byline: "Ada", summary: "")])
  }

  @MainActor @Test func `Captions and poll bars with an address are links`() {
    let poll = Poll(options: [.init(title: "Tea", votes: 3), .init(title: "None", votes: nil)], isClosed: false)
    let cell = full(
      .fixture(
        url: "https://a.example/1",
        media: [Media(kind: .image, url: "https://d.example", description: "a page"), Media(kind: .gif)], poll: poll))
    func targets(_ words: String) -> Set<MouseTarget?> {
      let line = cell.lines(width: 60).first { $0.plain.contains(words) }
      return Set((line?.spans ?? []).filter { $0.text.contains { $0.isLetter || "━─○".contains($0) } }.map(\.target))
    }
    #expect(targets("a page") == [.link("https://d.example")])
    #expect(targets("no description") == [nil])
    #expect(targets("Tea").contains(.link("https://a.example/1")))
    #expect(targets("https://a.example/1") == [.link("https://a.example/1")])
    #expect(targets("○ None") == [.link("https://a.example/1")])
    // The number of numbered links is unchanged.
    #expect(cell.links == ["https://d.example"])
    #expect(full(.fixture(poll: poll)).poll.allSatisfy { $0.url == nil })
  }

  @Test func `Matches are highlighted in captions and quotes, too`() throws {
    let quoted = Post.fixture(id: "2", text: "A loom, too.")
    let post = Post.fixture(
      text: "The loom is warm. ", links: [Link(url: "https://loom.example")], quote: .shown(quoted),
      media: [Media(kind: .image, url: "https://d.example", description: "a loom")])
    let query = try SearchQuery("loom", now: .noon)
    let cell = PostCellViewModel(full: post, now: .noon, query: query, isRevealed: false)
    func marked(_ runs: [PostCellViewModel.TextRun]) -> [String] { runs.filter { $0.kind == .match }.map(\.text) }
    #expect(marked(cell.text) == ["loom", "loom"])
    #expect(marked(cell.media[0]) == ["loom"])
    #expect(marked(cell.quote?.text ?? []) == ["loom"])
    #expect(cell.text.map(\.text).joined() == full(post).text.map(\.text).joined())
  }

  @Test(
    arguments: [
      ([31, 12], true, "43 votes · closed"), ([1, nil], false, "1 vote · open"),
      ([nil], false, "result unknown · open"),
    ] as [([Int?], Bool, String)]) func `A poll shows its votes and state`(
      votes: [Int?], isClosed: Bool, outcome: String
    )
  {
    let poll = Poll(options: votes.map { Poll.Option(title: "Tea", votes: $0) }, isClosed: isClosed)
    let cell = full(.fixture(poll: poll))
    #expect(cell.pollOutcome == outcome)
    #expect(cell.poll.map { $0.votes.isEmpty } == votes.map { $0 == nil })
    #expect(full(.fixture()).pollOutcome == nil)
  }

  @Test(
    arguments: [
      (Visibility.public, nil, ["public"]), (.followers, .edited, ["edited", "followers only"]), (nil, nil, []),
      (.direct, .deleted, ["deleted", "private mention"]),
    ] as [(Visibility?, PostState?, [String])])
  func `Time, visibility and states are facts`(
    visibility: Visibility?, state: PostState?, facts: [String]
  ) {
    let cell = full(.fixture(replyTo: "0", visibility: visibility, state: state))
    #expect(cell.details?.facts == [LocalTime.exact(.noon)] + facts)
    #expect(cell.remarks == ["↩ in reply to another post"])
    #expect(full(.fixture(createdAt: nil)).details?.facts == [])
  }

  @Test func `The quoted post is shown in full, and its warning folds it until it is revealed`() {
    let quoted = Post.fixture(
      text: "The butler.", warning: "the ending", media: [Media(kind: .image, description: "a butler")])
    let post = Post.fixture(quote: .shown(quoted))
    #expect(full(post).canBeFolded)
    #expect(full(post).quote?.text.map(\.text) == ["Warning: the ending · z to reveal"])
    #expect(
      full(post, isRevealed: true).quote?.text.map(\.text) == [
        "Warning: the ending\n", "The butler.", "\n", "▣ a butler", "",
      ])
    #expect(!full(.fixture(quote: .shown(.fixture()))).canBeFolded)
  }

  /// Described by its repeated part, because test output contains the arguments.
  struct LongText: CustomTestStringConvertible {
    let part: String
    let count: Int

    var testDescription: String { "\(part.debugDescription) × \(count)" }
  }

  @MainActor
  @Test(arguments: [
    (LongText(part: "a\n", count: 1_000_000), 20_000, "… and 980,000 more lines."),
    (LongText(part: "a\r\n", count: 20_001), 20_000, "… and 1 more line."),
    // Omitted lines are estimated by bytes without layout. Shown lines break between words.
    (LongText(part: "abcdefgh ", count: 400_000), 22_223, "… and 70,000 more lines."),
  ]) func `A very long text ends with the number of omitted lines`(text: LongText, count: Int, more: String) throws {
    UTF8Locale.set()
    let post = Post.fixture(text: String(repeating: text.part, count: text.count))
    let lines = full(post).lines(width: 40).map(\.plain)
    // The first line is the heading.
    #expect(lines.firstIndex(of: more) == count + 1)
    #expect(lines.count < count + 6)
  }

  @MainActor @Test func `Only the first of very many links are listed`() {
    UTF8Locale.set()
    let links = (1...20_000).map { Link(url: "https://a.example/\($0)", label: "a") }
    let lines = full(.fixture(text: "", links: links)).lines(width: 40).map(\.plain)
    #expect(lines.contains("[1000] https://a.example/1000"))
    #expect(!lines.contains { $0.hasPrefix("[1001]") })
    // The others are text.
    #expect(lines.contains { $0.contains("https://a.example/1001") })
  }
}
