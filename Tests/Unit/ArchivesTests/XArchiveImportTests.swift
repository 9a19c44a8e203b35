import Archives
import Domain
import FolderSupport
import Foundation
import Runtime
import TestSupport
import Testing

struct XArchiveImportTests {
  private typealias Files = ArchiveFixtures
  private let folder = TemporaryFolder()

  /// Writes other files after the tweets, as in most archives.
  private func archive(_ form: TestArchive.Form = .zip, _ files: (String, String)...) throws -> Imported {
    let path = folder.path(of: "archive")
    let archive = try TestArchive(form, at: path)
    for (name, text) in files { try archive.add(name, text) }
    try archive.close()
    return try Imported(path)
  }

  @Test(arguments: TestArchive.Form.allCases, ["", "data/", "twitter-2026-03-06/data/", "./data/"])
  func `An archive is read from any folder, and its author from a late file`(
    form: TestArchive.Form, place: String
  ) throws {
    let imported = try archive(
      form, (place + "tweets.js", Files.tweets(Files.tweet("1"))), (place + "account.js", Files.account))
    #expect(imported.items.map(\.post.author) == [Files.ada])
    #expect(imported.batches.map(\.owner) == [Files.ada])
    #expect(imported.report.owner == Files.ada)
    #expect(imported.report.format == "X archive")
    #expect(imported.report.read == 1)
    #expect(imported.report.skipped.isEmpty)
    #expect(imported.report.timelines.map(\.title) == ["Posts", "Replies", "Reposts", "Media", "Likes"])
  }

  @Test func `A folder gives the same as the packed archive`() throws {
    let tweets = Files.tweets(Files.tweet("1"), Files.tweet("2", "RT @bob: hi"))
    try folder.write(tweets, to: "open/data/tweets.js")
    try folder.write(Files.account, to: "open/data/account.js")
    let packed = try archive(.zip, ("data/tweets.js", tweets), ("data/account.js", Files.account))
    #expect(try Imported(folder.path(of: "open")).items == packed.items)
    #expect(try Imported(folder.path(of: "")).items == packed.items, "all inside one folder")
  }

  @Test func `Posts are in the usual tabs`() throws {
    let imported = try archive(
      .zip,
      (
        "data/tweets.js",
        Files.tweets(
          Files.tweet("own"),
          Files.tweet("thread", "more", #""in_reply_to_status_id": "own", "in_reply_to_user_id": "7""#),
          Files.tweet("answer", "@bob no", #""in_reply_to_status_id": "9", "in_reply_to_user_id": "8""#),
          Files.tweet("passed", "RT @bob: look", #""extended_entities": {"media": [{"type": "photo"}]}"#),
          Files.tweet("picture", "see", #""extended_entities": {"media": [{"type": "photo"}]}"#))
      ), ("data/account.js", Files.account))
    #expect(imported.ids(in: "Posts") == ["own", "thread", "picture"])
    #expect(imported.ids(in: "Replies") == ["answer"])
    #expect(imported.ids(in: "Reposts") == ["passed"])
    #expect(imported.ids(in: "Media") == ["picture"])
    #expect(imported.items.allSatisfy { !$0.isIncomplete })
    #expect(imported.items.first { $0.post.id.rawValue == "passed" }?.post.author == Files.ada, "nothing is made up")
  }

  @Test func `All parts, deleted and long tweets are imported`() throws {
    let note = """
      window.YTD.note_tweet.part0 = [{"noteTweet": {"createdAt": "2026-03-06T13:02:05.000Z",
        "core": {"text": "long and longer"}}}]
      """
    let imported = try archive(
      .zip, ("data/tweets.js", Files.tweets(Files.tweet("1", "long and…"))),
      ("data/tweets-part1.js", Files.tweets(Files.tweet("2"))),
      ("data/tweets-part2.js", Files.tweets(Files.tweet("3"))),
      ("data/deleted-tweets.js", Files.tweets(Files.tweet("4"), part: "deleted_tweets")),
      ("data/note-tweet.js", note))
    #expect(imported.items.map(\.post.id.rawValue) == ["1", "2", "3", "4"])
    #expect(imported.items.map(\.post.states) == [[], [], [], [.deleted]])
    #expect(imported.items.first?.post.text.plain == "long and longer")
  }

  @Test func `Liked tweets are incomplete, with the date of their ID`() throws {
    let imported = try archive(
      .zip, ("data/tweets.js", Files.tweets(Files.tweet("1"))),
      (
        "data/like.js",
        """
        window.YTD.like.part0 = [
          {"like": {"tweetId": "1212092628029698048", "fullText": "a &amp; b", "expandedUrl": "https://x.example/1"}},
          {"like": {"tweetId": "12"}}, {"like": {}}]
        """
      ))
    let likes = imported.items.filter { $0.timelines == [TimelineID.named("Likes")] }
    #expect(likes.allSatisfy { $0.isIncomplete && $0.post.author == nil })
    #expect(likes.map(\.post.text.plain) == ["a & b", "https://twitter.com/i/status/12"])
    #expect(likes.map(\.post.createdAt) == [Date(timeIntervalSince1970: 1_577_820_376.771), nil])
    #expect(imported.report.skipped.map(\.path) == [folder.path(of: "archive/data/like.js")])
    #expect(imported.report.skipped.first?.first?.line == 3)
  }

  @Test func `Tweets of communities are imported with their author`() throws {
    let imported = try archive(
      .zip, ("data/account.js", Files.account), ("data/tweets.js", Files.tweets(Files.tweet("1"))),
      ("data/community-tweet.js", Files.tweets(Files.tweet("2", "to a few"), part: "community_tweet")),
      (
        "data/profile.js",
        """
        window.YTD.profile.part0 = [{"profile": {"description": {"bio": "Analyst &amp; engine", "location": "London"},
          "avatarMediaUrl": "https://pbs.example/1.jpg"}}]
        """
      ))
    #expect(imported.ids(in: "Posts") == ["1", "2"])
    #expect(imported.report.owner?.details?.bio == "Analyst & engine")
    #expect(imported.report.skipped.isEmpty)
  }

  @Test func `Tweets of 2007 with plain IDs are read`() throws {
    let tweet = #"""
      "created_at": "Wed Mar 14 09:26:53 +0000 2007", "id": 10462441, "text": "just setting up",
      "source": "web", "truncated": false, "in_reply_to_status_id": 10462001, "in_reply_to_user_id": 8
      """#
    let imported = try archive(
      .zip, ("data/tweet.js", Files.tweets(tweet, part: "tweet")), ("data/account.js", Files.account))
    #expect(imported.ids(in: "Replies") == ["10462441"])
    let post = try #require(imported.items.first?.post)
    #expect(post.text.plain == "just setting up")
    #expect(post.createdAt == Date(timeIntervalSince1970: 1_173_864_413))
    #expect(post.replyTo == PostID("10462001"))
    #expect(imported.report.skipped.isEmpty)
  }

  @Test func `Versions of an edited tweet refer to each other`() throws {
    let first = #""edit_info": {"initial": {"editTweetIds": ["8", "10"], "editsRemaining": "5"}}"#
    let second = #"""
      "edit_info": {"edit": {"initialTweetId": "8", "editControlInitial": {"editTweetIds": ["8", "10"]}}}
      """#
    let alone = #""edit_info": {"initial": {"editTweetIds": ["11"], "editsRemaining": "5"}}"#
    let imported = try archive(
      .zip,
      (
        "data/tweets.js",
        Files.tweets(Files.tweet("11", "c", alone), Files.tweet("10", "b", second), Files.tweet("8", "a", first))
      ))
    #expect(imported.items.map { $0.post.versionIDs.map(\.rawValue) } == [[], ["8", "10"], ["8", "10"]])
    #expect(imported.items.map(\.post.states) == [[], [.edited], [.edited]])
  }

  @Test(arguments: [true, false])
  func `The date is the archive's or its newest post's, not the file's`(
    hasManifest: Bool
  ) throws {
    let path = folder.path(of: "archive.zip")
    let packed = try TestArchive(.zip, at: path)
    let modified = Date.noon.minutesAgo(5_000)
    try packed.add("data/tweets.js", Files.tweets(Files.tweet("1")), modified: modified)
    if hasManifest {
      try packed.add(
        "data/manifest.js",
        #"window.__THAR_CONFIG = {"userInfo": {}, "archiveInfo": {"generationDate": "2026-11-01T10:00:00.000Z"}}"#)
    }
    try packed.close()
    let imported = try Imported(path)
    let said = Date(timeIntervalSince1970: 1_793_527_200)
    #expect(imported.batches.map(\.asOf) == [hasManifest ? said : nil])
    let newest = Date(timeIntervalSince1970: 1_772_802_125)
    #expect(imported.report.newest == (hasManifest ? nil : newest))
    #expect(
      DownloadedArchive(path: path, now: .noon).newestPost(stop: CancellationFlag()) == (hasManifest ? nil : newest))
    #expect(imported.report.skipped.isEmpty)
  }

  @Test(arguments: ["2099-01-01T00:00:00.000Z", "1999-01-01T00:00:00.000Z", "yesterday"])
  func `An implausible date is ignored`(date: String) throws {
    let path = folder.path(of: "archive.zip")
    let packed = try TestArchive(.zip, at: path)
    try packed.add("data/tweets.js", Files.tweets(Files.tweet("1")), modified: Date(timeIntervalSince1970: 1_000_000))
    try packed.add("data/manifest.js", #"window.__THAR_CONFIG = {"archiveInfo": {"generationDate": "\#(date)"}}"#)
    try packed.close()
    let imported = try Imported(path)
    #expect(imported.batches.map(\.asOf) == [nil])
  }

  @Test(arguments: ["direct-messages.js", "tweet-headers.js", "tweetdeck.js", "ad-impressions.js", "tweets.js.bak"])
  func `No other file of an archive is read`(name: String) throws {
    let secret = Files.tweets(Files.tweet("2", "a secret"))
    let imported = try archive(
      .zip, ("data/\(name)", secret), ("data/account.js", Files.account),
      ("data/tweets.js", Files.tweets(Files.tweet("1"))))
    #expect(imported.items.map(\.post.id.rawValue) == ["1"])
    #expect(!String(describing: imported).contains("mail.example"))
  }

  @Test func `Damage costs damaged posts only, and is located`() throws {
    let imported = try archive(
      .zip, ("data/tweets.js", Files.tweets(Files.tweet("1"), #""id": 2, oops"#, Files.tweet("3"))))
    #expect(imported.items.map(\.post.id.rawValue) == ["1", "3"])
    let path = folder.path(of: "archive/data/tweets.js")
    let place = FileLocation(path: path, line: 2, column: 21, expected: "a key in quotes")
    #expect(
      imported.report.skipped == [SkippedFile(path: path, count: 1, reason: "Posts are damaged", first: place)])
  }

  @Test func `A single file is continued in its parts`() throws {
    try folder.write(Files.tweets(Files.tweet("1")), to: "tweets.js")
    try folder.write(Files.tweets(Files.tweet("2", "RT @bob: hi")), to: "tweets-part1.js")
    try folder.write(Files.account, to: "account.js")
    let imported = try Imported(folder.path(of: "tweets.js"))
    #expect(imported.ids(in: "Posts") == ["1"])
    #expect(imported.ids(in: "Reposts") == ["2"])
    #expect(imported.report.owner == Files.ada)
  }

  @Test func `An archive without posts is no error`() throws {
    let imported = try archive(.zip, ("data/tweets.js", "window.YTD.tweets.part0 = [ ]"))
    #expect(imported.report.read == 0)
    #expect(imported.batches.isEmpty)
  }
}
