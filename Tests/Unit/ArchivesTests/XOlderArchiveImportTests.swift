import Domain
import FolderSupport
import TestSupport
import Testing

/// X archives of 2012 to 2018, and rare files of later ones.
struct XOlderArchiveImportTests {
  private let folder = TemporaryFolder()
  private static let user = #""user": {"id_str": "7", "screen_name": "ada", "name": "Ada"}"#

  private static func month(_ name: String, _ tweets: String...) -> String {
    "Grailbird.data.tweets_\(name) = [" + tweets.map { "{\($0), \(user)}" }.joined(separator: ", ") + "]"
  }

  private static let files = [
    "tweets.csv": "tweet_id", "data/js/tweet_index.js": "var tweet_index = []",
    "data/js/user_details.js":
      #"var user_details = {"screen_name": "ada", "full_name": "Ada Lovelace", "id": "7"}"#,
    "data/js/payload_details.js": #"var payload_details = {"tweets": 4, "created_at": "2014-01-02 03:04:05 +0000"}"#,
    "data/js/tweets/2013_05.js": month(
      "2013_05", #""id_str": "2", "text": "second", "created_at": "2013-05-01 12:00:00 +0000""#,
      #""id_str": "3", "text": "@bob no", "in_reply_to_status_id_str": "1", "in_reply_to_user_id_str": "8", "in_reply_to_screen_name": "bob""#
    ),
    "data/js/tweets/2013_07.js": month(
      "2013_07", #""id_str": "4", "text": "third", "created_at": "2013-07-01 12:00:00 +0000""#,
      #""id_str": "6", "text": "RT @g: cut", "created_at": "2013-07-02 12:00:00 +0000", "retweeted_status": {"id_str": "5", "text": "whole", "user": {"screen_name": "g"}}"#
    ),
  ]

  private func expectAll(_ imported: Imported) {
    #expect(imported.ids(in: "Posts").sorted() == ["2", "4"])
    #expect(imported.ids(in: "Replies") == ["3"] && imported.ids(in: "Reposts") == ["5"])
    #expect(imported.report.owner?.name == "Ada Lovelace" && imported.report.format == "X archive")
    #expect(imported.report.timelines.map(\.title) == ["Posts", "Replies", "Reposts", "Media", "Likes"])
    #expect(imported.batches.first?.asOf?.timeIntervalSince1970 == 1_388_631_845)
    #expect(imported.report.skipped.isEmpty)
  }

  @Test(arguments: TestArchive.Form.allCases, ["", "ada/"])
  func `All months of an archive are read`(form: TestArchive.Form, parent: String) throws {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    // In a tar the details may be last: the tweets state their author.
    for (name, text) in Self.files.sorted(by: { $0.key < $1.key }) { try archive.add(parent + name, text) }
    try archive.close()
    let imported = try Imported(path)
    #expect(imported.ids(in: "Posts").sorted() == ["2", "4"])
    if form != .tar, form != .tarGzip, form != .tarXZ { expectAll(imported) }
  }

  @Test(arguments: ["open", "open/ada"]) func `A folder gives the same`(parent: String) throws {
    for (name, text) in Self.files { try folder.write(text, to: "\(parent)/\(name)") }
    expectAll(try Imported(folder.path(of: "open")))
  }

  @Test func `Tweets to a circle are imported with who may read them`() throws {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(.zip, at: path)
    try archive.add("data/account.js", ArchiveFixtures.account)
    try archive.add("data/tweets.js", ArchiveFixtures.tweets(ArchiveFixtures.tweet("1")))
    try archive.add(
      "data/twitter-circle-tweet.js",
      ArchiveFixtures.tweets(ArchiveFixtures.tweet("2"), part: "twitter_circle_tweet"))
    try archive.close()
    let imported = try Imported(path)
    #expect(imported.items.map(\.post.id.rawValue).sorted() == ["1", "2"])
    #expect(imported.items.first { $0.post.id == PostID("2") }?.post.visibility == .followers)
    #expect(imported.items.first { $0.post.id == PostID("1") }?.post.visibility == nil)
    #expect(imported.report.skipped.isEmpty)
  }
}
