import Foundation
import ProgramSupport

/// An X archive as a folder: posts with links and pictures, replies, and likes.
struct SmallArchive {
  let path: String

  /// - Parameter words: text in each post.
  init(posts: Int, of handle: String = "ada", words: String = "quiet harbour", in folder: TemporaryFolder) throws {
    path = folder.path(of: "archive-\(handle)")
    try folder.makeFolder("archive-\(handle)/data")
    let account = #"[{"account": {"username": "\#(handle)", "accountDisplayName": "Owner of \#(handle)"}}]"#
    try folder.write("window.YTD.account.part0 = \(account)", to: "archive-\(handle)/data/account.js")
    // In several files, as in large archives of X.
    for (part, start) in stride(from: 0, to: posts, by: 1_000).enumerated() {
      let tweets = (start..<min(start + 1_000, posts)).map { Self.tweet($0, words) }
      try folder.write(
        "window.YTD.tweets.part\(part) = [\(tweets.joined(separator: ",\n"))]",
        to: "archive-\(handle)/data/tweets\(part == 0 ? "" : "-part\(part)").js")
    }
    let likes = (0..<posts / 10).map { number in
      #"{"like": {"tweetId": "\#(900_000_000 + number)", "fullText": "liked \#(words) \#(number % 7)"}}"#
    }
    try folder.write(
      "window.YTD.like.part0 = [\(likes.joined(separator: ",\n"))]", to: "archive-\(handle)/data/like.js")
  }

  private static func tweet(_ number: Int, _ words: String) -> String {
    // Three posts share a second; a few thousand cover some weeks.
    let date = date(1_700_000_000 - number / 3 * 700)
    var text = "\(words) number\(number) of\(number % 17)"
    var entities = #""hashtags": []"#
    var more = ""
    if number % 5 == 0 {
      let start = text.count + 1
      text += " https://t.co/a\(number)"
      entities =
        #""urls": [{"url": "https://t.co/a\#(number)", "expanded_url": "https://example.com/\#(number)","#
        + #" "display_url": "example.com/\#(number)", "indices": ["\#(start)", "\#(text.count)"]}]"#
    }
    if number % 7 == 0 {
      let picture =
        #"{"type": "photo", "media_url_https": "https://example.com/\#(number).jpg", "url": "https://t.co/p","#
        + #" "indices": ["0", "0"]}"#
      more = #", "extended_entities": {"media": [\#(picture)]}"#
    }
    if number % 11 == 0 { more += #", "in_reply_to_status_id_str": "\#(500_000_000 - number - 1)""# }
    return #"{"tweet": {"id_str": "\#(500_000_000 - number)", "created_at": "\#(date)", "full_text": "\#(text)","#
      + #" "favorite_count": "\#(number % 9)", "retweet_count": "0", "entities": {\#(entities)}\#(more)}}"#
  }

  /// The date format of X: Tue Nov 14 22:13:20 +0000 2023.
  private static func date(_ seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "%a %b %d %H:%M:%S +0000 %Y", &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
