import Domain

/// The archive that X (Twitter) let people download from 2012 to 2018: a file for each month, such as
/// `data/js/tweets/2013_05.js`, which is `Grailbird.data.tweets_2013_05 = […]`. The tweets are those of version 1.1 of the
/// API: each has its author, and a retweet holds the whole original. Whose archive it is stands in
/// `data/js/user_details.js`.
struct XOlderArchiveFormat: FormatReader {
  let name = "X archive"
  var sorting = ArchiveSorting.none
  let archiveFiles: [String] = []
  let archiveFolder: String? = "data/js/tweets"

  func recognises(_ shape: FileShape) -> Bool { shape.top == .olderArchiveMonth }

  func read(
    _ reader: inout JSONReader, into posts: inout PostCollector, of file: SourceFile
  ) throws(JSONError) {
    let owner = ["user_details.js", "../user_details.js"].lazy.compactMap { file.beside($0, XUserDetails.init) }.first
    posts.profile = posts.profile ?? owner?.profile
    let tweets = XAPITweetReader()
    let read = { (value: JSONValue, posts: inout PostCollector) in
      let reading = tweets.read(value)
      guard case .post(let post) = reading else { return reading }
      // Whoever wrote or passed on what is in an archive is its owner.
      posts.profile = posts.profile ?? (post.repost == nil ? post.author : post.repost?.by)
      if let tab = sorting.tab(of: post) { posts.begin(tab) }
      return reading
    }
    if reader.next == UInt8(ascii: "{") { return try posts.collectValue(&reader, read) }
    try posts.collectArray(&reader, read)
    _ = reader.takes(";")
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

/// Whose archive it is: `var user_details = {"screen_name", "full_name", "bio", "id", "created_at"}`.
struct XUserDetails {
  let profile: Profile

  /// nil where it does not say so.
  init?(_ file: JSONValue) {
    guard let handle = file["screen_name"]?.text else { return nil }
    profile = Profile(
      id: file["id"]?.text, handle: handle, name: file["full_name"]?.name,
      details: .told(bio: file["bio"]?.text.map { XText.unescape($0[...]) }, joinedAt: file["created_at"]?.date))
  }
}
