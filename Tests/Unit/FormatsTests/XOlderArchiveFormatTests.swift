import Domain
import Testing

/// X's archives of 2012 to 2018.
struct XOlderArchiveFormatTests {
  private let details = """
    var user_details =  {"screen_name": "ada", "full_name": "Ada Lovelace", "bio": "Looms &amp; notes", "id": "7",
      "created_at": "2008-05-01 10:00:00 +0000"}
    """
  private static let user = #""user": {"id": 7, "id_str": "7", "screen_name": "ada", "name": "Ada"}"#

  private func month(_ tweets: String...) -> String {
    "Grailbird.data.tweets_2013_05 = \n [ " + tweets.joined(separator: ", ") + " ]"
  }

  private static let whole = #"""
    {"source": "\u003Ca href=\"http://twitter.com\" rel=\"nofollow\"\u003EWeb Client\u003C/a\u003E", \#(user),
     "entities": {"user_mentions": [], "hashtags": [], "urls": [{"url": "http://t.co/ab", "expanded_url": "http://e.example/x",
       "display_url": "e.example/x", "indices": [11, 25]}],
       "media": [{"url": "http://t.co/cd", "media_url_https": "https://p.example/1.jpg", "indices": [26, 40],
         "expanded_url": "http://twitter.com/ada/status/1/photo/1"}]},
     "geo": {}, "id_str": "329529600000000001", "id": 329529600000000001, "text": "a &amp; b  http://t.co/ab http://t.co/cd",
     "created_at": "2013-05-01 12:00:00 +0000", "in_reply_to_status_id_str": "5", "in_reply_to_screen_name": "alan"}
    """#

  @Test func `A tweet has all fields`() throws {
    let document = try parse(month(Self.whole), beside: ["user_details.js": details])
    let post = try #require(document.timelines.first?.posts.first)
    #expect(post.id == PostID("329529600000000001") && post.createdAt == date("2013-05-01T12:00:00Z"))
    #expect(post.text.plain == "a & b  http://e.example/x")
    #expect(post.media == [Media(kind: .image, url: "https://p.example/1.jpg")])
    #expect(post.replyTo == PostID("5") && post.replyToAuthor?.handle == "alan")
    #expect(post.details == PostDetails(application: "Web Client"))
    #expect(document.profile?.handle == "ada" && document.profile?.name == "Ada Lovelace")
    #expect(document.profile?.details?.bio == "Looms & notes")
    #expect(document.profile?.details?.joinedAt == date("2008-05-01T10:00:00Z"))
  }

  @Test func `A retweet shows the original and its reposter`() throws {
    let post = try parseOne(
      month(
        #"""
        {"id_str": "9", "text": "RT @grace: cut…", "created_at": "Wed May 01 12:00:00 +0000 2013", \#(Self.user),
         "retweeted_status": {"id_str": "8", "text": "whole", "created_at": "2013-04-30 12:00:00 +0000",
           "user": {"id_str": "3", "screen_name": "grace", "name": "Grace"}}}
        """#))
    #expect(post.id == PostID("8") && post.author?.handle == "grace" && post.text.plain == "whole")
    #expect(post.repost?.by?.handle == "ada" && post.repost?.at == date("2013-05-01T12:00:00Z"))
  }

  @Test func `Without details the author is the owner`() throws {
    #expect(try parse(month(Self.whole)).profile?.handle == "ada")
    #expect(try parse("Grailbird.data.tweets_2012_01 = []").timelines.map(\.posts) == [[]])
  }

  @Test func `Circle tweets are not public`() throws {
    let post = try parseOne(
      #"window.YTD.twitter_circle_tweet.part0 = [ {"tweet": {"id_str": "1", "full_text": "a"}} ]"#)
    #expect(post.visibility == .followers && post.text.plain == "a")
  }
}
