import Domain
import Testing

/// Statuses of servers other than Mastodon.
struct ForkStatusTests {
  private func status(_ more: String, content: String = "<p>mine</p>") -> String {
    #"""
    {"id": "1", "created_at": "2026-11-20T12:00:00.000Z", "content": "\#(content)", "account": {"acct": "ada@h.example"},
     \#(more)}
    """#
  }

  private static let quoted = #"{"id": "2", "content": "<p>first</p>", "account": {"acct": "grace@h.example"}}"#

  @Test(arguments: [
    #""quote": \#(quoted)"#, #""quote": \#(quoted), "quote_id": "2""#,
    #""pleroma": {"quote": \#(quoted), "quote_id": "2"}"#,
    #""pleroma": {"quote": \#(quoted), "quote_url": "https://h.example/2", "quote_visible": true}"#,
    #""quote": true, "reblog": \#(quoted)"#, #""akkoma": {"quote": \#(quoted)}"#,
    #""quote": {"state": "accepted", "quoted_status": \#(quoted)}"#,
  ])
  func `A quoted status is found in all forms`(more: String) throws {
    let post = try parseOne(status(more))
    guard case .shown(let quoted)? = post.quote else {
      Issue.record("no quote: \(String(describing: post.quote))")
      return
    }
    #expect(quoted.id == PostID("2") && quoted.text.plain == "first")
    #expect(post.text.plain == "mine" && post.repost == nil)
  }

  @Test(arguments: [
    (#""quote_id": "2""#, "2", UnavailableReason.notInSource), (#""quote": null, "quote_id": 2"#, "2", .notInSource),
    (#""pleroma": {"quote": null, "quote_id": "2", "quote_url": "https://h.example/2"}"#, "2", .notInSource),
    (#""pleroma": {"quote_url": "https://h.example/2"}"#, "https://h.example/2", .notInSource),
    (#""quote_url": "https://h.example/2""#, "https://h.example/2", .notInSource),
    (#""pleroma": {"quote": null, "quote_id": "2", "quote_visible": false}"#, "2", .unauthorized),
    (#""quoted_status_id": "2", "quote": false"#, "2", .notInSource),
  ])
  func `A named quoted status is a quote`(more: String, id: String, reason: UnavailableReason) throws {
    #expect(try parseOne(status(more)).quote == .unavailable(id: PostID(id), reason: reason))
  }

  @Test(arguments: [#""quote": null"#, #""quote": false, "quote_id": null"#, #""pleroma": {"quote_visible": false}"#])
  func `Other statuses have no quote`(more: String) throws {
    #expect(try parseOne(status(more)).quote == nil)
  }

  @Test(arguments: [
    (#"<a href=\"https://h.example/tags/tern\" rel=\"tag\">#Tern</a>"#, ""),
    (#"<a href=\"https://h.example/tags/tern\" rel=\"nofollow tag noopener\">#Tern</a>"#, ""),
    (#"<a href=\"https://h.example/tags/tern\" class=\"hashtag\">#Tern</a>"#, ""),
    (
      #"<a href=\"https://h.example/tags/tern\">#Tern</a>"#,
      #""tags": [{"name": "tern", "url": "https://h.example/x"}]"#
    ),
    (#"<a href=\"https://h.example/tags/tern\">#Tern</a>"#, ##""tags": [{"name": "#TERN"}]"##),
    (#"<a href=\"https://h.example/tags/tern\">#Tern</a>"#, #""tags": ["tern"]"#),
    (#"<a href=\"https://h.example/tags/tern\">#Tern</a>"#, #""tags": [{"url": "https://h.example/tags/tern"}]"#),
  ])
  func `A hashtag is recognized in all forms`(content: String, tags: String) throws {
    let post = try parseOne(status(tags.isEmpty ? #""tags": []"# : tags, content: content))
    #expect(post.text.links.map(\.kind) == [.tag])
  }

  @Test(arguments: [
    #"<a href=\"https://h.example/tern\">tern</a>"#, #"<a href=\"https://h.example/tern\">#other</a>"#,
  ])
  func `Other links are not hashtags`(content: String) throws {
    let post = try parseOne(status(#""tags": [{"name": "tern", "url": "https://h.example/tern"}]"#, content: content))
    #expect(post.text.links.map(\.kind) == (content.contains("#") ? [.tag] : [.address]))
  }

  @Test func `Hashtags of a note are those listed`() throws {
    let post = try parseOne(
      #"""
      {"type": "Note", "id": "https://h.example/1", "attributedTo": "https://h.example/users/ada",
       "content": "<a href=\"https://h.example/t/tern\">#Tern</a>",
       "tag": [{"type": "Hashtag", "name": "#tern", "href": "https://other.example/tern"}]}
      """#)
    #expect(post.text.links.map(\.kind) == [.tag])
  }

  @Test(arguments: [
    #""tag": [{"type": "Link", "mediaType": "application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\"", "href": "https://h.example/2"}]"#,
    #""tag": {"type": "Link", "rel": "https://misskey-hub.net/ns#_misskey_quote", "href": "https://h.example/2"}"#,
    #""_misskey_quote": "https://h.example/2""#, #""quoteUri": "https://h.example/2""#,
  ])
  func `A note's quote may be a link among its tags`(more: String) throws {
    let post = try parseOne(
      #"""
      {"type": "Note", "id": "https://h.example/1", "attributedTo": "https://h.example/users/ada", "content": "so",
       \#(more)}
      """#)
    #expect(post.quote == .unavailable(id: PostID("https://h.example/2"), reason: .notInSource))
  }

  @Test func `A poll has its end and number of voters`() throws {
    let post = try parseOne(
      status(
        #"""
        "poll": {"id": "9", "expires_at": "2026-11-21T12:00:00.000Z", "expired": false, "multiple": true,
          "votes_count": 15, "voters_count": 10, "options": [{"title": "a", "votes_count": 10}]}
        """#))
    #expect(
      post.poll
        == Poll(
          options: [.init(title: "a", votes: 10)], isClosed: false, endsAt: date("2026-11-21T12:00:00Z"), voters: 10,
          allowsMultiple: true))
  }
}
