import InMemoryTimelinesSupport
import Domain
import Formats
import Foundation
import LocalFiles
import Runtime
import TestSupport
import Testing

@Suite struct FileAccountTests {
  private func account(_ path: String, _ document: TimelineDocument = .fixture()) -> FileAccount {
    FileAccount(paths: [path], source: StubDocumentSource(document), clock: VirtualClock(now: .noon))
  }

  @Test(arguments: [
    ("/archive/data/tweets.js", "/archive/data/tweets.js"), ("/archive/./data//../tweets.js", "/archive/tweets.js"),
    ("tweets.js", FileManager.default.currentDirectoryPath + "/tweets.js"), ("/../..", "/"),
  ]) func `The ID is the file's absolute path`(path: String, absolute: String) {
    #expect(account(path).account.id == .file(absolute))
  }

  @Test(arguments: [
    ("/archive/./data//../tweets.js", "/archive/tweets.js"), ("sub/../tweets.js", "tweets.js"),
    ("./tweets.js", "tweets.js"), ("../../tweets.js", "../../tweets.js"),
  ]) func `The path is shown without detours`(path: String, shown: String) {
    #expect(account(path).account.origin == .files([.path(shown)]))
  }

  @Test func `The name is the file's until the document is loaded`() async throws {
    let ada = Profile.fixture(handle: "ada", name: "Ada")
    let file = account("/archive/tweets.js", .fixture(profile: ada))
    #expect(await file.accounts().map(\.profile) == [Profile(handle: "", name: "tweets.js")])
    _ = try await file.source(of: file.account.id)?.timelines.overview(.cached)
    #expect(await file.accounts().map(\.profile) == [ada])
    #expect(await file.accounts().map(\.id) == [file.account.id])
  }

  @Test func `Standard input is an account and is read once`() async throws {
    let source = StubDocumentSource([.success(.fixture(home: [.fixture()])), .success(.fixture())])
    let file = FileAccount(paths: ["-"], source: source, clock: VirtualClock(now: .noon))
    #expect(file.account.id == .file("-"))
    let standardInput = try #require(file.source(of: file.account.id))
    for freshness in [Freshness.cached, .fresh, .cached] {
      #expect(try await standardInput.timelines.page(of: .home, PageRequest(.newest, limit: 1, freshness)).total == 1)
    }
    #expect(source.reads == 1)
  }

  @Test func `A source that can be read once cannot be refreshed`() throws {
    let (file, input) = (account("/archive/tweets.js"), account("-"))
    #expect(try #require(file.source(of: file.account.id)).capabilities.canRefresh)
    #expect(try !#require(input.source(of: input.account.id)).capabilities.canRefresh)
    #expect(input.account.origin == .files([.standardInput]))
    #expect(input.account.origin.label == "standard input")
  }

  @Test func `Several files are one account with their posts`() async throws {
    let file = FileAccount(
      paths: ["/a/tweets.js", "/a/tweets-part1.js"], source: StubDocumentSource(.fixture(home: [.fixture()])),
      clock: VirtualClock(now: .noon))
    #expect(file.account.id == .file("/a/tweets.js:/a/tweets-part1.js"))
    #expect(file.account.origin.label == "/a/tweets.js and 1 more")
  }

  @Test func `It has a source for its own account only`() throws {
    let file = account("/archive/tweets.js")
    let source = try #require(file.source(of: file.account.id))
    #expect(source.timelines as AnyObject === file.source(of: file.account.id)?.timelines as AnyObject)
    #expect(source.threads as AnyObject === source.timelines as AnyObject)
    #expect(file.source(of: .file("/archive")) == nil)
  }

  @Test func `Signing in needs the owner's handle`() async throws {
    let file = account("/archive/tweets.js", .fixture(profile: .fixture(handle: "ada", name: "Ada")))
    for handle in ["ada", ""] {
      await #expect(throws: SignInError.unknownAccount(handle: handle)) {
        try await file.signIn(handle: handle, password: "")
      }
    }
    _ = try await file.source(of: file.account.id)?.timelines.overview(.cached)
    #expect(try await file.signIn(handle: "@Ada", password: "").id == file.account.id)
  }
}
