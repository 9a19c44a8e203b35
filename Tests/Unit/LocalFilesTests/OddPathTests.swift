import Domain
import FolderSupport
import Formats
import Foundation
import TestSupport
import Testing

@testable import LocalFiles

/// Links and special files instead of regular ones. None of them is waited for.
struct OddPathTests {
  private let folder = TemporaryFolder()
  private let tweets = #"window.YTD.tweets.part0 = [{"tweet": {"id": "1", "full_text": "hi"}}]"#
  private let account = #"window.YTD.account.part0 = [{"account": {"username": "ada"}}]"#

  private func read(_ name: String) throws -> TimelineDocument {
    try TimelineFile(paths: [folder.path(of: name)], now: .noon).read()
  }

  private func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: name), withDestinationPath: destination)
  }

  @Test(arguments: ["one.json", "itself.json", "loop/tweets.js"])
  func `A circular link is an error`(name: String) throws {
    try link("one.json", to: "two.json")
    try link("two.json", to: "one.json")
    try link("itself.json", to: "itself.json")
    try link("loop", to: "loop")
    let error = TimelineError.fileUnreadable(
      path: folder.path(of: name), reason: "Too many levels of symbolic links")
    #expect(throws: error) { try read(name) }
  }

  @Test func `A folder with links to itself is no archive`() throws {
    try link("data", to: ".")
    try link("tweets.js", to: "tweets.js")
    try link("outbox.json", to: "data")
    let reason = "Is a directory without an archive: no data/tweets.js, data/js/tweets or outbox.json"
    #expect(throws: TimelineError.fileUnreadable(path: folder.path(of: "data"), reason: reason)) { try read("data") }
  }

  @Test func `A dangling link is missing`() throws {
    try link("gone.json", to: "nothing.json")
    #expect(throws: TimelineError.fileMissing(path: folder.path(of: "gone.json"))) { try read("gone.json") }
  }

  @Test(arguments: ["link", "link/", "link/data/tweets.js", "tweets"])
  func `A link to an archive's folder is followed`(name: String) throws {
    try folder.write(tweets, to: "archive/data/tweets.js")
    try folder.write(account, to: "archive/data/account.js")
    try link("link", to: "archive")
    try link("tweets", to: "archive/data")
    let document = try read(name)
    #expect(ids(document.timelines[0].posts) == ["1"])
    #expect(document.profile == Profile(handle: "ada"))
  }

  @Test func `A link to an archive's file uses the link's folder for others`() throws {
    try folder.write(tweets, to: "archive/tweets.js")
    try folder.write(account, to: "account.js")
    try link("tweets.js", to: "archive/tweets.js")
    #expect(try read("tweets.js").profile == Profile(handle: "ada"))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "account.js"])
  func `An account.js that is not a file is ignored`(destination: String) throws {
    try folder.write(tweets, to: "tweets.js")
    try link("account.js", to: destination)
    try expectPostsAlone()
  }

  @Test func `An account.js that is a pipe is not waited for`() throws {
    try folder.write(tweets, to: "tweets.js")
    #expect(mkfifo(folder.path(of: "account.js"), 0o600) == 0)
    try expectPostsAlone()
  }

  @Test func `A next part that is a pipe is ignored`() throws {
    try folder.write(tweets, to: "tweets.js")
    #expect(mkfifo(folder.path(of: "tweets-part1.js"), 0o600) == 0)
    try expectPostsAlone()
  }

  private func expectPostsAlone() throws {
    let document = try read("tweets.js")
    #expect(ids(document.timelines[0].posts) == ["1"])
    #expect(document.profile == nil)
    #expect(document.skipped == nil)
  }
}
