import Domain

/// The archive that X (Twitter) lets people download: `tweets.js`, which is `window.YTD.tweets.part0 = […]`. The author
/// is in `account.js` beside it, the whole text of long tweets in `note-tweet.js`, and large archives go on in
/// `tweets-part1.js`.
struct XArchiveFormat: FormatReader {
  let name = "X archive"
  let archiveFiles = ["data/tweets.js", "tweets.js", "data/tweet.js", "tweet.js"]

  /// With the script's assignment in front, or without.
  func recognises(_ shape: FileShape) -> Bool {
    guard case .archivePart(let part) = shape.top else { return shape.has(anyOf: "id_str", "id", below: "tweet") }
    return ["tweets", "tweet", "deleted_tweets"].contains(part)
  }

  /// `tweets.js`, `tweets-part1.js`, `tweets-part2.js`, …
  func nextPart(after name: String) -> String? {
    guard name.hasSuffix(".js") else { return nil }
    let stem = name.dropLast(3)
    if ["tweets", "tweet"].contains(stem) { return "\(stem)-part1.js" }
    guard let mark = stem.firstRange(of: "-part"), let number = Int(stem[mark.upperBound...]), number < 1000 else {
      return nil
    }
    return "\(stem[..<mark.upperBound])\(number + 1).js"
  }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    posts.profile = posts.profile ?? file.beside("account.js", author)
    let tweets = XTweetReader(author: posts.profile, notes: file.beside("note-tweet.js", XNoteTweets.init))
    if reader.next == UInt8(ascii: "{") { return try posts.collectValue(&reader, tweets.read) }
    try posts.collectArray(&reader, tweets.read)
    _ = reader.takes(";")
  }
}

extension XArchiveFormat {
  /// account.js holds e-mail address and phone number as well: they are never decoded.
  private func author(in accounts: JSONValue) -> Profile? {
    guard let account = accounts.elements.first?["account"], let handle = account["username"]?.text else { return nil }
    return Profile(handle: handle, name: account["accountDisplayName"]?.text)
  }
}
