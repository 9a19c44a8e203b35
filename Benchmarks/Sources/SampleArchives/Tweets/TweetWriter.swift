/// Writes tweets in the format of X: indented by two spaces, numbers as strings, one value per line.
struct TweetWriter {
  private(set) var text = ByteText()

  /// Appends text before or after a tweet.
  mutating func append(_ separator: String) { text.append(separator) }

  /// Writes the buffer to the sink if it exceeds `count` bytes.
  mutating func flush(to sink: inout some ArchiveSink, above count: Int) throws(SampleArchiveError) {
    guard text.bytes.count > count else { return }
    try sink.write(text.bytes)
    text.removeAll()
  }

  mutating func write(_ tweet: Tweet, deletedAt: TweetMoment? = nil) {
    text.append("  {\n    \"tweet\": {\n")
    writeEdits(of: tweet)
    text.append("      \"retweeted\": false,\n      \"source\": \"")
    text.append(Self.sources[tweet.source % Self.sources.count])
    text.append("\",\n")
    writeEntities(of: tweet)
    text.append("      \"display_text_range\": [\n        \"0\",\n        \"")
    text.append(tweet.text.length)
    text.append("\"\n      ],\n")
    field("favorite_count", tweet.likes)
    if tweet.hasPlace { text.append(Self.place) }
    if let reply = tweet.reply { field("in_reply_to_status_id_str", reply.id) }
    field("id_str", tweet.id)
    if let reply = tweet.reply { field("in_reply_to_user_id", reply.person.id) }
    text.append("      \"truncated\": false,\n")
    field("retweet_count", tweet.reposts)
    field("id", tweet.id)
    if let reply = tweet.reply { field("in_reply_to_status_id", reply.id) }
    if tweet.hasPlace { text.append(Self.place.replacing("\"geo\"", with: "\"coordinates\"")) }
    if !tweet.links.isEmpty || tweet.media != nil { text.append("      \"possibly_sensitive\": false,\n") }
    text.append("      \"created_at\": \"")
    tweet.moment.appendForX(to: &text)
    text.append("\",\n      \"favorited\": false,\n      \"full_text\": \"")
    text.append(tweet.text.json)
    text.append("\",\n      \"lang\": \"")
    text.append(tweet.language)
    if let deletedAt {
      text.append("\",\n      \"deleted_at\": \"")
      deletedAt.appendForX(to: &text)
    }
    if let reply = tweet.reply {
      text.append("\",\n      \"in_reply_to_screen_name\": \"")
      text.append(reply.person.handle)
      text.append("\",\n      \"in_reply_to_user_id_str\": \"")
      text.append(reply.person.id)
    }
    text.append("\"")
    if let media = tweet.media {
      text.append(",\n      \"extended_entities\": {\n        \"media\": ")
      write(media, of: tweet, all: true)
      text.append("\n      }")
    }
    text.append("\n    }\n  }")
  }
}

extension TweetWriter {
  private static let sources = [
    #"<a href=\"https://mobile.twitter.com\" rel=\"nofollow\">Twitter Web App</a>"#,
    #"<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for iPhone</a>"#,
    #"<a href=\"http://twitter.com/download/android\" rel=\"nofollow\">Twitter for Android</a>"#,
    #"<a href=\"http://twitter.com\" rel=\"nofollow\">Twitter Web Client</a>"#,
  ]
  private static let place = """
          "geo": {
            "type": "Point",
            "coordinates": [
              "0.0",
              "0.0"
            ]
          },

    """

  private mutating func field(_ name: String, _ value: Int) {
    text.append("      \"")
    text.append(name)
    text.append("\": \"")
    text.append(value)
    text.append("\",\n")
  }

  private mutating func writeEdits(of tweet: Tweet) {
    let margin: String
    text.append("      \"edit_info\": {\n")
    if let original = tweet.original {
      text.append("        \"edit\": {\n          \"initialTweetId\": \"")
      text.append(original)
      text.append("\",\n          \"editControlInitial\": {\n            \"editTweetIds\": [\n              \"")
      text.append(original)
      text.append("\",\n              \"")
      margin = "            "
    } else {
      text.append("        \"initial\": {\n          \"editTweetIds\": [\n            \"")
      margin = "          "
    }
    text.append(tweet.id)
    text.append("\"\n")
    text.append(margin)
    text.append("],\n")
    text.append(margin)
    text.append("\"editableUntil\": \"")
    TweetMoment(milliseconds: tweet.moment.milliseconds + 3_600_000).appendISO(to: &text)
    text.append("\",\n")
    text.append(margin)
    text.append(tweet.original == nil ? "\"editsRemaining\": \"5\",\n" : "\"editsRemaining\": \"4\",\n")
    text.append(margin)
    text.append(tweet.isRepost ? "\"isEditEligible\": false\n" : "\"isEditEligible\": true\n")
    text.append(tweet.original == nil ? "        }\n      },\n" : "          }\n        }\n      },\n")
  }

  private mutating func writeEntities(of tweet: Tweet) {
    text.append("      \"entities\": {\n        \"hashtags\": ")
    list(tweet.hashtags) { writer, hashtag in
      writer.text.append("            \"text\": \"")
      writer.text.append(hashtag.word)
      writer.text.append("\",\n")
      writer.indices(hashtag.range, end: "\n")
    }
    text.append(",\n        \"symbols\": [],\n        \"user_mentions\": ")
    list(tweet.mentions) { writer, mention in
      writer.entry("name", mention.person.name)
      writer.entry("screen_name", mention.person.handle)
      writer.indices(mention.range, end: ",\n")
      writer.text.append("            \"id_str\": \"")
      writer.text.append(mention.person.id)
      writer.text.append("\",\n            \"id\": \"")
      writer.text.append(mention.person.id)
      writer.text.append("\"\n")
    }
    text.append(",\n        \"urls\": ")
    list(tweet.links) { writer, link in
      writer.entry("url", "https://t.co/", link.code)
      writer.entry("expanded_url", "https://", link.target)
      writer.entry("display_url", link.target)
      writer.indices(link.range, end: "\n")
    }
    if let media = tweet.media {
      text.append(",\n        \"media\": ")
      write(media, of: tweet, all: false)
    }
    text.append("\n      },\n")
  }

  private mutating func write(_ media: Tweet.Media, of tweet: Tweet, all: Bool) {
    list(all ? media.kinds[...] : media.kinds.prefix(1)) { writer, kind in
      writer.text.append("            \"expanded_url\": \"https://twitter.com/")
      writer.text.append(SampleAuthor.owner.handle)
      writer.text.append("/status/")
      writer.text.append(tweet.id)
      writer.text.append(kind == .video ? "/video/1\",\n" : "/photo/1\",\n")
      writer.indices(media.link.range, end: ",\n")
      writer.entry("url", "https://t.co/", media.link.code)
      writer.entry("media_url", "http://pbs.example.com/media/", media.link.code, ".jpg")
      writer.text.append("            \"id_str\": \"")
      writer.text.append(tweet.id - 7)
      writer.text.append("\",\n            \"id\": \"")
      writer.text.append(tweet.id - 7)
      writer.text.append("\",\n")
      if kind == .video, all {
        writer.text.append(Self.videoStart)
        writer.text.append(media.link.code)
        writer.text.append(Self.videoEnd)
      }
      writer.entry("media_url_https", "https://pbs.example.com/media/", media.link.code, ".jpg")
      writer.text.append(Self.sizes)
      writer.text.append(
        kind == .video && all ? "            \"type\": \"video\",\n" : "            \"type\": \"photo\",\n")
      writer.text.append("            \"display_url\": \"pic.twitter.com/")
      writer.text.append(media.link.code)
      writer.text.append("\"\n")
    }
  }

  private mutating func list<Elements: Collection>(
    _ elements: Elements, _ write: (inout TweetWriter, Elements.Element) -> Void
  ) {
    guard !elements.isEmpty else { return text.append("[]") }
    text.append("[\n")
    var isFirst = true
    for element in elements {
      text.append(isFirst ? "          {\n" : ",\n          {\n")
      isFirst = false
      write(&self, element)
      text.append("          }")
    }
    text.append("\n        ]")
  }

  private mutating func entry(_ name: String, _ value: String...) {
    text.append("            \"")
    text.append(name)
    text.append("\": \"")
    for part in value { text.append(part) }
    text.append("\",\n")
  }

  private mutating func indices(_ range: Range<Int>, end: String) {
    text.append("            \"indices\": [\n              \"")
    text.append(range.lowerBound)
    text.append("\",\n              \"")
    text.append(range.upperBound)
    text.append("\"\n            ]")
    text.append(end)
  }

  private static let videoStart = """
                "video_info": {
                  "aspect_ratio": [
                    "16",
                    "9"
                  ],
                  "duration_millis": "12345",
                  "variants": [
                    {
                      "bitrate": "832000",
                      "content_type": "video/mp4",
                      "url": "https://video.example.com/
    """
  private static let videoEnd = """
    .mp4"
                    }
                  ]
                },

    """
  private static let sizes = """
                "sizes": {
                  "small": {
                    "w": "680",
                    "h": "453",
                    "resize": "fit"
                  },
                  "large": {
                    "w": "1536",
                    "h": "1024",
                    "resize": "fit"
                  },
                  "medium": {
                    "w": "1200",
                    "h": "800",
                    "resize": "fit"
                  },
                  "thumb": {
                    "w": "150",
                    "h": "150",
                    "resize": "crop"
                  }
                },

    """
}
