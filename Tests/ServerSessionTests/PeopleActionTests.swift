import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What the reader does with people: shown and told at once, at the server, and as before where that says no.
@Suite(.timeLimit(.minutes(5))) struct PeopleActionTests {
  private static let no = TimelineError.refused(host: "server.example", message: "This is not allowed")
  private static let grace = Profile(id: "7", handle: "grace@server.example", name: "Grace")

  private func ties(_ tern: WritingTern) async throws -> Set<Relationship.Tie>? {
    try await tern.people.person(Self.grace, .cached).relationship?.ties
  }

  private func told(_ tern: WritingTern) -> [Set<Relationship.Tie>] {
    tern.told.all.compactMap { change in
      if case .relationship(let relationship, "7") = change { relationship.ties } else { nil }
    }
  }

  @Test func `Whoever is muted is so at once, and at the server`() async throws {
    let writing = try await WritingHarness()
    writing.server.relate(Relationship(ties: [.following]), with: "7")
    let tern = writing.start()
    #expect(try await ties(tern) == [.following])
    try await tern.actions.perform(.mute(MuteTerms(duration: 3_600), person: "7"))
    #expect(try await ties(tern) == [.following, .muting, .mutingNotifications])
    #expect(told(tern).first == [.following, .muting, .mutingNotifications])
    #expect(await writing.wait { writing.server.relationship(with: "7").ties.contains(.muting) })
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(try await tern.people.person(Self.grace, .fresh).relationship?.ties.contains(.muting) == true)
  }

  @Test func `A block that is refused leaves all as the server has it`() async throws {
    let writing = try await WritingHarness()
    let before: Set<Relationship.Tie> = [.following, .followedBy, .showingReposts]
    writing.server.relate(Relationship(ties: before), with: "7")
    writing.server.fail(at: .block, by: Self.no)
    let tern = writing.start()
    var refusals = tern.actions.refusals().makeAsyncIterator()
    _ = try await ties(tern)
    try await tern.actions.perform(.block(true, person: "7"))
    #expect(await refusals.next() == RefusedAction(.block(true, person: "7"), error: Self.no))
    #expect(try await ties(tern) == before)
    #expect(told(tern) == [[.blocking, .showingReposts], before])
  }

  @Test func `Pressed fast it ends in what was pressed last`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    _ = try await ties(tern)
    for isOn in [true, false, true, false] { try await tern.actions.perform(.follow(isOn, person: "7")) }
    #expect(try await ties(tern)?.contains(.following) == false)
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(!writing.server.relationship(with: "7").ties.contains(.following))
    #expect(try await ties(tern)?.contains(.following) == false)
    #expect(writing.server.mostInFlight <= 1)
  }

  @Test func `A notification that was dismissed, or answered, is kept no more`() async throws {
    let writing = try await WritingHarness()
    let tern = writing.start()
    func entry(_ id: String, _ kind: PostNotification.Kind, _ person: Profile) -> RemoteEntry {
      var post = Post(id: PostID(id), author: person, createdAt: .noon, text: PostText())
      post.notification = PostNotification(id: id, kind: kind, people: [person], at: .noon)
      return RemoteEntry(cursor: RemoteCursor(id), post: post)
    }
    var page = RemotePage()
    page.entries = [
      entry("3", .followRequest, Self.grace), entry("2", .follow, Self.grace),
      entry("1", .followRequest, Profile(id: "9", handle: "alan@server.example")),
    ]
    try await tern.cache.merge(page, into: .notifications, at: .newest, asOf: .noon)
    func kept() async throws -> [String]? {
      try await tern.cache.page(of: .notifications, at: .newest, limit: 9)?.page.posts.map(\.id.rawValue)
    }
    #expect(try await kept() == ["3", "2", "1"])
    try await tern.actions.perform(.acceptFollower(true, person: "7"))
    try await tern.actions.perform(.dismiss(notification: "2"))
    #expect(await tern.actions.sendWaiting() == nil)
    #expect(try await kept() == ["1"])
  }
}
