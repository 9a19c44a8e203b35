import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource
@Suite struct MockTimelineRepositoryTests {
  private static let host = "timeline.example"
  private static let expired = TimelineError.sessionExpired(handle: "ada@demo", host: host)
  private let clock = VirtualClock(now: .noon)
  private let base = StubTimelineRepository(
    pages: [.success(TimelinePage(total: 0, offset: 0))], changes: [.loadingFinished])

  private func repository(_ steps: [DemoStep]) -> MockTimelineRepository {
    MockTimelineRepository(base, handle: "ada@demo", steps: steps, clock: clock)
  }

  /// The error of a request; nil if it succeeds.
  private func error(of repository: MockTimelineRepository) async -> TimelineError? {
    do throws(TimelineError) {
      _ = try await repository.page(of: .home, PageRequest(.newest, limit: 5))
      return nil
    } catch {
      return error
    }
  }

  @Test func `Without steps all calls are forwarded`() async throws {
    let repository = repository([])
    _ = try await repository.overview(.cached)
    _ = try await repository.page(of: .home, PageRequest(.oldest, limit: 5))
    _ = try await repository.page(of: .home, PageRequest(.newest, limit: 7, .fresh))
    _ = try await repository.thread(of: .fixture("1"), .cached)
    _ = try await repository.thread(of: .fixture("2"), .fresh)
    let tea = try SearchQuery("tea", now: .noon)
    _ = try await repository.matches(of: tea, PageRequest(.newest, limit: 5))
    _ = try await repository.matchCount(of: tea, upTo: 9)
    var changes: [SourceChange] = []
    for await change in repository.changes() { changes.append(change) }
    #expect(changes == [.loadingFinished])
    let expected: [StubTimelineRepository.Request] = [
      .overview, .page(of: .home, at: .oldest, limit: 5), .fresh, .page(of: .home, at: .newest, limit: 7),
      .thread(of: .fixture("1")), .fresh, .thread(of: .fixture("2")),
      .matches(of: "tea", at: .newest, limit: 5), .matchCount(of: "tea", upTo: 9), .changes,
    ]
    #expect(base.requests == expected)
  }

  @Test func `A slow request responds after its time`() async {
    let repository = repository([DemoStep(latency: 3)])
    let request = Task { await error(of: repository) }
    #expect(await clock.waitForSleepers(1))
    #expect(clock.nextDeadline == Date.noon.addingTimeInterval(3))
    #expect(base.requests.isEmpty)
    clock.advance(to: .noon.addingTimeInterval(3))
    #expect(await request.value == nil)
    #expect(base.requests.count == 1)
  }

  @Test func `A cancelled slow request ends at once`() async {
    let repository = repository([DemoStep(latency: 3)])
    let request = Task { await error(of: repository) }
    #expect(await clock.waitForSleepers(1))
    request.cancel()
    #expect(await request.value == .cancelled)
    #expect(base.requests.isEmpty)
  }

  @Test func `Slow requests run concurrently`() async {
    let repository = repository([DemoStep(latency: 3)])
    let requests = (1...3).map { _ in Task { await error(of: repository) } }
    #expect(await clock.waitForSleepers(3))
    clock.advance(to: .noon.addingTimeInterval(3))
    for request in requests { #expect(await request.value == nil) }
  }

  @Test func `The tabs are available while every request is slow or fails`() async throws {
    let repository = repository([DemoStep(latency: 3, failure: .offline)])
    #expect(try await repository.overview(.cached).timelines == [ListedTimeline(.home)])
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [
    (DemoFailure.offline, TimelineError.offline(host: host)),
    (.timedOut(seconds: 10), .timedOut(host: host, seconds: 10)),
    (.serverError(message: "Over capacity"), .serverError(host: host, message: "Over capacity")),
    (.sessionExpired, expired),
    (.rateLimited(seconds: 15), .rateLimited(host: host, until: .noon.addingTimeInterval(15))),
    (.untrustedHost(reason: "expired"), .untrustedHost(host: host, reason: "expired")),
    (.refused(message: "No"), .refused(host: host, message: "No")),
    (.webPage(title: "Welcome"), .webPage(host: host, title: "Welcome")),
    (
      .accountGone(message: "Gone", movedTo: "@ada@b.example"),
      .accountGone(host: host, message: "Gone", movedTo: "@ada@b.example")
    ),
    (.maintenance(seconds: nil), .maintenance(host: host, until: nil)),
    (.maintenance(seconds: 20), .maintenance(host: host, until: .noon.addingTimeInterval(20))),
  ]) func `A failure without an end lasts forever, also for threads`(
    failure: DemoFailure, expected: TimelineError
  ) async {
    let repository = repository([DemoStep(failure: failure)])
    for _ in 1...3 { #expect(await error(of: repository) == expected) }
    await #expect(throws: expected) { try await repository.thread(of: .fixture("1"), .cached) }
    #expect(base.requests.isEmpty)
  }

  @Test func `A step lasts for its number of requests, then the next one starts`() async {
    let repository = repository([
      DemoStep(times: 1), DemoStep(failure: .offline, times: 2),
      DemoStep(failure: .serverError(message: "No"), times: 1),
    ])
    var errors: [TimelineError?] = []
    for _ in 1...5 { errors.append(await error(of: repository)) }
    let offline = TimelineError.offline(host: Self.host)
    #expect(errors == [nil, offline, offline, .serverError(host: Self.host, message: "No"), nil])
  }

  @Test func `A failure with latency fails after it`() async {
    let repository = repository([DemoStep(latency: 2, failure: .timedOut(seconds: 2), times: 1)])
    let request = Task { await error(of: repository) }
    #expect(await clock.waitForSleepers(1))
    clock.advance(to: .noon.addingTimeInterval(2))
    #expect(await request.value == .timedOut(host: Self.host, seconds: 2))
    #expect(await error(of: repository) == nil)
  }

  @Test func `A rate limit lasts from its first request to its end`() async {
    let repository = repository([DemoStep(times: 1), DemoStep(failure: .rateLimited(seconds: 15))])
    #expect(await error(of: repository) == nil)
    clock.advance(to: .noon.addingTimeInterval(100))
    let until = Date.noon.addingTimeInterval(115)
    let limited = TimelineError.rateLimited(host: Self.host, until: until)
    #expect(await error(of: repository) == limited)
    clock.advance(to: .noon.addingTimeInterval(114.9))
    #expect(await error(of: repository) == limited)
    clock.advance(to: until)
    #expect(await error(of: repository) == nil)
    #expect(await error(of: repository) == nil)
  }

  @Test func `Maintenance lasts until its end; without one, as long as its step`() async {
    let repository = repository([
      DemoStep(failure: .maintenance(seconds: 20)), DemoStep(failure: .maintenance(seconds: nil), times: 1),
    ])
    for _ in 1...2 {
      #expect(await error(of: repository) == .maintenance(host: Self.host, until: .noon.addingTimeInterval(20)))
    }
    clock.advance(to: .noon.addingTimeInterval(20))
    #expect(await error(of: repository) == .maintenance(host: Self.host, until: nil))
    #expect(await error(of: repository) == nil)
  }

  @Test func `Cached posts need no request and have their age`() async throws {
    let repository = MockTimelineRepository(
      base, handle: "ada@demo", steps: [DemoStep(failure: .offline, times: 1)], kept: 600, clock: clock)
    #expect(repository.capabilities.maxAge == 60)
    let cached = try await repository.page(of: .home, PageRequest(.newest, limit: 5))
    #expect(cached.asOf == .noon.addingTimeInterval(-600))
    clock.advance(to: .noon.addingTimeInterval(5))
    await #expect(throws: TimelineError.offline(host: Self.host)) {
      try await repository.page(of: .home, PageRequest(.newest, limit: 5, .fresh))
    }
    #expect(try await repository.page(of: .home, PageRequest(.newest, limit: 5)).asOf == cached.asOf)
    #expect(try await repository.page(of: .home, PageRequest(.newest, limit: 5, .fresh)).asOf == clock.now)
    #expect(try await repository.page(of: .home, PageRequest(.newest, limit: 5)).asOf == clock.now)
  }

  @Test func `A profile needs no request, but its posts do`() async throws {
    let repository = repository([DemoStep(failure: .offline)])
    let account = Profile(handle: "ada@demo")
    let people = DemoProfiles(
      WritableDemoRepository(repository, account: .demo("ada@demo"), profile: account, clock: clock))
    #expect(try await people.profile(Profile(handle: "ada@demo"), .cached).profile.handle == "ada@demo")
    await #expect(throws: TimelineError.offline(host: Self.host)) {
      try await people.posts(of: Profile(handle: "ada@demo"), .withReplies, PageRequest(.newest, limit: 5))
    }
  }

  @Test func `An expired session lasts until the user signs in again`() async {
    let repository = repository([DemoStep(failure: .sessionExpired, times: 1)])
    for _ in 1...3 { #expect(await error(of: repository) == Self.expired) }
    await repository.userDidSignIn()
    #expect(await error(of: repository) == nil)
  }

  @Test func `Signing in before the session expires has no effect`() async {
    let repository = repository([DemoStep(failure: .sessionExpired)])
    await repository.userDidSignIn()
    #expect(await error(of: repository) == Self.expired)
  }

  @Test func `Signing in ends no other failure`() async {
    let repository = repository([DemoStep(failure: .offline)])
    #expect(await error(of: repository) == .offline(host: Self.host))
    await repository.userDidSignIn()
    #expect(await error(of: repository) == .offline(host: Self.host))
  }
}
