import Domain
import TestSupport
import Testing

/// Attachments and references of tweets, and damage.
extension XAPI2FormatTests {
  @Test func `a retweet shows the original with reposter and date`() throws {
    let document = try parse(
      page(
        tweet(
          "10", "RT @grace: all o…", author, #""created_at": "2022-10-07T20:00:00Z""#, reference("retweeted", "9")),
        includes: users, #""tweets": [\#(tweet("9", "all of it", #""author_id": "8""#))]"#))
    let post = try #require(document.timelines[0].posts.first)
    #expect(post.id == PostID("9"))
    #expect(post.author?.handle == "grace")
    #expect(post.text.plain == "all of it")
    #expect(post.url == "https://twitter.com/grace/status/9")
    #expect(
      post.repost == Repost(by: Profile(id: "7", handle: "ada", name: "Ada Lovelace"), at: date("2022-10-07T20:00:00Z"))
    )
    #expect(ids(document.threadOnlyPosts) == ["9"])
  }

  @Test(arguments: [
    ("", [PostState]()), (#"{"resource_id": "9", "title": "Not Found Error"}"#, [PostState.deleted]),
    (#"{"value": "9", "title": "Authorization Error"}"#, []),
  ])
  func `a missing original shows its beginning`(error: String, states: [PostState]) throws {
    let post = try parseOne(
      page(
        tweet("10", "RT @grace: all &amp; o…", author, reference("retweeted", "9")), includes: users,
        more: "\"errors\": [\(error)],"))
    let url = "https://twitter.com/grace/status/9"
    #expect(
      post
        == Post(
          id: PostID("9"), author: Profile(handle: "grace"),
          text: PostText([.text("all & o…")]), url: url,
          repost: Repost(by: Profile(id: "7", handle: "ada", name: "Ada Lovelace")), states: Set(states)))
  }

  @Test func `a short retweet is complete without its original`() throws {
    let post = try parseOne(page(tweet("10", "RT @grace: all", author, reference("retweeted", "9")), includes: users))
    #expect(post.text.runs == [.text("all")])
  }

  @Test func `retweets by unknown users are separate entries`() throws {
    let retweets = ["10", "11"].map { tweet($0, "RT @grace: all", reference("retweeted", "9")) }
    let posts = try parse(page(retweets[0], retweets[1])).timelines[0].posts
    #expect(posts.map(\.text.plain) == ["all", "all"])
    #expect(posts.map(\.repost) == [Repost(by: nil), Repost(by: nil)])
  }

  @Test func `a quoted tweet is shown, without its trailing address`() throws {
    let quoting = tweet(
      "10", "so true https://t.co/q", reference("quoted", "9"),
      #"""
      "entities": {"urls": [{"start": 8, "end": 22, "url": "https://t.co/q",
        "expanded_url": "https://twitter.com/grace/status/9", "display_url": "twitter.com/grace…"}]}
      """#)
    let post = try parseOne(
      page(quoting, includes: users, #""tweets": [\#(tweet("9", "first", #""author_id": "8""#))]"#))
    guard case .shown(let quoted)? = post.quote else {
      Issue.record("\(String(describing: post.quote))")
      return
    }
    #expect(quoted.author?.handle == "grace")
    #expect(quoted.text.plain == "first")
    #expect(post.text.runs == [.text("so true")])
    #expect(try parseOne(page(quoting)).text.links.map(\.url) == ["https://twitter.com/grace/status/9"])
  }

  @Test(arguments: [
    (#""title": "Not Found Error", "resource_type": "tweet""#, UnavailableReason.deleted),
    (#""type": "https://api.twitter.com/2/problems/resource-not-found""#, .deleted),
    (#""title": "Authorization Error", "detail": "Sorry""#, .unauthorized),
    (#""type": "https://api.twitter.com/2/problems/not-authorized-for-resource""#, .unauthorized),
    (#""title": "Something New""#, .notInSource),
  ])
  func `a missing quoted tweet has its reason`(
    members: String, reason: UnavailableReason
  ) throws {
    let document = try parse(
      page(
        tweet("10", "so true", reference("quoted", "9")),
        more: #""errors": [{"resource_id": "9", \#(members)}, {"detail": "x"}, null],"#))
    #expect(document.timelines[0].posts.first?.quote == .unavailable(id: PostID("9"), reason: reason))
    #expect(document.skipped == nil)
  }

  @Test func `cyclic quotes end`() throws {
    let document = try parse(
      page(tweet("1", "a", reference("quoted", "2")), tweet("2", "b", reference("quoted", "1"))))
    var post = try #require(document.timelines[0].posts.first)
    var depth = 0
    while case .shown(let quoted)? = post.quote {
      post = quoted
      depth += 1
    }
    #expect(depth == Quote.maxDepth)
  }

  @Test func `referenced tweets are in threads only`() throws {
    let document = try parse(
      page(
        tweet("10", "an answer", reference("replied_to", "9")), tweet("8", "an entry"),
        includes: #""tweets": [\#(tweet("9", "a question")), \#(tweet("8", "an entry"))]"#))
    #expect(ids(document.timelines[0].posts) == ["10", "8"])
    #expect(ids(document.threadOnlyPosts) == ["9"])
  }

  @Test func `media are found by key, without their trailing address`() throws {
    let pictured = tweet(
      "1", "look https://t.co/pic", #""attachments": {"media_keys": ["3_1", "7_2", "16_3"]}"#,
      #"""
      "entities": {"urls": [
        {"start": 5, "end": 21, "url": "https://t.co/pic", "expanded_url": "https://twitter.com/ada/status/1/photo/1",
          "display_url": "pic.twitter.com/pic", "media_key": "3_1"},
        {"start": 5, "end": 21, "url": "https://t.co/pic", "expanded_url": "https://twitter.com/ada/status/1/photo/1",
          "display_url": "pic.twitter.com/pic", "media_key": "7_2"}]}
      """#)
    let media = #"""
      "media": [
        {"media_key": "7_2", "type": "video", "preview_image_url": "https://pbs.example/p.jpg", "variants": [
          {"content_type": "application/x-mpegURL", "url": "https://v.example/list.m3u8"},
          {"content_type": "video/mp4", "bit_rate": 1, "url": "https://v.example/1.mp4"},
          {"content_type": "video/mp4", "bit_rate": 2, "url": "https://v.example/2.mp4"}]},
        {"media_key": "3_1", "type": "photo", "url": "https://pbs.example/1.jpg", "alt_text": "a tern"},
        {"media_key": "16_3", "type": "animated_gif", "preview_image_url": "https://pbs.example/g.jpg"}]
      """#
    let post = try parseOne(page(pictured, includes: media))
    #expect(post.text.runs == [.text("look")])
    #expect(
      post.media == [
        Media(kind: .image, url: "https://pbs.example/1.jpg", description: "a tern"),
        Media(kind: .video, url: "https://v.example/2.mp4"), Media(kind: .gif, url: "https://pbs.example/g.jpg"),
      ])
    let unknown = try parseOne(page(pictured))
    #expect(unknown.media.isEmpty)
    #expect(unknown.text.links.map(\.label) == ["pic.twitter.com/pic"])
  }

  @Test(arguments: [
    (#""voting_status": "closed""#, true), (#""voting_status": "open""#, false),
    (#""end_datetime": "2026-11-20T11:59:59.000Z""#, true), (#""end_datetime": "2026-11-21T00:00:00.000Z""#, false),
    (#""duration_minutes": 5"#, false),
  ])
  func `a poll is found by ID`(members: String, isClosed: Bool) throws {
    let post = try parseOne(
      page(
        tweet("1", "well?", #""attachments": {"poll_ids": ["5"]}"#),
        includes: #"""
          "polls": [{"id": "5", "options": [{"position": 2, "label": "no"}, {"position": 1, "label": "yes", "votes": 4}],
            \#(members)}]
          """#))
    let end = members.firstMatch(of: /20[-0-9]+T[0-9:.]+Z/).map { String($0.output) }
    #expect(
      post.poll
        == Poll(
          options: [.init(title: "yes", votes: 4), .init(title: "no")], isClosed: isClosed, endsAt: end.flatMap(date)))
  }

  @Test func `a tweet of several versions is edited`() throws {
    #expect(
      try parseOne(#"{"data": [{"id": "2", "text": "b", "edit_history_tweet_ids": ["1", "2"]}]}"#).states == [.edited])
    #expect(try parseOne(page(tweet("1", "a"))).states.isEmpty)
  }

  @Test func `fields of wrong types are ignored`() throws {
    let names = [
      "text", "created_at", "author_id", "entities", "note_tweet", "attachments", "referenced_tweets",
      "public_metrics", "edit_history_tweet_ids", "display_text_range",
    ]
    for wrong in ["{}", "[]", "[{}]", "[[]]", "\"x\"", "-5", "true", "null"] {
      let members = names.map { "\"\($0)\": \(wrong)" }.joined(separator: ", ")
      let document = try parse(
        """
        {"data": [{"id": "1", \(members)}, {"id": 2, \(members)}], "errors": \(wrong), "meta": \(wrong),
         "includes": {"users": \(wrong), "tweets": [\(wrong)], "media": [\(wrong)], "polls": [\(wrong)]}}
        {"data": \(wrong), "includes": \(wrong)}
        """)
      #expect(ids(document.timelines[0].posts) == ["1", "2"], "\(wrong)")
    }
  }

  @Test func `damage keeps what was read before`() throws {
    let document = try parse(
      #"{"data": [\#(tweet("1", "a", author)), {"text": "no id"}, {"id": oops}, \#(tweet("2", "b"))],"#
        + #" "includes": {\#(users), "tweets": [{"id": "3", "te"#)
    #expect(ids(document.timelines[0].posts) == ["1", "2"])
    #expect(document.timelines[0].posts.first?.author?.handle == "ada")
    #expect(document.skipped?.count == 3)
    #expect(document.skipped?.first.expected == "a tweet with an id")
  }

  @Test(arguments: [
    (
      #"{"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"}"#, "Unauthorized"
    ),
    (
      #"{"title": "Client Forbidden", "detail": "Not enrolled.", "type": "https://x", "reason": "client-not-enrolled"}"#,
      "Client Forbidden: Not enrolled."
    ),
    (#"{"title": "Too Many Requests", "type": "about:blank", "status": 429}"#, "Too Many Requests"),
    (
      #"""
      {"errors": [{"parameters": {"id": ["x"]}, "message": "The id [x] is not valid"}], "title": "Invalid Request",
       "detail": "One or more parameters to your request was invalid.", "type": "https://x"}
      """#, "Invalid Request: The id [x] is not valid"
    ),
    (
      #"""
      {"errors": [{"value": "1", "detail": "Could not find tweet with id: [1].", "title": "Not Found Error",
        "resource_id": "1"}]}
      """#, "Not Found Error: Could not find tweet with id: [1]."
    ),
  ])
  func `a problem is reported with its message`(text: String, message: String) {
    #expect(throws: TimelineError.errorDocument(path: "file", message: message)) { try parse(text) }
  }
}
