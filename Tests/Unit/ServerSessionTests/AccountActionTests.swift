import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Actions on accounts: shown immediately, sent, and reverted if refused.
@Suite(.timeLimit(.minutes(5))) struct AccountActionTests {
  private static let no = TimelineError.refused(host: "server.example", message: "This is not allowed")
  private static let grace = Profile(id: "7", handle: "grace@server.example", name: "Grace")

  private func ties(_ tern: AppInstance) async throws -> Set<Relationship.Flag>? {
    let reported = try await tern.profiles.profile(Self.grace, .cached).relationship
    return tern.actions.userChanges.about(.account("7")).reduce(reported) { $0?.applying($1.action, at: $1.at) }?.flags
  }

  private func reportedChanges(_ tern: AppInstance) -> [Set<Relationship.Flag>] {
    tern.reportedChanges.all.compactMap { change in
      if case .relationship(let relationship, "7") = change { relationship.flags } else { nil }
    }
  }

  @Test func `A mute is shown at once and sent`() async throws {
    let writing = try await WritingHarness()
    writing.server.relate(Relationship(flags: [.following]), with: "7")
    let tern = writing.start()
    #expect(try await ties(tern) == [.following])
    try await tern.actions.perform(.mute(MuteOptions(duration: 3_600), account: "7"))
    #expect(try await ties(tern) == [.following, .muting, .mutingNotifications])
    #expect(await writing.wait { writing.server.relationship(with: "7").flags.contains(.muting) })
    #expect(await tern.actions.sendPending() == nil)
    #expect(reportedChanges(tern) == [[.following, .muting, .mutingNotifications]])
    #expect(try await tern.profiles.profile(Self.grace, .fresh).relationship?.flags.contains(.muting) == true)
  }

  @Test func `A refused block is reverted`() async throws {
    let writing = try await WritingHarness()
    let before: Set<Relationship.Flag> = [.following, .followedBy, .showingReposts]
    writing.server.relate(Relationship(flags: before), with: "7")
    writing.server.fail(at: .block, by: Self.no)
    let tern = writing.start()
    var refusals = tern.actions.refusals().makeAsyncIterator()
    _ = try await ties(tern)
    try await tern.actions.perform(.block(true, account: "7"))
    #expect(await refusals.next() == RefusedAction(.block(true, account: "7"), error: Self.no))
    #expect(try await ties(tern) == before)
    #expect(reportedChanges(tern).isEmpty)
  }

  @Test func `Fast toggling ends in the last state`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    _ = try await ties(tern)
    for isOn in [true, false, true, false] { try await tern.actions.perform(.follow(isOn, account: "7")) }
    #expect(try await ties(tern)?.contains(.following) == false)
    #expect(await tern.actions.sendPending() == nil)
    #expect(!writing.server.relationship(with: "7").flags.contains(.following))
    #expect(try await ties(tern)?.contains(.following) == false)
    #expect(writing.server.maxInFlight <= 1)
  }

  @Test func `A dismissed or handled notification leaves the cache`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    func entry(_ id: String, _ kind: PostNotification.Kind, _ person: Profile) -> RemoteEntry {
      var post = Post(id: PostID(id), author: person, createdAt: .noon, text: PostText())
      post.notification = PostNotification(id: id, kind: kind, profiles: [person], at: .noon)
      return RemoteEntry(cursor: RemoteCursor(id), post: post)
    }
    var page = RemotePage()
    page.entries = [
      entry("3", .followRequest, Self.grace), entry("2", .follow, Self.grace),
      entry("1", .followRequest, Profile(id: "9", handle: "alan@server.example")),
    ]
    try await tern.cache.merge(page, into: .notifications, at: .newest, asOf: .noon)
    func cachedIDs() async throws -> [String]? {
      try await tern.cache.page(of: .notifications, PageRequest(.newest, limit: 9))?.page.posts.map(\.id.rawValue)
    }
    #expect(try await cachedIDs() == ["3", "2", "1"])
    try await tern.actions.perform(.acceptFollower(true, account: "7"))
    try await tern.actions.perform(.dismiss(notification: "2"))
    #expect(await tern.actions.sendPending() == nil)
    #expect(try await cachedIDs() == ["1"])
  }
}
