import Domain
import Foundation
import TestSupport
import Testing

@Suite struct ContentFiltersTests {
  private func filter(
    _ phrase: String, word: Bool = false, in contexts: Set<ContentFilter.Context> = [.home], hides: Bool = false,
    until end: Date? = nil
  ) -> ContentFilter {
    ContentFilter(
      title: phrase, keywords: [.init(phrase, isWholeWord: word)], contexts: contexts, expiresAt: end, hides: hides)
  }

  private func verdict(
    _ text: String, _ filter: ContentFilter, in scope: FilterScope = .context(.home)
  ) -> FilterVerdict? {
    ContentFilters([filter]).verdict(on: .fixture(id: "1", text: text), in: scope, at: .noon)
  }

  /// The results of Ruby's /\bcat\b/i in app/models/custom_filter_keyword.rb.
  @Test(arguments: [
    ("cat", "A CAT sat", true), ("cat", "concatenate", false), ("cat", "cat_food", false), ("cat", "cat-food", true),
    ("cat", "cat", true), ("#cat", "a#cat", true), ("#cat", "#cats", false), ("cat!", "cat!s", true),
    ("Ölfass", "ein ÖLFASS da", true), ("猫", "黒猫が", false), ("猫", "「猫」", true), ("ca", "cá", false),
  ])
  func `Whole words match like in Mastodon`(phrase: String, text: String, isFound: Bool) {
    #expect((verdict(text, filter(phrase, word: true)) != nil) == isFound)
  }

  @Test func `Phrases match anywhere ignoring case`() {
    #expect(verdict("conCATenate", filter("cat")) == .fold(title: "cat"))
    #expect(verdict("conCATenate", filter("cat", hides: true)) == .hide(title: "cat"))
    #expect(verdict("nothing", filter("")) == nil)
  }

  @Test func `Content warnings, poll options and descriptions are filtered`() {
    let filters = ContentFilters([filter("spoiler")])
    var posts = Post.fixtures(count: 4)
    posts[0].warning = "Spoiler"
    posts[1].poll = Poll(options: [.init(title: "a spoiler", votes: 0)], isClosed: false)
    posts[2].media = [Media(kind: .image, url: nil, description: "Spoilers on a wall")]
    #expect(posts.map { filters.verdict(on: $0, in: .context(.home), at: .noon) != nil } == [true, true, true, false])
  }

  @Test func `Filters apply in their contexts until they expire`() {
    let thread = filter("cat", in: [.thread], hides: true)
    #expect(verdict("cat", thread) == nil)
    #expect(verdict("cat", thread, in: .context(.thread)) == .hide(title: "cat"))
    #expect(verdict("cat", thread, in: .search) == .fold(title: "cat"))
    #expect(verdict("cat", thread, in: .none) == nil)
    #expect(verdict("cat", filter("cat", until: .noon)) == nil)
    #expect(verdict("cat", filter("cat", until: .noon + 1)) != nil)
  }

  @Test func `Own posts are never filtered`() {
    let filters = ContentFilters([filter("cat")], owner: "Ada@Timeline.example")
    let own = Post.fixture(id: "1", author: Profile(handle: "ada@timeline.example"), text: "cat")
    #expect(filters.verdict(on: own, in: .context(.home), at: .noon) == nil)
  }

  @Test func `Quoted posts are folded and never hidden`() {
    let filters = ContentFilters([filter("cat", hides: true)])
    var post = Post.fixture(id: "1", text: "Look")
    post.quote = .shown(.fixture(id: "2", text: "cat"))
    let applied = filters.applied(to: post, in: .context(.home), at: .noon)
    #expect(applied.filterVerdict == nil && applied.quoteFilter == "cat")
    guard case .shown(let quoted)? = applied.quote else { return #expect(Bool(false)) }
    #expect(quoted.fold == "Filtered: cat" && !quoted.isHiddenByFilter)
  }

  @Test func `A server's verdict applies until its filter was removed`() {
    var post = Post.fixture(id: "1", text: "nothing")
    post.filterVerdict = .hide(title: "old")
    func applied(_ filters: ContentFilters) -> FilterVerdict? {
      filters.applied(to: post, in: .context(.home), at: .noon).filterVerdict
    }
    #expect(applied(ContentFilters([])) == .hide(title: "old"))
    #expect(applied(ContentFilters([], formerTitles: ["old"])) == nil)
    #expect(applied(ContentFilters([filter("old", until: .noon - 1)])) == nil)
    #expect(applied(ContentFilters([filter("old")])) == .hide(title: "old"))
  }

  @Test(arguments: [
    ("01JD0000000000000000000002", "01JD0000000000000000000001", true as Bool?),
    ("01JD0000000000000000000001", "01JD0000000000000000000002", false),
    ("AnZz000000000000k2", "AnZz000000000000k1", true),
    ("100", "99", true), ("99", "100", false), ("100", "01JD0000000000000000000002", nil), ("b", "a", nil),
    ("a-000000000000000000", "b-000000000000000000", nil),
  ])
  func `Numbers and IDs of equal length are ordered`(
    one: String, other: String, isNewer: Bool?
  ) {
    #expect(RemoteCursor(one).isNewer(than: RemoteCursor(other)) == isNewer)
  }
}
