import InMemoryTimelinesSupport
import Domain
import FolderSupport
import Foundation
import Runtime
import TestSupport
import Testing

@testable import DemoSource

/// Relationships in a demo account.
@Suite struct DemoProfilesTests {
  private let folder = TemporaryFolder()
  private let source: Source
  private let actions: any ActionRepository

  init() throws {
    try folder.write(
      """
      {"tern": 1, "accounts": [{"handle": "ada@demo", "file": "ada.json", "people": {
        "requests": [{"handle": "owl", "name": "Owl Eyes"}], "locked": ["daisy"], "refusing": ["tom"],
        "followers": ["nick"], "lists": ["East"]}}]}
      """, to: "accounts.json")
    let accounts = DemoAccounts(directory: folder.path, clock: VirtualClock(now: .noon)) { _ in
      StubDocumentSource(.fixture(home: [.fixture(id: "1", author: Profile(handle: "nick", name: "Nick"))]))
    }
    source = try #require(accounts.source(of: .demo("ada@demo")))
    actions = try #require(source.actions)
  }

  private func ties(_ handle: String) async throws -> Set<Relationship.Flag>? {
    try await source.profiles?.profile(Profile(handle: handle), .cached).relationship?.flags
  }

  private func notifications() async throws -> [PostNotification.Kind] {
    try await source.timelines.page(of: .notifications, PageRequest(.newest, limit: 9)).posts.compactMap(\.notification)
      .map(\.kind)
  }

  @Test func `Relationships are those of the file, and then change with the user's actions`() async throws {
    #expect(try await ties("nick") == [.following, .followedBy, .showingReposts])
    #expect(try await ties("ada@demo") == nil)
    var changes = source.timelines.changes().makeAsyncIterator()
    try await actions.perform(.mute(MuteOptions(duration: 60), account: "nick"))
    let muted = try await source.profiles?.profile(Profile(handle: "nick"), .cached).relationship
    #expect(muted?.flags.contains(.muting) == true && muted?.mutedUntil == .noon.addingTimeInterval(60))
    var change = await changes.next()
    // The demo's own changes end immediately, and their end may be reported before the mute.
    if change == .loadingFinished { change = await changes.next() }
    #expect(change == muted.map { .relationship($0, account: "nick") })
    try await actions.perform(.follow(true, account: "daisy"))
    #expect(try await ties("daisy")?.contains(.requested) == true)
    try await actions.perform(.follow(false, account: "daisy"))
    #expect(try await ties("daisy")?.contains(.requested) == false)
  }

  @Test func `A refusal is reported and changes nothing`() async throws {
    var refusals = actions.refusals().makeAsyncIterator()
    let before = try await ties("tom")
    try await actions.perform(.follow(true, account: "tom"))
    let no = TimelineError.refused(host: "timeline.example", message: "This action is not allowed")
    #expect(await refusals.next() == RefusedAction(.follow(true, account: "tom"), error: no))
    #expect(try await ties("tom") == before)
  }

  @Test func `Follow requests are notifications until accepted, and dismissed ones disappear`() async throws {
    #expect(try await source.timelines.overview(.cached).timelines.map(\.id).last == .notifications)
    #expect(try await notifications() == [.followRequest, .follow])
    try await actions.perform(.acceptFollower(true, account: "owl"))
    #expect(try await notifications() == [.follow])
    #expect(try await ties("owl")?.contains(.followedBy) == true)
    try await actions.perform(.dismiss(notification: "follow-nick"))
    #expect(try await notifications() == [])
    #expect(try await actions.lists().map(\.title) == ["East"])
  }
}
