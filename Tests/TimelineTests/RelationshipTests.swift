import Domain
import Foundation
import PostCell
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// What goes from timelines with what there is between people and the reader.
@MainActor @Suite struct RelationshipTests {
  private final class Server: ActionRepository {
    private let done = Mutex<[UserAction]>([])
    private let refused: Broadcast<RefusedAction>
    init(_ clock: VirtualClock) { refused = Broadcast(clock: clock) }
    var actions: [UserAction] { done.withLock(\.self) }
    let kinds = Set(UserAction.Kind.allCases)
    func perform(_ action: UserAction) async throws(StoreError) { done.withLock { $0.append(action) } }
    func refusals() -> AsyncStream<RefusedAction> { refused.listen() }
    func lists() async throws(TimelineError) -> [ListedTimeline] { [] }
    func refuse(_ action: UserAction) {
      refused.notify(RefusedAction(action, error: .refused(host: "h", message: "No")))
    }
  }

  private static let alan = Profile(id: "9", handle: "alan@far.example", name: "Alan")
  private let clock = VirtualClock(now: .noon)
  private let server: Server

  init() { server = Server(clock) }

  private func stage(_ timelines: [(TimelineID, [Post])], first: TimelineID? = nil) async -> TimelineHarness {
    let stage = TimelineHarness(
      timelines.map { (kind: $0.0, posts: $0.1) }, firstTimeline: first, actions: server, clock: clock)
    await stage.after { $0.viewDidLoad() }
    return stage
  }

  private var posts: [Post] {
    [.fixture(id: "1"), .fixture(id: "2", author: Self.alan), .fixture(id: "3"), .fixture(id: "4", author: Self.alan)]
  }

  private func shown(_ stage: TimelineHarness) -> [String] {
    stage.presenter.pager.window?.posts.map(\.id.rawValue) ?? []
  }

  @Test func `Whoever is muted goes from the timeline at once, and U brings them back`() async {
    let stage = await stage([(.home, posts)])
    stage.presenter.didSelectRow(at: 2)
    stage.presenter.act(.person(.mute(MuteTerms())), at: 1)
    #expect(shown(stage) == ["1", "3"])
    #expect(stage.presenter.pager.selectedPost?.id.rawValue == "3")
    await stage.after { $0.takeBack() }
    #expect(shown(stage) == ["1", "2", "3", "4"])
    #expect(stage.presenter.pager.selectedPost?.id.rawValue == "3")
    #expect(server.actions == [.mute(MuteTerms(), person: "9"), .mute(nil, person: "9")])
  }

  @Test func `Whoever is asked first answers for whom they were asked, whoever stands there by then`() async throws {
    let stage = await stage([(.home, posts)])
    let (alan, grace) = (stage.presenter.acts(at: 1), stage.presenter.acts(at: 2))
    let (second, third) = (try #require(alan.entry), try #require(grace.entry))
    await stage.after { $0.act(.person(.mute(MuteTerms())), at: 1) }
    #expect(shown(stage) == ["1", "3"])
    let person = try #require(posts[2].author).actingID
    // What was third is second by now, and what was second is not there.
    stage.presenter.act(.block(true), on: try #require(grace.person), of: third)
    stage.presenter.act(.block(true), on: try #require(alan.person), of: second)
    stage.presenter.act(.block(true), on: try #require(alan.person), of: third)
    await stage.after { _ in }
    #expect(server.actions == [.mute(MuteTerms(), person: "9"), .block(true, person: person)])
    #expect(stage.view.notices.last?.text == "That is not here any more: nothing was done.")
  }

  @Test func `A menu that stands open while the list changes opens whom it names`() async throws {
    let stage = TimelineHarness(
      [(kind: .home, posts: posts)], reach: NavigationCapabilities(people: true), actions: server, clock: clock)
    await stage.after { $0.viewDidLoad() }
    func offer(at index: Int) throws -> AvailableCommand {
      let cell = PostCellViewModel(posts[index], now: .noon)
      return try #require(
        PostCommands.availableCommands(for: cell, at: index, presenter: stage.presenter)
          .first { $0.command == PostCommands.person })
    }
    let availableCommands = [try offer(at: 1), try offer(at: 2)]
    await stage.after { $0.act(.person(.mute(MuteTerms())), at: 1) }
    for offer in availableCommands { if case .perform(let act) = offer.effect { act() } }
    #expect(stage.router.destinations == [.person(try #require(posts[2].author))])
    #expect(stage.view.notices.last?.text == "That is not here any more: nothing was done.")
  }

  @Test func `They are in no later page, and come back with a no`() async {
    let stage = await stage([(.home, posts)])
    await stage.after { $0.act(.person(.block(true)), at: 1) }
    await stage.after { $0.refresh() }
    #expect(shown(stage) == ["1", "3"])
    server.refuse(.block(true, person: "9"))
    await stage.after { _ in }
    #expect(shown(stage) == ["1", "2", "3", "4"])
  }

  @Test func `A timeline behind another one is right when it comes back`() async {
    let stage = await stage([(.home, posts), (.local, posts)])
    await stage.after { $0.showTimeline(at: 1) }
    await stage.after { $0.act(.person(.mute(MuteTerms())), at: 1) }
    await stage.after { $0.takeBack() }
    await stage.after { $0.showTimeline(at: 0) }
    #expect(shown(stage) == ["1", "2", "3", "4"])
  }

  @Test func `A request to follow is answered where it stands, and a notification dismissed`() async {
    func entry(_ id: String, _ kind: PostNotification.Kind) -> Post {
      var post = Post.fixture(id: id, author: Self.alan)
      post.notification = PostNotification(id: id, kind: kind, people: [Self.alan], at: .noon.minutesAgo(1))
      return post
    }
    let stage = await stage([(.notifications, [entry("1", .followRequest), entry("2", .follow)])])
    #expect(stage.presenter.acts(at: 0).person?.ties.contains(.requestedBy) == true)
    #expect(stage.presenter.acts(at: 1).person?.ties.contains(.requestedBy) == false)
    await stage.after { $0.act(.person(.accept(true)), at: 0) }
    #expect(shown(stage) == ["2"])
    await stage.after { $0.act(.dismiss, at: 0) }
    #expect(shown(stage) == [])
    #expect(server.actions == [.acceptFollower(true, person: "9"), .dismiss(notification: "2")])
    server.refuse(.dismiss(notification: "2"))
    await stage.after { _ in }
    #expect(shown(stage) == ["2"])
  }

  @Test func `A tag is followed from its timeline`() async {
    let stage = await stage([(.tag("tea"), posts)], first: .tag("tea"))
    #expect(stage.view.header.abilities.tag?.name == "tea")
    let isFollowed = stage.view.header.abilities.tag?.isFollowed
    await stage.after { $0.followTag() }
    #expect(stage.view.header.abilities.tag?.isFollowed == isFollowed.map { !$0 })
    #expect(server.actions == [.followTag(isFollowed == false, "tea")])
  }
}
