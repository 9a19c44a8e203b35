import Domain
import TestSupport
import Testing

/// Attachments and references of tweets, and damage.
extension XAPIFormatTests {
  @Test func `a retweet shows the original with reposter and date`() throws {
    let inner = tweet("9", #""full_text": "all of it", "favorite_count": 4"#, by: "grace")
    let outer =
      #"{"id_str": "10", "full_text": "RT @grace: all o…", "created_at": "Thu Jul 21 00:00:00 +0000 2016", "#
      + "\(user), \"retweeted_status\": \(inner)}"
    let post = try parseOne("[\(outer)]")
    #expect(post.id == PostID("9"))
    #expect(post.author?.handle == "grace")
    #expect(post.text.plain == "all of it")
    #expect(post.createdAt == date("2016-07-20T17:50:10Z"))
    #expect(post.url == "https://twitter.com/grace/status/9")
    #expect(post.counts == Counts(likes: 4))
    #expect(
      post.repost == Repost(by: Profile(id: "7", handle: "ada", name: "Ada Lovelace"), at: date("2016-07-21T00:00:00Z"))
    )
    let both = try parse("[\(outer), \(inner)]")
    #expect(both.timelines[0].posts.map(\.key.repostedBy) == ["ada", nil])
  }

  @Test func `retweets by unknown users are separate entries`() throws {
    let inner = tweet("9", #""text": "mine""#)
    let document = try parse(
      """
      [{"id_str": "10", "text": "RT", "retweeted_status": \(inner)},
       {"id_str": "11", "text": "RT", "user": {"id": 5}, "retweeted_status": \(inner)}]
      """)
    #expect(document.timelines[0].posts.map(\.text.plain) == ["mine", "mine"])
    #expect(document.timelines[0].posts.map(\.repost) == [Repost(by: nil), Repost(by: nil)])
  }

  @Test func `a retweet without a readable original has its own text`() throws {
    let post = try parseOne(#"{"id_str": "1", "text": "RT @a: so", "retweeted_status": {"text": "so"}}"#)
    #expect(post.text.plain == "RT @a: so")
    #expect(post.repost == nil)
  }

  @Test func `a quoted tweet is shown, without its trailing address`() throws {
    let quoted = tweet("2", #""text": "first""#, by: "grace")
    let text = #""text": "so true https://t.co/q", "is_quote_status": true, "quoted_status_id_str": "2""#
    let entities = """
      "entities": {"urls": [\(url("https://t.co/q", "https://twitter.com/grace/status/2?s=20", 8))]}
      """
    let post = try parseOne(tweet("1", text, entities, "\"quoted_status\": \(quoted)"))
    guard case .shown(let shown)? = post.quote else {
      Issue.record("\(String(describing: post.quote))")
      return
    }
    #expect(shown.id == PostID("2"))
    #expect(shown.author?.handle == "grace")
    #expect(shown.text.plain == "first")
    #expect(post.text.runs == [.text("so true")])
    let gone = try parseOne(tweet("1", text, entities))
    #expect(gone.quote == .unavailable(id: PostID("2"), reason: .deleted))
    #expect(gone.text.links.count == 1)
  }

  @Test func `an address of the quoted tweet within the text stays`() throws {
    let post = try parseOne(
      tweet(
        "1", #""text": "https://t.co/q is so true""#, "\"quoted_status\": \(tweet("2"))",
        "\"entities\": {\"urls\": [\(url("https://t.co/q", "https://twitter.com/ada/status/2", 0))]}"))
    #expect(post.text.links.count == 1)
  }

  @Test func `trailing addresses of a picture and a quote are removed`() throws {
    let post = try parseOne(
      tweet(
        "1", #""text": "so true https://t.co/p https://t.co/q""#, "\"quoted_status\": \(tweet("2"))",
        """
        "entities": {"urls": [\(url("https://t.co/q", "https://twitter.com/ada/status/2", 23))],
          "media": [{"type": "photo", "media_url": "http://pbs.example/1", "url": "https://t.co/p", "indices": [8, 22]}]}
        """))
    #expect(post.text.plain == "so true")
    #expect(post.media == [Media(kind: .image, url: "http://pbs.example/1")])
  }

  @Test(arguments: [
    (#""is_quote_status": true"#, Quote.unavailable(id: nil, reason: .deleted)),
    (#""is_quote_status": true, "quoted_status": null"#, .unavailable(id: nil, reason: .deleted)),
    (#""quoted_status_id": 5"#, .unavailable(id: PostID("5"), reason: .notInSource)),
    (#""is_quote_status": false"#, nil),
  ])
  func `a missing quoted tweet is deleted`(members: String, quote: Quote?) throws {
    #expect(try parseOne(tweet("1", members)).quote == quote)
  }

  @Test func `quotes of quoted tweets are not considered deleted`() throws {
    let inner = tweet("2", #""text": "b", "is_quote_status": true, "quoted_status_id_str": "3""#)
    guard case .shown(let quoted)? = try parseOne(tweet("1", "\"quoted_status\": \(inner)")).quote else {
      Issue.record("the quote is not shown")
      return
    }
    #expect(quoted.quote == .unavailable(id: PostID("3"), reason: .notInSource))
  }

  @Test func `a retweet's quote may be beside the original`() throws {
    let inner = tweet("2", #""text": "b", "is_quote_status": true, "quoted_status_id_str": "3""#)
    let post = try parseOne(tweet("1", "\"retweeted_status\": \(inner)", "\"quoted_status\": \(tweet("3"))"))
    #expect(post.id == PostID("2"))
    #expect(post.quote?.id == PostID("3"))
    guard case .shown? = post.quote else {
      Issue.record("the quote is not shown")
      return
    }
  }

  @Test func `nested quotes end`() throws {
    let text = (1...40).reduce(tweet("0")) { inner, number in tweet("\(number)", "\"quoted_status\": \(inner)") }
    var post = try parseOne(text)
    var depth = 0
    while case .shown(let quoted)? = post.quote {
      post = quoted
      depth += 1
    }
    #expect(depth == Quote.maxDepth)
  }

  @Test func `videos and animations are distinguished from pictures`() throws {
    let film = #"""
      {"type": "video", "media_url_https": "https://pbs.example/still.jpg", "video_info": {"variants": [
        {"content_type": "application/x-mpegURL", "url": "https://v.example/list.m3u8"},
        {"content_type": "video/mp4", "bitrate": 1, "url": "https://v.example/1.mp4"},
        {"content_type": "video/mp4", "bitrate": "2", "url": "https://v.example/2.mp4"}]}}
      """#
    let post = try parseOne(
      tweet(
        "1", #""text": "x", "entities": {"media": [{"type": "photo"}]}"#,
        "\"extended_entities\": {\"media\": [\(film), {\"type\": \"animated_gif\"}, {\"type\": 5}]}"))
    #expect(
      post.media == [
        Media(kind: .video, url: "https://v.example/2.mp4"), Media(kind: .gif), Media(kind: .other),
      ])
  }

  @Test func `a poll is read from its card`() throws {
    let card = #"""
      "card": {"name": "poll2choice_text_only", "binding_values": {
        "choice1_label": {"type": "STRING", "string_value": "yes"}, "choice1_count": {"string_value": "12"},
        "choice2_label": {"string_value": "no"}, "counts_are_final": {"type": "BOOLEAN", "boolean_value": true}}}
      """#
    #expect(
      try parseOne(tweet("1", card)).poll
        == Poll(options: [.init(title: "yes", votes: 12), .init(title: "no")], isClosed: true))
    #expect(try parseOne(tweet("1", #""card": {"name": "summary", "binding_values": {}}"#)).poll == nil)
  }

  @Test func `a tweet of several versions is edited`() throws {
    #expect(try parseOne(tweet("2", #""edit_history": {"edit_tweet_ids": ["1", "2"]}"#)).states == [.edited])
    #expect(try parseOne(tweet("1", #""edit_history": {"edit_tweet_ids": ["1"]}"#)).states.isEmpty)
  }

  @Test(arguments: [
    (#""text": "a""#, nil, "i"), (#""text": "a", "user": null"#, nil, "i"),
    (#""text": "a", "user": {"id": 5}"#, nil, "i"), (#""text": "a", "user": "ada""#, nil, "i"),
    (#""text": "a", "user": {"screen_name": "ada", "name": " "}"#, Profile(handle: "ada"), "ada"),
    (#""text": "a", "user": {"name": "Ada"}"#, Profile(handle: "", name: "Ada"), "i"),
  ])
  func `a tweet may have no user`(members: String, author: Profile?, place: String) throws {
    let post = try parseOne(#"{"id_str": "1", \#(members)}"#)
    #expect(post.author == author)
    #expect(post.url == "https://twitter.com/\(place)/status/1")
    #expect(post.text.plain == "a")
  }

  @Test func `fields of wrong types are ignored`() throws {
    let names = [
      "text", "full_text", "created_at", "user", "entities", "extended_entities", "extended_tweet", "card",
      "display_text_range", "retweeted_status", "quoted_status", "quoted_status_id_str", "is_quote_status",
      "in_reply_to_status_id_str", "retweet_count", "edit_history",
    ]
    for wrong in ["{}", "[]", "[{}]", "[[]]", "\"x\"", "-5", "true", "null", #"{"media": [5], "urls": {}}"#] {
      let members = names.map { "\"\($0)\": \(wrong)" }.joined(separator: ", ")
      let document = try parse("[{\"id_str\": \"1\", \(members)}, {\"id\": 2, \(members)}]")
      #expect(ids(document.timelines[0].posts) == ["1", "2"], "\(wrong)")
    }
  }

  @Test func `other values are skipped`() throws {
    let document = try parse(
      "[\(tweet("1", #""text": "a""#)), 7, {\"text\": \"no id\"}, {\"id_str\": oops}, \(tweet("2"))]")
    #expect(ids(document.timelines[0].posts) == ["1", "2"])
    #expect(document.skipped?.count == 3)
    #expect(document.skipped?.first.expected == "a tweet")
  }

  @Test func `a damaged line is skipped`() throws {
    let document = try parse(
      "\(tweet("1", #""text": "a""#))\n{\"id_str\": \"2\", \"text\"\n\(tweet("3", #""text": "c""#))\n")
    #expect(ids(document.timelines[0].posts) == ["1", "3"])
    #expect(document.skipped?.count == 1)
  }

  @Test func `an error response is reported`() {
    let text = #"{"errors": [{"code": 88, "message": "Rate limit exceeded"}]}"#
    #expect(throws: TimelineError.errorDocument(path: "file", message: "Rate limit exceeded")) { try parse(text) }
  }
}
