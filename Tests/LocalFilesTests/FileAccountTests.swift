import DocumentsSupport
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
  ]) func `It is known by its file's absolute path`(path: String, absolute: String) {
    #expect(account(path).account.id == AccountID("file:" + absolute))
    #expect(account(path).account.source == path)
  }

  @Test func `It is named for its file until the document has been read`() async throws {
    let ada = Profile.fixture(handle: "ada", name: "Ada")
    let file = account("/archive/tweets.js", .fixture(profile: ada))
    #expect(await file.accounts().map(\.profile) == [Profile(handle: "", name: "tweets.js")])
    _ = try await file.repository(for: file.account.id)?.overview()
    #expect(await file.accounts().map(\.profile) == [ada])
    #expect(await file.accounts().map(\.id) == [file.account.id])
  }

  @Test func `Standard input is an account too, and is read once`() async throws {
    let source = StubDocumentSource([.success(.fixture(home: [.fixture()])), .success(.fixture())])
    let file = FileAccount(paths: ["-"], source: source, clock: VirtualClock(now: .noon))
    #expect(file.account.id == AccountID("file:-"))
    let repository = try #require(file.repository(for: file.account.id))
    for _ in 1...2 {
      #expect(try await repository.page(of: .home, at: .newest, limit: 1).total == 1)
      await repository.refresh()
    }
    #expect(source.reads == 1)
  }

  @Test func `It gives one repository, and none for others`() throws {
    let file = account("/archive/tweets.js")
    let repository = try #require(file.repository(for: file.account.id))
    #expect(repository as AnyObject === file.repository(for: file.account.id) as AnyObject)
    #expect(file.repository(for: AccountID("file:/archive")) == nil)
  }

  @Test func `Whoever names the one whose it is, is let in`() async throws {
    let file = account("/archive/tweets.js", .fixture(profile: .fixture(handle: "ada", name: "Ada")))
    for handle in ["ada", ""] {
      await #expect(throws: SignInError.unknownAccount(handle: handle)) {
        try await file.signIn(handle: handle, password: "")
      }
    }
    _ = try await file.repository(for: file.account.id)?.overview()
    #expect(try await file.signIn(handle: "@Ada", password: "").id == file.account.id)
  }
}
