import InMemoryTimelinesSupport
import Domain
import FolderSupport
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import DemoSource

/// Publishing in a demo account whose server fails at it.
@Suite struct DemoWritingTests {
  private final class Remotes: Sendable {
    let all = Mutex<[AccountID: any RemotePublishing]>([:])
  }

  private let folder = TemporaryFolder()
  private let remotes = Remotes()
  private let accounts: DemoAccounts
  private let clock = VirtualClock(now: .noon)

  init() throws {
    accounts = DemoAccounts(
      directory: folder.path, clock: clock,
      makePublishing: { [remotes] id, remote in
        remotes.all.withLock { $0[id] = remote }
        return nil
      }, source: { _ in StubDocumentSource(.fixture(home: [.fixture(id: "1")])) })
  }

  private func remote(_ steps: String) throws -> any RemotePublishing {
    try folder.write(
      """
      {"tern": 1, "accounts": [{"handle": "ada@demo", "file": "ada.json", "writing": [\(steps)]}]}
      """, to: "accounts.json")
    _ = accounts.source(of: .demo("ada@demo"))
    return try #require(remotes.all.withLock { $0[.demo("ada@demo")] })
  }

  private func draft(_ text: String) -> Draft {
    var draft = Draft(account: .demo("ada@demo"), changedAt: clock.now)
    draft.text = text
    return draft
  }

  private func send(_ text: String, to remote: any RemotePublishing) async -> PublishingFailure? {
    do throws(PublishingFailure) {
      _ = try await remote.send(draft(text), key: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `Requests to publish fail in turn, and reading does not`() async throws {
    let remote = try remote(
      """
      {"failure": {"kind": "refused", "message": "No"}, "times": 1},
      {"failure": {"kind": "postGone", "id": "9"}, "times": 1}
      """)
    #expect(
      await send("one", to: remote)
        == PublishingFailure(.refused(host: "timeline.example", message: "No"), mayHaveArrived: false))
    let timelines = try #require(accounts.source(of: .demo("ada@demo"))).timelines
    #expect(try await timelines.page(of: .home, at: .newest, limit: 9).ids == ["1"])
    #expect(
      await send("two", to: remote)
        == PublishingFailure(.postUnavailable(id: PostID("9"), reason: .deleted), mayHaveArrived: false))
    #expect(await send("three", to: remote) == nil)
    #expect(try await remote.ownPosts(since: .distantPast).map(\.text.plain) == ["three"])
  }

  @Test func `If the response is lost, the post is published and a second request repeats it`() async throws {
    let remote = try remote(#"{"failure": {"kind": "lostAnswer", "seconds": 10}, "times": 1}"#)
    #expect(try await remote.publishingCapabilities().keyLifetime == nil)
    let failure = try #require(await send("one", to: remote))
    #expect(failure.mayHaveArrived && failure.reason == .timedOut(host: "timeline.example", seconds: 10))
    #expect(try await remote.ownPosts(since: .distantPast).map(\.text.plain) == ["one"])
    // Sending again without a check publishes it twice.
    #expect(await send("one", to: remote) == nil)
    #expect(try await remote.ownPosts(since: .distantPast).count == 2)
  }

  @Test func `Accounts are found by the start of their handle or of a word of their name`() async throws {
    let remote = try remote(#"{"failure": {"kind": "refused", "message": "No"}, "times": 1}"#)
    for typed in ["g", "gra", "@grace", "Hop", "grace hopper"] {
      #expect(try await remote.profiles(matching: typed, limit: 5).map(\.handle) == ["grace"], "\(typed)")
    }
    #expect(try await remote.profiles(matching: "race", limit: 5) == [])
    #expect(try await remote.profiles(matching: "", limit: 5) == [])
  }

  @Test func `Suggested hashtags are those of all posts, also of own ones`() async throws {
    let remote = try remote(#"{"failure": {"kind": "refused", "message": "No"}, "times": 1}"#)
    #expect(try await remote.tags(matching: "lo", limit: 9) == [])
    _ = await send("#Lorry", to: remote)
    #expect(await send("#Loom and #lathe", to: remote) == nil)
    #expect(try await remote.tags(matching: "lo", limit: 9) == ["Loom"])
    #expect(try await remote.tags(matching: "", limit: 9) == [])
  }

  @Test func `An expired session for publishing ends with the next sign-in`() async throws {
    let remote = try remote(#"{"failure": {"kind": "sessionExpired"}}"#)
    for _ in 0..<2 {
      #expect(
        await send("one", to: remote)?.reason == .sessionExpired(handle: "ada@demo", host: "timeline.example"))
    }
    _ = try await accounts.signIn(handle: "ada@demo", password: "")
    #expect(await send("one", to: remote) == nil)
  }
}
