import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

@Suite struct ServerPeopleTests {
  /// Knows Grace, and counts how often it was asked.
  private final class Server: RemotePeople {
    private let state = Mutex((questions: [String](), failure: TimelineError?.none))
    var questions: [String] { state.withLock(\.questions) }
    func fail(by error: TimelineError?) { state.withLock { $0.failure = error } }

    private func note(_ question: String) throws(TimelineError) {
      let failure = state.withLock { state in
        state.questions.append(question)
        return state.failure
      }
      if let failure { throw failure }
    }

    func person(_ person: Profile) async throws(TimelineError) -> ProfilePage {
      try note(person.id ?? person.handle)
      return ProfilePage(profile: Profile(id: "7", handle: "grace@far.example", name: "Grace"))
    }

    func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
      try note("history of \(post.rawValue)")
      return [PostVersion(at: .noon, text: PostText([.text("First")]))]
    }
  }

  private let server = Server()
  private let timelines = StubTimelineRepository()
  private let clock = VirtualClock(now: .noon)
  private let mentioned = Profile(handle: "grace@far.example")
  private let known = Profile(id: "7", handle: "grace@far.example")
  private let people: ServerPeople

  init() { people = ServerPeople(remote: server, timelines: timelines, clock: clock) }

  @Test func `For five minutes somebody is not asked for again, unless the reader wants it so`() async throws {
    for _ in 0..<3 { #expect(try await people.person(mentioned, .cached).profile.id == "7") }
    #expect(server.questions == ["grace@far.example"])
    _ = try await people.person(Profile(handle: "GRACE@far.example"), .cached)
    #expect(server.questions.count == 1)
    _ = try await people.person(known, .cached)
    #expect(server.questions.count == 1)
    _ = try await people.person(known, .fresh)
    #expect(server.questions == ["grace@far.example", "7"])
    clock.advance(to: .noon.addingTimeInterval(301))
    _ = try await people.person(known, .cached)
    #expect(server.questions.count == 3)
  }

  @Test func `A failure is told, and asked again the next time`() async throws {
    server.fail(by: .offline(host: "h"))
    await #expect(throws: TimelineError.offline(host: "h")) { try await people.person(known, .cached) }
    server.fail(by: nil)
    #expect(try await people.person(known, .cached).profile.name == "Grace")
  }

  @Test func `Posts are those of a timeline, and whoever is but mentioned is looked up first`() async throws {
    _ = try await people.posts(of: mentioned, .media, at: .newest, limit: 9, .cached)
    _ = try await people.posts(of: known, .posts, at: .newest, limit: 9, .fresh)
    #expect(server.questions == ["grace@far.example"])
    #expect(
      timelines.requests == [
        .page(of: .profile("7", .media), at: .newest, limit: 9), .fresh,
        .page(of: .profile("7"), at: .newest, limit: 9),
      ])
  }

  @Test func `What a post has said is asked for once in five minutes`() async throws {
    let histories = ServerPostHistories(remote: server, clock: clock)
    for _ in 0..<3 { #expect(try await histories.versions(of: PostID("1"), .cached).count == 1) }
    _ = try await histories.versions(of: PostID("2"), .cached)
    _ = try await histories.versions(of: PostID("1"), .fresh)
    #expect(server.questions == ["history of 1", "history of 2", "history of 1"])
  }
}
