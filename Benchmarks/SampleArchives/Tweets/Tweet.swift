/// What one tweet is, before it is written down.
struct Tweet {
  struct Mention {
    let person: SamplePerson
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
    let person: SamplePerson
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
  /// The id that it had before it was edited.
  var original: Int?
  var likes = 0
  var reposts = 0
  /// An index into the programs that people write with.
  var source = 0
  var hasPlace = false
  /// All of a text that is too long for a tweet, of which `text` is the beginning.
  var longText: [UInt8]?
}
