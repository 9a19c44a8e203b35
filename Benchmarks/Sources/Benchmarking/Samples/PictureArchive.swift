import FoundationEssentials

/// An X archive whose posts have pictures.
struct PictureArchive {
  private static let picturesPerPost = 4

  let folder: String

  init(posts: Int, _ workshop: Workshop) throws {
    let account = #"[{"account": {"username": "ada", "accountDisplayName": "Ada"}}]"#
    _ = try workshop.write("window.YTD.account.part0 = \(account)", to: "pictures/archive/data/account.js")
    let tweets = (0..<posts).map(Self.tweet).joined(separator: ",\n")
    _ = try workshop.write("window.YTD.tweets.part0 = [\(tweets)]", to: "pictures/archive/data/tweets.js")
    folder = workshop.path("pictures/archive")
    let media = folder + "/data/tweets_media"
    try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
    for post in 0..<posts {
      for number in Self.numbers(ofPost: post) {
        let path = "\(media)/\(Self.id(ofPost: post))-\(number).png"
        guard FileManager.default.createFile(atPath: path, contents: Data(SamplePicture(number).png)) else {
          throw BenchmarkError("cannot write \(path)")
        }
      }
    }
  }

  private static func id(ofPost post: Int) -> Int { 500_000_000 - post }

  private static func numbers(ofPost post: Int) -> Range<Int> {
    post * picturesPerPost..<(post + 1) * picturesPerPost
  }

  private static func tweet(_ post: Int) -> String {
    let media = numbers(ofPost: post).map { number in
      #"{"type": "photo", "media_url_https": "https://example.com/\#(number).png", "url": "https://t.co/p","#
        + #" "indices": ["0", "0"]}"#
    }
    // Each a minute older than the one before, within an hour.
    let minute = 59 - post % 60
    let date = "Fri Nov 20 12:\(minute < 10 ? "0" : "")\(minute):00 +0000 2026"
    return #"{"tweet": {"id_str": "\#(id(ofPost: post))", "created_at": "\#(date)","#
      + #" "full_text": "\#(SamplePost.marker(post)) four pictures", "favorite_count": "0", "retweet_count": "0","#
      + #" "entities": {"hashtags": []}, "extended_entities": {"media": [\#(media.joined(separator: ", "))]}}}"#
  }
}
