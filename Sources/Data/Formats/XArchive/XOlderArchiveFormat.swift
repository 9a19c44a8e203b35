import Domain

/// The archive of X (Twitter) from 2012 to 2018: a file per month, such as `data/js/tweets/2013_05.js`, which is
/// `Grailbird.data.tweets_2013_05 = […]`. The tweets are those of API version 1.1: each has its author, and a retweet
/// has the whole original. The owner is in `data/js/user_details.js`.
struct XOlderArchiveFormat: FormatReader {
  let name = "X archive"
  var sorting = ArchiveSorting.none
  let archiveFiles: [String] = []
  let archiveFolder: String? = "data/js/tweets"

  func recognizes(_ shape: FileShape) -> Bool { shape.top == .olderArchiveMonth }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let owner = ["user_details.js", "../user_details.js"].lazy.compactMap { file.sibling($0, XUserDetails.init) }.first
    posts.profile = posts.profile ?? owner?.profile
    let tweets = XAPITweetReader()
    let read = { (value: JSONValue, posts: inout PostCollector) in
      let reading = tweets.read(value)
      guard case .post(let post) = reading else { return reading }
      // All tweets and retweets of an archive are by its owner.
      posts.profile = posts.profile ?? (post.repost == nil ? post.author : post.repost?.by)
      if let tab = sorting.tab(of: post) { posts.beginTimeline(tab) }
      return reading
    }
    if reader.next == UInt8(ascii: "{") { return try posts.collectValue(&reader, read) }
    try posts.collectArray(&reader, read)
    _ = reader.consume(";")
  }
}

extension ArchiveSorting {
  fileprivate func tab(of post: Post) -> TimelineID? {
    let isOwn = post.replyToAuthor.map { $0.isSame(as: post.author) } ?? false
    return tab(
      isRepost: post.repost != nil || post.text.runs.first?.plain.utf8.starts(with: "RT @".utf8) == true,
      isReply: post.replyTo != nil && !isOwn)
  }
}

extension Profile {
  fileprivate func isSame(as other: Profile?) -> Bool {
    guard let other else { return false }
    if let id, let otherID = other.id { return id == otherID }
    return handle.lowercased() == other.handle.lowercased()
  }
}

/// The owner of the archive: `var user_details = {"screen_name", "full_name", "bio", "id", "created_at"}`.
struct XUserDetails {
  let profile: Profile

  /// nil if there is no owner.
  init?(_ file: JSONValue) {
    guard let handle = file["screen_name"]?.text else { return nil }
    profile = Profile(
      id: file["id"]?.text, handle: handle, name: file["full_name"]?.name,
      details: .unlessEmpty(bio: file["bio"]?.text.map { XText.unescape($0[...]) }, joinedAt: file["created_at"]?.date))
  }
}
