import Domain
import TestSupport
import Testing

@Suite struct SearchQueryTests {
  @Test(arguments: ["", "  ", "\n\t"]) func `White space is nothing to look for`(text: String) {
    #expect(SearchQuery(text) == nil)
  }

  @Test func `It keeps what was typed`() {
    #expect(SearchQuery(" Coffee  BREAK ")?.text == " Coffee  BREAK ")
  }

  @Test(arguments: [
    ("coffee", true), ("COFFEE", true), ("coff", true), ("before compiler", true), ("coffee tea", false),
    ("hopper", true), ("grace coffee", true),
  ]) func `Every word must stand somewhere in the post, in any order and case`(words: String, isMatch: Bool) throws {
    let query = try #require(SearchQuery(words))
    #expect(query.matches(.fixture(text: "The compiler finished before the coffee did.")) == isMatch)
  }

  @Test(arguments: [
    Post.fixture(repost: Repost(by: .fixture(handle: "ada", name: "needle"))),
    .fixture(author: .fixture(handle: "needle@timeline.example")),
    .fixture(warning: "A needle"),
    .fixture(media: [Media(kind: .image, description: "haystack with a needle")]),
    .fixture(poll: Poll(options: [Poll.Option(title: "hay"), Poll.Option(title: "needle")], isClosed: false)),
    .fixture(quote: .shown(.fixture(id: "2", text: "needle"))),
    .fixture(links: [Link(url: "https://needle.example/")]),
  ]) func `It looks wherever a post has words`(post: Post) throws {
    #expect(try #require(SearchQuery("needle")).matches(post))
    #expect(try #require(SearchQuery("pin")).matches(post) == false)
  }

  @Test(arguments: [
    ("coffee", "Coffee, black coffee", ["Coffee", "coffee"]),
    ("a ab", "abab", ["ab", "ab"]),
    ("straße", "Die STRASSE und die Straße", ["Straße"]),
    ("軌道", "新しい軌道は", ["軌道"]),
    ("👩‍🚀", "the 👩‍🚀 lands", ["👩‍🚀"]),
    ("x", "nothing here", []),
  ]) func `It says where words stand, each place once`(words: String, text: String, expected: [String]) throws {
    let ranges = try #require(SearchQuery(words)).ranges(in: text)
    #expect(ranges.map { String(text[$0]) } == expected)
  }
}
