import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

@Suite struct ServerProfilesTests {
  /// Returns Grace's profile and counts requests.
  private final class Server: RemoteProfiles, PostHistoryRepository {
    private let state = Mutex((pageRequests: [String](), failure: TimelineError?.none))
    var pageRequests: [String] { state.withLock(\.pageRequests) }
    func fail(with error: TimelineError?) { state.withLock { $0.failure = error } }

    private func record(_ request: String) throws(TimelineError) {
      let failure = state.withLock { state in
        state.pageRequests.append(request)
        return state.failure
      }
      if let failure { throw failure }
    }

    func profile(_ person: Profile) async throws(TimelineError) -> ProfilePage {
      try record(person.id ?? person.handle)
      return ProfilePage(profile: Profile(id: "7", handle: "grace@far.example", name: "Grace"))
    }

    func relationships(with accounts: [String]) async throws(TimelineError) -> [String: Relationship] {
      try record("relationships with \(accounts.joined(separator: ", "))")
      return Dictionary(uniqueKeysWithValues: accounts.map { ($0, Relationship(flags: [.followedBy])) })
    }

    func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
      try record("history of \(post.rawValue)")
      return [PostVersion(at: .noon, text: PostText([.text("First")]))]
    }
  }

  private let server = Server()
  private let timelines = StubTimelineRepository()
  private let clock = VirtualClock(now: .noon)
  private let mentioned = Profile(handle: "grace@far.example")
  private let known = Profile(id: "7", handle: "grace@far.example")
  private let profiles: ServerProfiles

  init() { profiles = ServerProfiles(remote: server, timelines: timelines, clock: clock) }

  @Test func `A profile is cached for five minutes unless refreshed`() async throws {
    for _ in 0..<3 { #expect(try await profiles.profile(mentioned, .cached).profile.id == "7") }
    #expect(server.pageRequests == ["grace@far.example"])
    _ = try await profiles.profile(Profile(handle: "GRACE@far.example"), .cached)
    #expect(server.pageRequests.count == 1)
    _ = try await profiles.profile(known, .cached)
    #expect(server.pageRequests.count == 1)
    _ = try await profiles.profile(known, .fresh)
    #expect(server.pageRequests == ["grace@far.example", "7"])
    clock.advance(to: .noon.addingTimeInterval(301))
    _ = try await profiles.profile(known, .cached)
    #expect(server.pageRequests.count == 3)
  }

  @Test func `A failure is thrown, and the next call loads again`() async throws {
    server.fail(with: .offline(host: "h"))
    await #expect(throws: TimelineError.offline(host: "h")) { try await profiles.profile(known, .cached) }
    server.fail(with: nil)
    #expect(try await profiles.profile(known, .cached).profile.name == "Grace")
  }

  @Test func `Relationships with accounts of known IDs are requested together`() async throws {
    let found = try await profiles.relationships(with: [known, mentioned, Profile(id: "8", handle: "alan")])
    #expect(Set(found.keys) == ["7", "8"] && found["8"]?.flags == [.followedBy])
    #expect(try await profiles.relationships(with: [mentioned]).isEmpty)
    #expect(server.pageRequests == ["relationships with 7, 8"])
  }

  @Test func `Posts are those of a timeline; a mentioned account is looked up first`() async throws {
    _ = try await profiles.posts(of: mentioned, .media, PageRequest(.newest, limit: 9))
    _ = try await profiles.posts(of: known, .posts, PageRequest(.newest, limit: 9, .fresh))
    #expect(server.pageRequests == ["grace@far.example"])
    #expect(
      timelines.requests == [
        .page(of: .profile("7", .media), at: .newest, limit: 9), .fresh,
        .page(of: .profile("7"), at: .newest, limit: 9),
      ])
  }

  @Test func `Versions of a post are cached for five minutes`() async throws {
    let histories = ServerPostHistories(server, clock: clock)
    for _ in 0..<3 { #expect(try await histories.versions(of: PostID("1"), .cached).count == 1) }
    _ = try await histories.versions(of: PostID("2"), .cached)
    _ = try await histories.versions(of: PostID("1"), .fresh)
    #expect(server.pageRequests == ["history of 1", "history of 2", "history of 1"])
  }
}
