import InMemoryTimelinesSupport
import Domain
import FolderSupport
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource

/// The features of a demo account's simulated server in addition to timelines.
@Suite struct DemoFeaturesTests {
  private let folder = TemporaryFolder()
  private let server: any ServerFeatureRepository

  init() throws {
    try folder.write(
      #"""
      {"tern": 1, "accounts": [{"handle": "ada@demo", "file": "ada.json", "server": {
        "about": "Looms", "suggestions": [{"handle": "nick"}, {"handle": "daisy"}],
        "announcements": [{"text": "Tea", "age": 60}],
        "links": [{"url": "https://example.com/a", "title": "Looms", "site": "Example"}],
        "translations": [{"post": "1", "text": "Hello", "language": "de"}],
        "missingReplies": [{"post": "1", "author": {"handle": "keeper@far.example"}, "text": "More"}]}}]}
      """#, to: "accounts.json")
    let accounts = DemoAccounts(directory: folder.path, clock: VirtualClock(now: .noon)) { _ in
      StubDocumentSource(
        .fixture(home: [
          .fixture(
            id: "1", author: Profile(handle: "grace@far.example"), text: "Hallo", url: "https://far.example/@grace/1")
        ]))
    }
    server = try #require(accounts.source(of: .demo("ada@demo"))?.features)
  }

  @Test func `everything in the file is offered`() {
    #expect(server.features == Set(ServerFeature.allCases))
  }

  @Test func `trends have the links of the file and the posts of the account`() async throws {
    let trends = try await server.trends(.cached)
    #expect(trends.links.map(\.title) == ["Looms"] && trends.posts.map(\.id) == [PostID("1")])
  }

  @Test func `a removed suggestion stays removed`() async throws {
    try await server.removeSuggestion(of: Profile(handle: "nick"))
    #expect(try await server.suggestions(.fresh).map(\.handle) == ["daisy"])
  }

  @Test func `announcements can be read`() async throws {
    let announcement = try #require(try await server.announcements(.cached).first)
    try await server.dismiss(announcement)
    let changed = try await server.announcements(.cached)
    #expect(changed.map(\.isRead) == [true])
  }

  @Test func `posts and profiles are found by their addresses`() async throws {
    func found(_ address: String) async throws -> FoundAddress? {
      try await server.found(at: try #require(FediverseAddress(address)))
    }
    guard case .post(let post)? = try await found("https://far.example/@grace/1") else {
      Issue.record("No post was found.")
      return
    }
    #expect(post.id == PostID("1"))
    #expect(try await found("@grace@far.example") == .profile(Profile(handle: "grace@far.example")))
    #expect(try await found("https://far.example/@grace/2") == nil)
  }

  @Test func `a listed post is translated, others are refused`() async throws {
    #expect(try await server.translation(of: PostID("1")).text.plain == "Hello")
    await #expect(throws: TimelineError.self) { try await server.translation(of: PostID("2")) }
  }

  @Test func `a thread gets the replies of the author's server once`() async throws {
    guard
      case .post(let post)? = try await server.found(
        at: try #require(FediverseAddress("https://far.example/@grace/1")))
    else { return }
    let completed = try await server.addingMissingReplies(to: PostThread(post: post))
    #expect(completed.added.count == 1 && completed.host == "far.example")
    #expect(try await server.addingMissingReplies(to: completed.thread).added.isEmpty)
  }
}
