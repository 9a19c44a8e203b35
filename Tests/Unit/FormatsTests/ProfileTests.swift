import Domain
import Testing

@testable import Formats

/// Authors of parents, mentions in links, and profiles.
struct ProfileTests {
  // MARK: - X

  private func tweet(_ more: String) -> String {
    #"""
    {"id_str": "2", "full_text": "@grace yes", "truncated": false, "user": {"id_str": "7", "screen_name": "ada",
     "name": "Ada Lovelace", "description": "Poet &amp; analyst", "created_at": "Wed Jul 20 17:50:10 +0000 2016",
     "followers_count": 3, "friends_count": "2", "statuses_count": 1}, \#(more)}
    """#
  }

  @Test func `a tweet of version 1 has the author of its parent, with the name from its mentions`() throws {
    let mentions = #""entities": {"user_mentions": [{"id_str": "8", "screen_name": "grace", "name": "Grace Hopper"}]}"#
    let post = try parseOne(
      tweet(
        #""in_reply_to_status_id_str": "1", "in_reply_to_user_id_str": "8", "in_reply_to_screen_name": "grace", "#
          + mentions))
    #expect(post.replyToAuthor == Profile(id: "8", handle: "grace", name: "Grace Hopper"))
    let named = try parseOne(tweet(#""in_reply_to_screen_name": "grace""#))
    #expect(named.replyToAuthor == Profile(handle: "grace"))
    #expect(try parseOne(tweet(#""in_reply_to_user_id": 8, "# + mentions)).replyToAuthor?.handle == "grace")
    #expect(try parseOne(tweet(#""in_reply_to_user_id": 9, "# + mentions)).replyToAuthor == nil)
    #expect(try parseOne(tweet(#""in_reply_to_user_id": 7"#)).replyToAuthor?.handle == "ada")
    #expect(try parseOne(tweet(#""favorite_count": 1"#)).replyToAuthor == nil)
  }

  @Test func `a tweet of version 1 has the profile of its author`() throws {
    let author = try parseOne(tweet(#""favorite_count": 1"#)).author
    #expect(author?.id == "7")
    #expect(
      author?.details
        == ProfileDetails(
          bio: "Poet & analyst", joinedAt: date("2016-07-20T17:50:10Z"), followers: 3, following: 2, posts: 1))
  }

  @Test func `a tweet of an archive has the author of its parent`() throws {
    let account = """
      window.YTD.account.part0 = [ {"account": {"username": "ada", "accountId": "7", "accountDisplayName": "Ada"}} ]
      """
    func replyToAuthor(_ more: String) throws -> Profile? {
      try parseOne(
        "window.YTD.tweets.part0 = [{\"tweet\": {\"id_str\": \"2\", \"in_reply_to_status_id_str\": \"1\", \(more)}}]",
        beside: ["account.js": account]
      ).replyToAuthor
    }
    #expect(
      try replyToAuthor(
        #"""
        "in_reply_to_screen_name": "grace", "in_reply_to_user_id_str": "8",
        "entities": {"user_mentions": [{"name": "Grace", "screen_name": "grace", "id_str": "8", "id": "8"}]}
        """#) == Profile(id: "8", handle: "grace", name: "Grace"))
    #expect(try replyToAuthor(#""in_reply_to_screen_name": "ada""#) == Profile(id: "7", handle: "ada", name: "Ada"))
    #expect(try replyToAuthor(#""full_text": "a""#) == nil)
  }

  @Test func `a tweet of version 2 replies to an included or mentioned user`() throws {
    func replyToAuthor(_ more: String) throws -> Profile? {
      try parseOne(
        #"""
        {"data": [{"id": "2", "text": "@grace yes", "author_id": "7", "edit_history_tweet_ids": ["2"], \#(more)}],
         "includes": {"users": [{"id": "8", "username": "grace", "name": "Grace Hopper", "description": "Admiral",
          "public_metrics": {"followers_count": 1, "following_count": 2, "tweet_count": 3}}]}}
        """#
      ).replyToAuthor
    }
    let grace = try replyToAuthor(#""in_reply_to_user_id": "8""#)
    #expect(grace?.handle == "grace" && grace?.id == "8")
    #expect(grace?.details == ProfileDetails(bio: "Admiral", followers: 1, following: 2, posts: 3))
    let mentioned = #""in_reply_to_user_id": "9", "entities": {"mentions": [{"id": "9", "username": "alan"}]}"#
    #expect(try replyToAuthor(mentioned) == Profile(id: "9", handle: "alan"))
    #expect(try replyToAuthor(#""in_reply_to_user_id": "10""#) == nil)
  }

  // MARK: - Mastodon

  private func status(_ more: String) -> String {
    #"""
    {"id": "2", "created_at": "2026-11-20T12:00:00Z", "account": {"id": "7", "username": "ada",
     "acct": "ada@h.example", "display_name": "Ada", "note": "<p>Poet &amp; analyst</p>", "url": "https://h.example/@ada",
     "created_at": "2016-11-20T00:00:00Z", "followers_count": 3, "following_count": 2, "statuses_count": 1}, \#(more)}
    """#
  }

  private let bob =
    #""mentions": [{"id": "8", "username": "bob", "url": "https://g.example/u/bob", "acct": "bob@g.example"}]"#

  @Test func `a status replies to a mentioned account or its own author`() throws {
    let post = try parseOne(status(#""in_reply_to_id": "1", "in_reply_to_account_id": "8", "content": "", "# + bob))
    #expect(post.replyToAuthor?.handle == "bob@g.example" && post.replyToAuthor?.id == "8")
    #expect(
      try parseOne(status(#""in_reply_to_account_id": "7", "content": """#)).replyToAuthor?.handle == "ada@h.example")
    #expect(try parseOne(status(#""in_reply_to_account_id": "9", "content": "", "# + bob)).replyToAuthor == nil)
    #expect(try parseOne(status(#""in_reply_to_account_id": null, "content": "", "# + bob)).replyToAuthor == nil)
  }

  @Test func `a status has the profile of its author`() throws {
    let author = try parseOne(status(#""content": """#)).author
    #expect(author?.id == "7")
    #expect(
      author?.details
        == ProfileDetails(
          bio: "Poet & analyst", url: "https://h.example/@ada", joinedAt: date("2016-11-20T00:00:00Z"), followers: 3,
          following: 2, posts: 1))
  }

  @Test func `links are mentions, hashtags or addresses`() throws {
    let content =
      #"<a href=\"https://g.example/@bob\" class=\"u-url mention\">@<span>bob</span></a> "#
      + #"<a href=\"https://h.example/tags/x\" class=\"mention hashtag\" rel=\"tag\">#<span>x</span></a> "#
      + #"<a href=\"https://a.example\">a</a> <a href=\"https://g.example/u/bob\">bob</a>"#
    let links = try parseOne(status(#""content": "\#(content)", "# + bob)).text.links
    #expect(links.map(\.kind) == [.mention, .tag, .address, .mention])
    #expect(links.map(\.text) == ["@bob", "#x", "a", "bob"])
  }

  // MARK: - ActivityPub

  private func replyToAuthor(inReplyTo: String, _ tags: String) throws -> Profile? {
    try parseOne(
      #"""
      {"@context": "https://www.w3.org/ns/activitystreams", "type": "OrderedCollection", "orderedItems": [
       {"id": "https://h.example/a/1", "type": "Create", "actor": "https://h.example/users/ada", "object":
        {"id": "https://h.example/n/1", "type": "Note", "published": "2026-11-20T11:00:00Z", "content": "a",
         "attributedTo": "https://h.example/users/ada", "inReplyTo": "\#(inReplyTo)", "tag": \#(tags)}}]}
      """#,
      beside: [
        "actor.json":
          #"{"type": "Person", "id": "https://h.example/users/ada", "preferredUsername": "ada", "name": "Ada"}"#
      ]
    ).replyToAuthor
  }

  private func mention(_ address: String, _ name: String) -> String {
    #"{"type": "Mention", "href": "\#(address)", "name": "\#(name)"}"#
  }

  @Test func `the author of the parent is found by address`() throws {
    let bob = mention("https://g.example/users/bob", "@bob@g.example")
    let bo = mention("https://g.example/users/bo", "@bo@g.example")
    let carol = mention("https://c.example/users/carol", "@carol@c.example")
    let expected = Profile(id: "https://g.example/users/bob", handle: "bob@g.example")
    let post = "https://g.example/users/bob/statuses/9"
    #expect(try replyToAuthor(inReplyTo: post, "[\(bo), \(carol), \(bob)]") == expected)
    #expect(try replyToAuthor(inReplyTo: "https://g.example/objects/9", "[\(carol), \(bob)]") == expected)
    #expect(try replyToAuthor(inReplyTo: "https://g.example/objects/9", bob) == expected)
    #expect(try replyToAuthor(inReplyTo: "https://g.example/objects/9", "[\(bo), \(bob)]") == nil)
    #expect(try replyToAuthor(inReplyTo: "https://x.example/objects/9", "[\(bob)]") == nil)
    #expect(try replyToAuthor(inReplyTo: "https://h.example/users/ada/statuses/9", "[\(bob)]")?.handle == "ada")
  }

  // MARK: - Bluesky

  @Test func `a post of Bluesky replies to the author of the included parent`() throws {
    func post(parent: String, reply: String = "") throws -> Post {
      try parseOne(
        #"""
        {"feed": [{"post": {"uri": "at://did:plc:ada/app.bsky.feed.post/2", "cid": "c",
          "author": {"did": "did:plc:ada", "handle": "ada.example", "displayName": "Ada"},
          "record": {"text": "yes", "reply": {"parent": {"uri": "\#(parent)"}}}}\#(reply)}]}
        """#)
    }
    let parent = "at://did:plc:grace/app.bsky.feed.post/1"
    let reply =
      #", "reply": {"parent": {"uri": "\#(parent)", "author": {"did": "did:plc:grace", "handle": "grace.example"}}}"#
    let answer = try post(parent: parent, reply: reply)
    #expect(answer.replyToAuthor == Profile(id: "did:plc:grace", handle: "grace.example"))
    #expect(answer.author?.id == "did:plc:ada")
    #expect(try post(parent: parent).replyToAuthor == nil)
    #expect(try post(parent: "at://did:plc:ada/app.bsky.feed.post/1").replyToAuthor?.handle == "ada.example")
  }

  // MARK: - Tern

  @Test func `a post in Tern's format has the author of its parent`() throws {
    let post = try parseOne(
      #"{"tern": 1, "timelines": [{"posts": [{"id": "2", "replyTo": "1", "replyToAuthor": {"handle": "@grace", "name": "Grace"}}]}]}"#
    )
    #expect(post.replyToAuthor == Profile(handle: "grace", name: "Grace"))
    #expect(try parseOne(PostLine.json(post)) == post)
  }

  @Test func `a renamed profile is stored again`() {
    let people = KnownProfiles()
    func profile(_ name: String, bio: String) -> Profile {
      people.profile(id: "7", handle: "ada", name: name) { ProfileDetails(bio: bio) }
    }
    #expect(profile("Ada", bio: "first").details?.bio == "first")
    #expect(profile("Ada", bio: "second").details?.bio == "first")
    #expect(profile("Ada Lovelace", bio: "third").details?.bio == "third")
    #expect(people.profile(id: nil, handle: "ada", name: nil) { ProfileDetails(bio: "nobody") }.details == nil)
  }
}
