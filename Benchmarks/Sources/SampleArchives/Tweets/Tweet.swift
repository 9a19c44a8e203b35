/// The data of a tweet.
struct Tweet {
  struct Mention {
    let person: SampleAuthor
    let range: Range<Int>
  }

  struct Link {
    let code: String
    /// Without `https://`.
    let target: String
    let range: Range<Int>
  }

  struct Hashtag {
    let word: [UInt8]
    let range: Range<Int>
  }

  struct Reply {
    let person: SampleAuthor
    let id: Int
  }

  enum MediaKind { case photo, video }

  struct Media {
    let link: Link
    let kinds: [MediaKind]
  }

  var id = 0
  var moment = TweetMoment(milliseconds: 0)
  var text = TweetText()
  var language = "en"
  var mentions: [Mention] = []
  var links: [Link] = []
  var hashtags: [Hashtag] = []
  var media: Media?
  var reply: Reply?
  /// The ID before it was edited.
  var original: Int?
  var likes = 0
  var reposts = 0
  /// An index into the list of client programs.
  var source = 0
  var hasPlace = false
  /// The complete text if it is too long for a tweet; `text` is its beginning.
  var longText: [UInt8]?
}
