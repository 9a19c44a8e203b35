import Domain
import TestSupport
import Testing

struct XArchiveFormatTests {
  private let account = """
    window.YTD.account.part0 = [ {"account": {"email": "secret@mail.example", "username": "ada",
      "accountDisplayName": "Ada Lovelace", "phoneNumber": "+1555"}} ]
    """

  private func archive(_ tweets: String...) -> String {
    "window.YTD.tweets.part0 = [" + tweets.map { "{\"tweet\": {\($0)}}" }.joined(separator: ",") + "]"
  }

  @Test func `numbers may be strings`() throws {
    let post = try parseOne(
      archive(
        #"""
        "id_str": "2029905358261502168", "created_at": "Fri Mar 06 13:02:05 +0000 2026", "full_text": "hi = hello",
        "favorite_count": "9", "retweet_count": "2", "in_reply_to_status_id_str": "2029", "favorited": false
        """#), beside: ["account.js": account])
    #expect(
      post
        == Post(
          id: PostID("2029905358261502168"), author: Profile(handle: "ada", name: "Ada Lovelace"),
          createdAt: date("2026-03-06T13:02:05Z"), text: PostText([.text("hi = hello")]),
          url: "https://twitter.com/ada/status/2029905358261502168", replyTo: PostID("2029"),
          counts: Counts(reposts: 2, likes: 9)))
  }

  @Test func `the account is the author, without the email address`() throws {
    let document = try parse(archive(#""id": "1""#), beside: ["account.js": account])
    #expect(document.profile == Profile(handle: "ada", name: "Ada Lovelace"))
    #expect(!String(describing: document).contains("mail.example"))
    #expect(document.timelines.map(\.id.title) == ["Posts"])
  }

  @Test(arguments: [[:], ["account.js": "window.YTD.account.part0 = [{\"acc"], ["account.js": "x"]])
  func `without a readable account the author is unknown and the archive opens`(siblings: [String: String]) throws {
    let document = try parse(archive(#""id": "1", "full_text": "a""#), beside: siblings)
    #expect(document.profile == nil)
    #expect(document.timelines[0].posts.first?.author == nil)
    #expect(document.timelines[0].posts.first?.url == "https://twitter.com/i/status/1")
  }

  @Test(arguments: [
    "window.YTD.tweet.part0 = [{\"tweet\":{\"id\":\"1\"}}]", "window.YTD.tweet.part0=[{\"id\":\"1\"}];\n",
    "\u{FEFF}window.YTD.tweets.part12 = [ {\"tweet\" : {\"id_str\" : 1}} ]",
  ])
  func `older and later parts are recognized`(text: String) throws {
    #expect(try parseOne(text).id == PostID("1"))
  }

  @Test func `indices count code points of the escaped text`() throws {
    let text = "👩‍💻 &amp;&lt; é https://t.co/abc &amp;amp; https://t.co/def."
    let scalars = Array(text.unicodeScalars)
    func indices(_ part: String) -> String {
      let start = scalars.indices.first { scalars[$0...].starts(with: part.unicodeScalars) } ?? 0
      return "[\"\(start)\", \"\(start + part.unicodeScalars.count)\"]"
    }
    let post = try parseOne(
      archive(
        """
        "id": "1", "full_text": "\(text)", "entities": {"urls": [
          {"url": "https://t.co/def", "expanded_url": "https://b.example/long?a=1&b=2", "display_url": "b.example/lo…",
           "indices": \(indices("https://t.co/def"))},
          {"url": "https://t.co/abc", "expanded_url": "https://a.example", "display_url": "a.example",
           "indices": \(indices("https://t.co/abc"))}]}
        """))
    #expect(
      post.text.runs == [
        .text("👩‍💻 &< é "), .link(Link(url: "https://a.example", label: "a.example")), .text(" &amp; "),
        .link(Link(url: "https://b.example/long?a=1&b=2", label: "b.example/lo…")), .text("."),
      ])
  }

  @Test func `a picture's address is removed at the end, not within the text`() throws {
    let media = """
      "extended_entities": {"media": [
        {"url": "https://t.co/pic", "expanded_url": "https://x.example/1/photo/1", "display_url": "pic.example/1",
         "indices": ["INDICES"], "type": "photo", "media_url_https": "https://pbs.example/1.jpg",
         "sizes": {"large": {"w": "640", "h": "480", "resize": "fit"}}},
        {"url": "https://t.co/pic", "expanded_url": "https://x.example/1/photo/1", "indices": ["INDICES"],
         "type": "animated_gif", "ext_alt_text": "a tern", "video_info": {"variants": [
          {"bitrate": "0", "content_type": "video/mp4", "url": "https://v.example/low.mp4"},
          {"bitrate": "832000", "content_type": "video/mp4", "url": "https://v.example/high.mp4"},
          {"content_type": "application/x-mpegURL", "url": "https://v.example/list.m3u8"}]}}]}
      """
    let behind = media.replacing("\"INDICES\"", with: "\"5\", \"21\"")
    let post = try parseOne(archive("\"id\": \"1\", \"full_text\": \"look https://t.co/pic\", \(behind)"))
    #expect(post.text.runs == [.text("look")])
    #expect(
      post.media == [
        Media(kind: .image, url: "https://pbs.example/1.jpg", size: PixelSize(width: 640, height: 480)),
        Media(kind: .gif, url: "https://v.example/high.mp4", description: "a tern"),
      ])
    let within = media.replacing("\"INDICES\"", with: "0, 16")
    #expect(
      try parseOne(archive("\"id\": \"1\", \"full_text\": \"https://t.co/pic look\", \(within)")).text.runs == [
        .link(Link(url: "https://x.example/1/photo/1", label: "pic.example/1")), .text(" look"),
      ])
  }

  @Test func `the shown range hides what X hides`() throws {
    let post = try parseOne(
      archive(#""id": "1", "full_text": "@a @b hello https://t.co/x", "display_text_range": ["6", "11"]"#))
    #expect(post.text.plain == "hello")
  }

  @Test(arguments: [
    #""indices": ["50", "99"]"#, #""indices": ["9", "3"]"#, #""indices": [-4, 2]"#, #""indices": ["a"]"#, #""x": 1"#,
    #""indices": [1, 3]"#,
  ])
  func `wrong indices are corrected by the address`(indices: String) throws {
    let post = try parseOne(
      archive(
        """
        "id": "1", "full_text": "see https://t.co/abc", "display_text_range": ["0", "999"], "entities": {"urls": [
          {"url": "https://t.co/abc", "expanded_url": "https://a.example", \(indices)}]}
        """))
    #expect(post.text.runs == [.text("see "), .link(Link(url: "https://a.example"))])
  }

  @Test func `a retweet is plain text, without its truncated address`() throws {
    let post = try parseOne(archive(#""id": "1", "full_text": "RT @grace: so true https://t.co/a…""#))
    #expect(post.text.runs == [.text("RT @grace: so true https://t.co/a…")])
    #expect(post.repost == nil)
  }

  @Test func `a truncated address is not shown`() throws {
    let media = #"{"media": [{"type": "photo", "url": "https://t.co/pic", "indices": ["8", "9"]}]}"#
    let post = try parseOne(archive("\"id\": \"1\", \"full_text\": \"RT @a: b…\", \"entities\": \(media)"))
    #expect(post.text.runs == [.text("RT @a: b…")])
    #expect(post.media == [Media(kind: .image)])
  }

  @Test func `an old tweet's bare address is a link`() throws {
    #expect(
      try parseOne(archive(#""id": "1", "text": "at http://b.example/1""#)).text.links.map(\.url) == [
        "http://b.example/1"
      ])
  }

  @Test func `an edited tweet is marked`() throws {
    #expect(try parseOne(archive(#""id": "1", "edit_info": {"edit": {"initialTweetId": "0"}}"#)).states == [.edited])
    #expect(try parseOne(archive(#""id": "1", "edit_info": {"initial": {"editTweetIds": ["1"]}}"#)).states.isEmpty)
    let first = archive(#""id": "1", "edit_info": {"initial": {"editTweetIds": ["1", "2"]}}"#)
    #expect(try parseOne(first).states == [.edited])
  }

  private func note(_ text: String, at date: String = "2026-03-06T13:02:05.000Z") -> String {
    """
    window.YTD.note_tweet.part0 = [ {"noteTweet": {"noteTweetId": "5", "createdAt": "\(date)", "core": {
      "text": "\(text)", "urls": [{"expandedUrl": "https://a.example/page", "shortUrl": "https://t.co/a",
      "displayUrl": "a.example", "fromIndex": "0", "toIndex": "14"}]}, "lifecycle": {"value": "Canonical"}}} ]
    """
  }

  private let long = #"""
    "id": "1", "created_at": "Fri Mar 06 13:02:05 +0000 2026", "display_text_range": ["5", "22"],
    "full_text": "@bob 1 &lt; the begin… https://t.co/self"
    """#

  @Test(arguments: ["@bob 1 < the beginning and https://t.co/a", "1 &lt; the beginning and https://t.co/a"])
  func `a long tweet has the text of its note`(text: String) throws {
    let post = try parseOne(archive(long), beside: ["note-tweet.js": note(text)])
    #expect(
      post.text.runs == [
        .text("1 < the beginning and "), .link(Link(url: "https://a.example/page", label: "a.example")),
      ])
  }

  @Test func `a note needs the same second and beginning`() throws {
    for note in [
      note("1 < the beginning", at: "2026-03-06T13:02:06.000Z"), note("2 < the beginning"), note("1"), note(""),
      "window.YTD.note_tweet.part0 = [ {\"noteT", "window.YTD.note_tweet.part0 = [ {}, 5, {\"noteTweet\": []} ]",
    ] {
      let post = try parseOne(archive(long), beside: ["note-tweet.js": note])
      #expect(post.text.plain == "1 < the begin…")
    }
  }

  @Test func `a complete tweet has no note`() throws {
    let whole = #""id": "1", "created_at": "Fri Mar 06 13:02:05 +0000 2026", "full_text": "1""#
    #expect(try parseOne(archive(whole), beside: ["note-tweet.js": note("1 and more")]).text.plain == "1")
  }

  @Test func `a display range beyond the end of a note is ignored`() throws {
    let tweet =
      #""id": "1", "created_at": "Fri Mar 06 13:02:05 +0000 2026", "full_text": "1…", "display_text_range": [900, 901]"#
    #expect(try parse(archive(tweet), beside: ["note-tweet.js": note("1 and more")]).timelines[0].posts.count == 1)
  }

  @Test func `tweets are sorted; one without a date stays with its neighbors`() throws {
    let document = try parse(
      archive(
        #""id": "1", "created_at": "Fri Mar 06 13:02:05 +0000 2026""#, #""id": "2", "created_at": "long ago""#,
        #""id": "3", "created_at": "Thu Mar 05 13:02:05 +0000 2026""#,
        #""id": "4", "created_at": "Fri Mar 06 12:02:05 +0000 2026""#,
        #""id": "1", "created_at": "Fri Mar 06 13:02:05 +0000 2026""#))
    #expect(ids(document.timelines[0].posts) == ["1", "2", "4", "3"])
  }

  @Test func `a damaged tweet is skipped`() throws {
    let text = archive(#""id": "1""#, #""id": oops"#, #""full_text": "no id""#, #""id": "4""#) + " trailing"
    let document = try parse(text)
    #expect(ids(document.timelines[0].posts) == ["1", "4"])
    #expect(document.skipped?.count == 3)
    #expect(document.skipped?.first.expected == "a value")
  }

  @Test func `an archive may be empty, or damaged`() throws {
    #expect(try parse("window.YTD.tweets.part0 = [ ]").timelines.map(\.posts) == [[]])
    let place = FileLocation(path: "file", line: 1, column: 31, expected: "a tweet with an id")
    #expect(throws: TimelineError.fileDamaged(place)) { try parse("window.YTD.tweets.part0 = [   {}]") }
  }
}
