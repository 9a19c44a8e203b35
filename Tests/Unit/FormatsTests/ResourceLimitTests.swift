import Domain
import TestSupport
import Testing

@testable import Formats

/// Files that would take too long, or too much memory, if read naively. None of these tests measures time: without
/// limits each would run for minutes.
struct ResourceLimitTests {
  private func repeated(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  @Test func `overlapping facets copy the text once`() throws {
    let text = String(repeating: "x", count: 200_000)
    let facet = #"{"index": {"byteStart": 0, "byteEnd": 200000}, "features": [{"uri": "https://a.example"}]}"#
    let post = try parseOne(
      #"{"posts": [{"uri": "at://a/b/1", "record": {"text": "\#(text)", "facets": [\#(repeated(facet, 20_000))]}}]}"#)
    #expect(post.text.links.count == 1)
  }

  @Test func `a quoted tweet with too many media is quoted`() throws {
    let quoting = (0..<1000).map {
      #"{"id": "\#($0)", "text": "t", "edit_history_tweet_ids": [], "referenced_tweets": [{"type": "quoted", "id": "q"}]}"#
    }
    let quoted = #"{"id": "q", "text": "q", "attachments": {"media_keys": [\#(repeated("\"k\"", 50_000))]}}"#
    let document = try parse(
      """
      {"data": [\(quoting.joined(separator: ","))], "includes": {"tweets": [\(quoted)],
        "media": [{"media_key": "k", "type": "photo", "url": "https://a.example/p.jpg"}]}}
      """)
    #expect(document.timelines[0].posts.count == 1000)
  }

  @Test func `the search for an address in a tweet is limited`() throws {
    let text = String(repeating: "a", count: 100_000)
    let url = #"{"url": "\#(text.dropLast(50_000))b", "expanded_url": "https://a.example", "indices": [0, 1]}"#
    let post = try parseOne(
      #"[{"id_str": "1", "full_text": "\#(text)", "entities": {"urls": [\#(repeated(url, 100))]}}]"#)
    #expect(post.text.plain.count == 100_000)
  }

  @Test func `a sibling file is read once`() throws {
    let notes = repeated(
      #"{"noteTweet": {"createdAt": "2014-08-31T00:29:15.000Z", "core": {"text": "\#(String(repeating: "a", count: 1000))"}}}"#,
      2000)
    let archive =
      #"window.YTD.tweets.part0 = [{"tweet": {"id": "1", "full_text": "b"}}]"# + String(repeating: "[]\n", count: 2000)
    let document = try parse(
      archive, path: "tweets.js", beside: ["note-tweet.js": "window.YTD.note_tweet.part0 = [\(notes)]"])
    #expect(ids(document.timelines[0].posts) == ["1"])

    let likes = String(
      repeating: #"{"type": "Like", "actor": "https://a/u/a", "object": "https://b/1"}"# + "\n", count: 2000)
    let actor = #"{"preferredUsername": "ada", "x": [\#(repeated("\"yyyyyyyyyyyyyyyyyyyyyyyyy\"", 50_000))]}"#
    #expect(try parse(likes, beside: ["actor.json": actor]).timelines[0].posts.isEmpty)
  }

  @Test func `a document may have any number of timelines`() throws {
    let timelines = (0..<20_000).map { #"{"name": "\#($0)", "posts": [{"id": "\#($0)"}]}"# }
    let document = try parse(#"{"tern": 1, "timelines": [\#(timelines.joined(separator: ","))]}"#)
    #expect(document.timelines.count == 20_000)
  }
}
