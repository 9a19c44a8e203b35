import Domain
import FolderSupport
import Formats
import LocalFiles
import TestSupport
import Testing

/// Several files, and directories.
struct ManyFilesTests {
  private let folder = TemporaryFolder()

  private func read(_ names: String...) throws -> TimelineDocument {
    try TimelineFile(paths: names.map(folder.path), now: .noon).read()
  }

  private func tweets(_ part: Int, _ posts: (id: String, day: Int)...) -> String {
    let elements = posts.map {
      #"{"tweet": {"id": "\#($0.id)", "created_at": "Fri Mar 0\#($0.day) 12:00:00 +0000 2026"}}"#
    }
    return "window.YTD.tweets.part\(part) = [\(elements.joined(separator: ","))]"
  }

  @Test func `Several files are one timeline`() throws {
    try folder.write(tweets(0, ("a", 3), ("b", 1)), to: "one.js")
    try folder.write(tweets(1, ("c", 4), ("a", 3), ("d", 2)), to: "two.js")
    #expect(ids(try read("one.js", "two.js").timelines[0].posts) == ["c", "a", "d", "b"])
    #expect(try read("one.js", "two.js").timelines.count == 1)
  }

  @Test func `Damage in one part does not affect others`() throws {
    try folder.write(tweets(0, ("1", 3)), to: "data/tweets.js")
    try folder.write(
      "window.YTD.tweets.part1 = [{\"tweet\": {\"id\": \"2\"}}, {\"tweet\": {\"id\"", to: "data/tweets-part1.js")
    try folder.write(tweets(2, ("3", 1)), to: "data/tweets-part2.js")
    let document = try read("data/tweets.js")
    #expect(ids(document.timelines[0].posts) == ["1", "2", "3"])
    #expect(document.skipped?.count == 1)
    #expect(document.skipped?.first.path == folder.path(of: "data/tweets-part1.js"))
  }

  @Test func `A named part that is also a continuation is read once`() throws {
    try folder.write(tweets(0, ("a", 3)), to: "tweets.js")
    try folder.write(tweets(1, ("b", 2)), to: "tweets-part1.js")
    try folder.write(tweets(2, ("c", 1)), to: "tweets-part2.js")
    #expect(ids(try read("tweets.js").timelines[0].posts) == ["a", "b", "c"])
    #expect(ids(try read("tweets-part1.js").timelines[0].posts) == ["b", "c"])
    let all = try read("tweets-part1.js", "tweets.js")
    #expect(ids(all.timelines[0].posts) == ["a", "b", "c"])
    #expect(all.skipped == nil)
  }

  @Test(arguments: ["data/tweets.js", "tweets.js", "data/tweet.js", "tweet.js"])
  func `A folder is read as an unpacked archive`(name: String) throws {
    try folder.write(tweets(0, ("a", 1)), to: name)
    #expect(ids(try read("").timelines[0].posts) == ["a"])
  }

  @Test func `A folder without an archive names the expected files`() throws {
    try folder.write("{}", to: "notes.json")
    let path = folder.path(of: "")
    let reason = "Is a directory without an archive: no data/tweets.js, data/js/tweets or outbox.json"
    #expect(throws: TimelineError.fileUnreadable(path: path, reason: reason)) { try read("") }
  }

  @Test func `Timelines of one file do not apply to the next`() throws {
    try folder.write(
      #"{"tern": 1, "timelines": [{"name": "Home", "posts": [{"id": "h"}]}], "others": [{"id": "o"}]}"#, to: "tern.json"
    )
    try folder.write(tweets(0, ("a", 1)), to: "one.js")
    let document = try read("tern.json", "one.js")
    #expect(document.timelines.map(\.id.title) == ["Home", "Posts"])
    #expect(document.timelines.map { ids($0.posts) } == [["h"], ["a"]])
    #expect(ids(document.threadOnlyPosts) == ["o"])
  }

  @Test func `An unreadable file among several is reported`() throws {
    try folder.write(tweets(0, ("a", 1)), to: "one.js")
    for (text, expected) in [
      ("{}", "a format that Tern knows"), (#"{"error": "Not now"}"#, "posts, not an error: Not now"),
    ] {
      try folder.write(text, to: "two.js")
      for document in [try read("one.js", "two.js"), try read("two.js", "one.js")] {
        #expect(ids(document.timelines[0].posts) == ["a"])
        let place = FileLocation(path: folder.path(of: "two.js"), line: 1, column: 1, expected: expected)
        #expect(document.skipped == SkippedPosts(count: 1, first: place))
      }
      #expect(throws: TimelineError.self) { try read("two.js", "two.js") }
    }
  }

  @Test func `An empty file among several has no posts`() throws {
    try folder.write(tweets(0, ("a", 1)), to: "one.js")
    try folder.write("", to: "two.js")
    for document in [try read("one.js", "two.js"), try read("two.js", "one.js")] {
      #expect(ids(document.timelines[0].posts) == ["a"] && document.skipped == nil)
    }
  }

  @Test func `A missing file among several is named`() throws {
    try folder.write(tweets(0, ("a", 1)), to: "one.js")
    #expect(throws: TimelineError.fileMissing(path: folder.path(of: "two.js"))) { try read("one.js", "two.js") }
  }
}
