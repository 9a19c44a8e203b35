import Domain
import Foundation
import TestSupport
import Testing

@testable import PostCell

@Suite struct PostCellViewModelTests {
  private func cell(_ post: Post, query: String? = nil, isRevealed: Bool = false) -> PostCellViewModel {
    PostCellViewModel(
      post, now: .noon, query: query.flatMap { try? SearchQuery($0, now: .noon) }, isRevealed: isRevealed)
  }

  @Test(arguments: [
    (Profile.fixture(), "Grace Hopper", "@grace"), (.fixture(name: nil), "grace", "@grace"),
    (.fixture(handle: "", name: "Grace"), "Grace", ""), (nil, "Unknown author", ""),
  ]) func `The author is shown as far as known`(author: Profile?, name: String, handle: String) {
    let cell = cell(.fixture(author: author))
    #expect(cell.name == name)
    #expect(cell.handle == handle)
  }

  @Test(arguments: [
    (nil, []), (Counts(), []), (Counts(replies: 3, reposts: 12, likes: 40), ["↩ 3", "⟲ 12", "♥ 40"]),
    (Counts(replies: 0, likes: 0), []), (Counts(replies: 9_999, reposts: 12_345), ["↩ 9999", "⟲ 12.3K"]),
    (Counts(likes: 1_234_567), ["♥ 1.2M"]),
  ]) func `Counts are short and zeros omitted`(counts: Counts?, expected: [String]) {
    #expect(cell(.fixture(counts: counts)).counts.map(\.text) == expected)
  }

  @Test(arguments: [
    (Post.fixture(), []), (.fixture(visibility: .public), []),
    (.fixture(repost: Repost(by: .fixture())), ["⟲ reposted by Grace Hopper @grace"]),
    (.fixture(repost: Repost(by: nil)), ["⟲ reposted by someone"]),
    (.fixture(replyTo: "0", state: .pinned), ["↩ in reply to another post", "pinned"]),
    (.fixture(visibility: .followers, state: .edited), ["edited", "followers only"]),
    (.fixture(visibility: .direct), ["private mention"]), (.fixture(visibility: .unlisted), ["unlisted"]),
  ]) func `Unusual properties are remarks`(post: Post, remarks: [String]) {
    #expect(cell(post).remarks == remarks)
  }

  @Test(arguments: [
    (Media(kind: .image, description: "a page"), "▣ a page"), (Media(kind: .video), "▷ video, no description"),
    (Media(kind: .gif, description: ""), "◇ animation, no description"),
    (Media(kind: .audio, description: "a bell"), "♪ a bell"),
    (Media(kind: .link, url: "https://a.example"), "→ https://a.example"),
    (Media(kind: .other, description: "a map"), "□ a map"),
  ]) func `A caption has a symbol of its kind`(media: Media, caption: String) {
    #expect(cell(.fixture(media: [media])).media.map { $0.map(\.text).joined() } == [caption])
  }

  @Test func `Matches are highlighted in captions`() throws {
    let post = Post.fixture(media: [Media(kind: .image, description: "a page of figures")])
    let query = try SearchQuery("page", now: .noon)
    let media = PostCellViewModel(post, now: .noon, query: query).media
    #expect(media.first?.filter { $0.kind == .match }.map(\.text) == ["page"])
  }

  @Test func `Mentions and hashtags differ from other links`() {
    let links = [Link(url: "a", text: "@ada", kind: .mention), Link(url: "b", text: "#loom", kind: .tag)]
    let cell = cell(.fixture(text: "Ask ", links: links))
    #expect(cell.text.map(\.kind) == [.plain, .mention, .tag])
  }

  @Test func `In an archive of one account, date and counts replace the author`() {
    let post = Post.fixture(counts: Counts(replies: 0, reposts: 3, likes: 12))
    let cell = cell(post).withoutAuthor(writtenAt: post.shownDate)
    #expect(cell.name == LocalTime.minute(.noon))
    #expect(cell.handle.isEmpty)
    #expect(cell.remarks == ["⟲ 3", "♥ 12"])
    #expect(cell.counts.isEmpty)
  }

  @Test(
    arguments: [
      ([1, 3], [25, 75]), ([0, 0], [0, 0]), ([nil, nil], [nil, nil]), ([2, nil], [100, nil]), ([-5, 5], [0, 100]),
      ([Int.max, Int.max], [50, 50]),
      ([402, 388, 57, 1_209], [20, 19, 3, 59]),
    ] as [([Int?], [Int?])]) func `Votes are shares of all votes, even if the source counts wrong`(
      votes: [Int?], percents: [Int?]
    )
  {
    let poll = Poll(options: votes.map { Poll.Option(title: "Tea", votes: $0) }, isClosed: false)
    #expect(cell(.fixture(poll: poll)).poll.map(\.percent) == percents)
  }

  @Test(
    arguments: [
      (10, [10, 5], [100, 50], "15 votes from 10 people · multiple choice · open"),
      (nil, [10, 5], [67, 33], "15 votes · multiple choice · open"),
      // Servers may count wrong.
      (4, [10, 5], [100, 100], "15 votes from 4 people · multiple choice · open"),
      (0, [0, 0], [0, 0], "0 votes · multiple choice · open"),
      (1, [1, nil], [100, nil], "1 vote from 1 person · multiple choice · open"),
    ] as [(Int?, [Int?], [Int?], String)])
  func `In a multiple-choice poll, shares are of the voters`(
    voters: Int?, votes: [Int?], percents: [Int?], outcome: String
  ) {
    let poll = Poll(
      options: votes.map { Poll.Option(title: "Tea", votes: $0) }, isClosed: false, voters: voters, allowsMultiple: true
    )
    #expect(cell(.fixture(poll: poll)).poll.map(\.percent) == percents)
    #expect(cell(.fixture(poll: poll)).pollOutcome == outcome)
  }

  @Test func `A poll is open until its end`() {
    var poll = Poll(options: [.init(title: "Tea", votes: 2)], isClosed: false, endsAt: .noon.minutesAgo(-5))
    #expect(cell(.fixture(poll: poll)).pollOutcome == "2 votes · open until \(LocalTime.minute(.noon.minutesAgo(-5)))")
    poll.endsAt = .noon
    #expect(cell(.fixture(poll: poll)).pollOutcome == "2 votes · closed")
  }

  @Test(
    arguments: [
      (.reaction, 1, 1, "🔥", true, "🔥 Grace Hopper @grace reacted to this"),
      (.reaction, 1, 1, ":blobcat:", false, ":blobcat: Grace Hopper @grace reacted to your post"),
      (.reaction, 0, 0, "🔥", true, "🔥 someone reacted to this"),
      (.favourite, 0, 0, nil, true, "♥ someone liked this"), (.favourite, 0, 3, nil, true, "♥ 3 people liked this"),
      (.repost, 1, 1, nil, false, "⟲ Grace Hopper @grace reposted your post"),
      (.signUp, 1, 1, nil, false, "Grace Hopper @grace signed up"),
      (.report, 1, 1, nil, false, "Grace Hopper @grace reported an account"),
      (.other("followed_message"), 1, 1, nil, true, "Grace Hopper @grace: followed message"),
      (.other("akkoma:bite"), 1, 1, nil, false, "Grace Hopper @grace: bite"),
      (.other(""), 0, 0, nil, false, "new notification"),
      (.other("new_kind"), 0, 0, nil, false, "new kind"), (.other("new_kind"), 0, 4, nil, false, "4 people: new kind"),
    ] as [(PostNotification.Kind, Int, Int, String?, Bool, String)])
  func `A notification says who did what, and the emoji of a reaction`(
    kind: PostNotification.Kind, named: Int, count: Int, emoji: String?, hasPost: Bool, words: String
  ) {
    var post = Post.fixture(id: hasPost ? "1" : "n", author: nil)
    post.notification = PostNotification(
      id: "n", kind: kind, profiles: Array(repeating: Profile(handle: "grace", name: "Grace Hopper"), count: named),
      count: count, at: nil, emoji: emoji)
    #expect(cell(post).remarks.first == words)
  }

  @Test(
    arguments: [
      (.follow, 1, 1, "followed you"), (.follow, 2, 2, "and Ada Lovelace @ada followed you"),
      (.follow, 2, 5, "and 4 others followed you"), (.followRequest, 1, 1, "wants to follow you"),
      (.favourite, 1, 1, "♥ liked your post"), (.other("strange_thing"), 1, 1, "strange thing"),
      (.other("strange_thing"), 2, 2, "and Ada Lovelace @ada: strange thing"),
    ] as [(PostNotification.Kind, Int, Int, String)])
  func `A notification without a post names its account once`(
    kind: PostNotification.Kind, named: Int, count: Int, words: String
  ) {
    let people = [Profile(handle: "grace", name: "Grace Hopper"), Profile(handle: "ada", name: "Ada Lovelace")]
    var post = Post.fixture(id: "n", author: people[0], text: "")
    post.notification = PostNotification(
      id: "n", kind: kind, profiles: Array(people.prefix(named)), count: count, at: nil)
    let cell = cell(post)
    #expect(cell.name == "Grace Hopper" && cell.remarks.first == words)
  }

  @Test(arguments: UnavailableReason.allCases) func `An unavailable quote shows the reason`(reason: UnavailableReason) {
    let quote = cell(.fixture(quote: .unavailable(id: nil, reason: reason))).quote
    #expect(quote?.name == "")
    #expect(quote?.text.map(\.text) == ["The quoted post \(reason.clause)."])
  }

  @Test func `A quote with a warning shows only the warning`() {
    let quoted = Post.fixture(text: "The butler.", warning: "the ending")
    #expect(cell(.fixture(quote: .shown(quoted)), isRevealed: true).quote?.text.map(\.text) == ["Warning: the ending"])
  }

  @Test func `Matches are highlighted in texts and links`() {
    let url = "https://a.example/coffee"
    let post = Post.fixture(text: "More coffee ", links: [Link(url: url, label: "a.example/coffee")])
    typealias Run = PostCellViewModel.TextRun
    #expect(
      cell(post, query: "COFFEE").text == [
        Run(text: "More ", kind: .plain), Run(text: "coffee", kind: .match), Run(text: " ", kind: .plain),
        Run(text: "a.example/", kind: .link, url: url), Run(text: "coffee", kind: .match, url: url),
      ])
  }

  @Test func `Links have no duplicates`() {
    let post = Post.fixture(
      links: [Link(url: "https://a.example"), Link(url: "https://b.example"), Link(url: "https://a.example")],
      media: [
        Media(kind: .image, url: "https://c.example"), Media(kind: .link, url: "https://b.example"), Media(kind: .gif),
      ])
    #expect(cell(post).links == ["https://a.example", "https://b.example", "https://c.example"])
  }

  @Test func `A post and its repost are different entries`() {
    #expect(cell(.fixture()).id != cell(.fixture(repost: Repost(by: .fixture()))).id)
  }
}
