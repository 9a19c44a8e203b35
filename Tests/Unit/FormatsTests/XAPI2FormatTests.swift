import Domain
import TestSupport
import Testing

struct XAPI2FormatTests {
  let author = #""author_id": "7""#
  let users = #"""
    "users": [{"id": "7", "username": "ada", "name": "Ada Lovelace"},
      {"id": "8", "username": "grace", "name": "Grace", "protected": true}]
    """#

  func tweet(_ id: String, _ text: String, _ members: String...) -> String {
    "{"
      + ([#""id": "\#(id)", "text": "\#(text)", "edit_history_tweet_ids": ["\#(id)"]"#] + members)
      .joined(separator: ", ") + "}"
  }

  func page(_ tweets: String..., includes: String..., more: String = "") -> String {
    """
    {"data": [\(tweets.joined(separator: ", "))], "includes": {\(includes.joined(separator: ", "))},
     \(more) "meta": {"result_count": \(tweets.count), "newest_id": "9"}}
    """
  }

  func reference(_ type: String, _ id: String) -> String {
    #""referenced_tweets": [{"type": "\#(type)", "id": "\#(id)"}]"#
  }

  @Test func `a tweet has all fields`() throws {
    let post = try parseOne(
      page(
        tweet(
          "1501", "a &amp; b", #""author_id": "8", "created_at": "2022-10-07T19:26:43.000Z", "conversation_id": "5""#,
          reference("replied_to", "1500"),
          #""public_metrics": {"retweet_count": 2, "reply_count": "1", "like_count": 3, "quote_count": 9}"#),
        includes: users))
    #expect(
      post
        == Post(
          id: PostID("1501"), author: Profile(id: "8", handle: "grace", name: "Grace"),
          createdAt: date("2022-10-07T19:26:43Z"), text: PostText([.text("a & b")]),
          url: "https://twitter.com/grace/status/1501", replyTo: PostID("1500"),
          counts: Counts(replies: 1, reposts: 2, likes: 3), visibility: .followers))
  }

  @Test func `a tweet may have neither author nor date`() throws {
    let document = try parse(#"{"data": [{"id": "2", "text": "b"}, {"id": "1", "text": "a"}], "meta": {}}"#)
    #expect(
      document.timelines[0].posts == [
        Post(id: PostID("2"), text: PostText([.text("b")]), url: "https://twitter.com/i/status/2"),
        Post(id: PostID("1"), text: PostText([.text("a")]), url: "https://twitter.com/i/status/1"),
      ])
  }

  @Test func `a tweet, pages as lines, and extracted tweets are read`() throws {
    let one = tweet("1", "a", author)
    let two = tweet("2", "b", author)
    let users = "\"includes\": {\(users)}"
    #expect(try parseOne("{\"data\": \(one), \(users)}").author?.handle == "ada")
    #expect(try parseOne("{\(users), \"data\": \(one)}").author?.handle == "ada")
    #expect(try parseOne(one).author == nil)
    for text in [
      "{\"data\": [\(one)], \(users)}\n{\"data\": [\(two)], \(users)}\n",
      "{\"data\": \(one), \"matching_rules\": []}\n{\"data\": \(two), \"matching_rules\": []}\n",
      "[\(one), \(two)]", "\(one)\n\(two)",
    ] {
      #expect(ids(try parse(text).timelines[0].posts) == ["1", "2"])
    }
  }

  @Test(arguments: [
    #"{"meta": {"result_count": 0}}"#, #"{"data": [], "meta": {"result_count": 0}}"#,
    #"{"meta": {"result_count": 0}, "errors": [{"title": "Authorization Error", "resource_id": "5"}]}"#,
    #"{"data": null, "includes": {}, "meta": {"result_count": "0", "newest_id": null}}"#,
  ])
  func `without data the timeline is empty`(text: String) throws {
    let document = try parse(text)
    #expect(document.timelines.map(\.posts) == [[]])
    #expect(document.skipped == nil)
  }

  @Test(arguments: [
    #"{"data": [{"id": "1", "username": "ada", "name": "Ada"}], "meta": {"result_count": 1}}"#,
    #"{"data": {"children": [{"text": "x"}]}}"#, #"{"data": [1, 2]}"#, #"{"meta": {"title": "x"}}"#,
  ])
  func `other data is not read as tweets`(text: String) {
    #expect {
      try parse(text)
    } throws: { error in
      if case .unknownFormat? = error as? TimelineError { true } else { false }
    }
  }

  @Test func `entities count code points of the escaped text`() throws {
    let text = "👩‍💻 &amp;&lt; é @Grace https://t.co/abc!"
    let scalars = Array(text.unicodeScalars)
    let mention = scalars.firstIndex(of: "@") ?? 0
    let post = try parseOne(
      page(
        tweet(
          "1", text,
          """
          "entities": {"mentions": [{"start": \(mention), "end": \(mention + 6), "username": "grace", "id": "8"}],
            "urls": [{"start": \(mention + 7), "end": \(mention + 23), "url": "https://t.co/abc",
              "expanded_url": "https://a.example/long", "display_url": "a.example/l…"}]}
          """)))
    #expect(
      post.text.runs == [
        .text("👩‍💻 &< é @Grace "),
        .link(Link(url: "https://a.example/long", label: "a.example/l…")), .text("!"),
      ])
  }

  @Test func `a long tweet's text is that of its note`() throws {
    let post = try parseOne(
      page(
        tweet(
          "1", "@bob the beginn… https://t.co/self",
          """
          "entities": {"mentions": [{"start": 0, "end": 4, "username": "bob"}],
            "urls": [{"start": 17, "end": 34, "url": "https://t.co/self", "expanded_url": "https://x.com/i/web/status/1"}]},
          "note_tweet": {"text": "@bob the beginning &amp; https://t.co/a the end",
            "entities": {"urls": [{"start": 25, "end": 39, "url": "https://t.co/a", "expanded_url": "https://a.example"}]}}
          """)))
    #expect(
      post.text.runs == [
        .text("@bob the beginning & "),
        .link(Link(url: "https://a.example")), .text(" the end"),
      ])
  }
}
