import Domain
import Testing

@testable import Formats

/// The mentions of posts, as listed by their sources.
struct MentionTests {
  private func status(_ more: String) throws -> Post {
    let value = try JSONValue(whole: Array("{\"id\": \"1\", \"account\": {\"acct\": \"ada\"}, \(more)}".utf8))
    return try #require(MastodonStatusReader(host: "apex.example").entry(value))
  }

  @Test func `mentions of a status are those listed, local ones with the server's domain`() throws {
    let post = try status(
      #"""
      "content": "<p><a href=\"https://www.loop.example/@ann\" class=\"u-url mention\">@<span>ann</span></a> hi</p>",
      "mentions": [{"acct": "ann@loop.example", "id": "9", "url": "https://www.loop.example/@ann"},
        {"acct": "alan", "id": "10", "url": "https://social.apex.example/@alan"}, {"id": "11"}, 3]
      """#)
    #expect(
      post.mentions == [
        Mention(id: "9", handle: "ann@loop.example", url: "https://www.loop.example/@ann"),
        Mention(id: "10", handle: "alan@apex.example", url: "https://social.apex.example/@alan"),
      ])
    let link = try #require(post.text.links.first)
    #expect(post.profile(mentionedBy: link) == Profile(id: "9", handle: "ann@loop.example"))
    #expect(try status(#""content": "a", "mentions": null"#).mentions == [])
  }

  @Test(arguments: [
    ("https://www.loop.example/@ann", "@ann"), ("https://loop.example/users/ann", "@ann@loop.example"),
    ("https://loop.example/users/ann", "@Ann"),
  ])
  func `a link is a mention if its address or text is that of a mentioned account`(url: String, text: String) throws {
    let post = try status(
      #"""
      "content": "<a href=\"\#(url)\">\#(text)</a> <a href=\"https://a.example\">ann</a>",
      "mentions": [{"acct": "ann@loop.example", "id": "9", "url": "https://www.loop.example/@ann"}]
      """#)
    #expect(post.text.links.map(\.kind) == [.mention, .address])
    #expect(post.text.links.map { post.profile(mentionedBy: $0)?.id } == ["9", nil])
  }

  @Test func `a shared name is resolved by address`() throws {
    let post = try status(
      #"""
      "content": "<a class=\"mention\" href=\"https://b.example/@ann\">@ann</a> <a class=\"mention\" href=\"https://c.example/@ann\">@ann</a>",
      "mentions": [{"acct": "ann@a.example", "id": "1", "url": "https://a.example/@ann"},
        {"acct": "ann@b.example", "id": "2", "url": "https://b.example/@ann"}]
      """#)
    #expect(post.text.links.map { post.profile(mentionedBy: $0)?.handle } == ["ann@b.example", "ann@c.example"])
  }

  @Test func `a Mastodon archive lists mentions`() throws {
    let post = try parseOne(
      #"""
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": [
        {"type": "Create", "actor": "https://a.example/users/ada", "object": {"type": "Note",
          "id": "https://a.example/1", "content": "hi", "tag": [{"type": "Hashtag", "name": "#tea"},
          {"type": "Mention", "href": "https://b.example/users/bob", "name": "@bob@b.example"}]}}]}
      """#)
    #expect(
      post.mentions == [
        Mention(id: "https://b.example/users/bob", handle: "bob@b.example", url: "https://b.example/users/bob")
      ])
  }

  @Test func `tweets list mentions, in each version`() throws {
    let old = #""entities": {"user_mentions": [{"screen_name": "grace", "id_str": "8"}, {"screen_name": "Grace"}]}"#
    let first = try parseOne(
      #"{"id_str": "2", "full_text": "yes", "truncated": false, "user": {"screen_name": "ada"}, \#(old)}"#)
    #expect(first.mentions == [Mention(id: "8", handle: "grace")])
    let archived = try parseOne(
      #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "2", "full_text": "yes", \#(old)}}]"#)
    #expect(archived.mentions == [Mention(id: "8", handle: "grace")])
    let second = try parseOne(
      #"""
      {"data": [{"id": "2", "text": "yes", "edit_history_tweet_ids": ["2"],
        "entities": {"mentions": [{"username": "grace", "id": "8", "start": 0, "end": 1}]}}]}
      """#)
    #expect(second.mentions == [Mention(id: "8", handle: "grace")])
  }

  @Test func `facets of Bluesky have DIDs`() throws {
    let post = try parseOne(
      #"""
      {"feed": [{"post": {"uri": "at://did:plc:a/app.bsky.feed.post/1", "author": {"did": "did:plc:a", "handle": "a.example"},
        "record": {"$type": "app.bsky.feed.post", "text": "é @bob.example and Eve", "facets": [
          {"index": {"byteStart": 3, "byteEnd": 15}, "features": [{"$type": "app.bsky.richtext.facet#mention", "did": "did:plc:b"}]},
          {"index": {"byteStart": 20, "byteEnd": 23}, "features": [{"$type": "app.bsky.richtext.facet#mention", "did": "did:plc:e"}]}]}}}]}
      """#)
    #expect(
      post.mentions == [Mention(id: "did:plc:b", handle: "bob.example"), Mention(id: "did:plc:e", handle: "did:plc:e")])
  }
}
