import Domain
import Foundation
import PostCell
import Runtime
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Hiding posts of muted, blocked and unfollowed accounts.
@MainActor @Suite struct RelationshipTests {
  private static let alan = Profile(id: "9", handle: "alan@far.example", name: "Alan")
  private let clock = VirtualClock(now: .noon)
  private let server: StubActions

  init() { server = StubActions(lists: [ListedTimeline(.list("1"), title: "Friends")], clock: clock) }

  private func makeHarness(_ timelines: [(TimelineID, [Post])], first: TimelineID? = nil) async -> TimelineHarness {
    let harness = TimelineHarness(
      timelines.map { (kind: $0.0, posts: $0.1) }, firstTimeline: first, actions: server, clock: clock)
    await harness.after { $0.viewDidLoad() }
    return harness
  }

  private var posts: [Post] {
    [.fixture(id: "1"), .fixture(id: "2", author: Self.alan), .fixture(id: "3"), .fixture(id: "4", author: Self.alan)]
  }

  private func shown(_ harness: TimelineHarness) -> [String] {
    harness.presenter.timelines.pager.window?.posts.map(\.id.rawValue) ?? []
  }

  @Test func `Posts of muted accounts disappear at once, and undo restores them`() async {
    let harness = await makeHarness([(.home, posts)])
    harness.presenter.didSelectRow(at: 2)
    harness.presenter.perform(.profile(.mute(MuteOptions())), at: 1)
    #expect(shown(harness) == ["1", "3"])
    #expect(harness.presenter.timelines.pager.selectedPost?.id.rawValue == "3")
    await harness.after { $0.undo() }
    #expect(shown(harness) == ["1", "2", "3", "4"])
    #expect(harness.presenter.timelines.pager.selectedPost?.id.rawValue == "3")
    #expect(server.actions == [.mute(MuteOptions(), account: "9"), .mute(nil, account: "9")])
  }

  @Test func `A confirmation applies to the post it was shown for`() async throws {
    let harness = await makeHarness([(.home, posts)])
    let (alan, grace) = (harness.presenter.availability(at: 1), harness.presenter.availability(at: 2))
    let (second, third) = (try #require(alan.entry), try #require(grace.entry))
    await harness.after { $0.perform(.profile(.mute(MuteOptions())), at: 1) }
    #expect(shown(harness) == ["1", "3"])
    let person = try #require(posts[2].author).actionTargetID
    // The third row is now the second. The former second row was removed.
    harness.presenter.perform(.block(true), on: try #require(grace.profileActions), of: third)
    harness.presenter.perform(.block(true), on: try #require(alan.profileActions), of: second)
    harness.presenter.perform(.block(true), on: try #require(alan.profileActions), of: third)
    await harness.after { _ in }
    #expect(server.actions == [.mute(MuteOptions(), account: "9"), .block(true, account: person)])
    #expect(harness.view.notices.last?.text == PostCommands.unavailableText)
  }

  @Test func `The author of a post can be added to a list of the user`() async {
    let harness = await makeHarness([(.home, posts)])
    let lists = harness.presenter.availability(at: 1).profileActions?.lists
    #expect(lists == [.init(id: "1", title: "Friends", isOn: false)])
    await harness.after { $0.perform(.profile(.addToList(true, "1")), at: 1) }
    #expect(harness.presenter.availability(at: 1).profileActions?.lists?.first?.isOn == true)
    #expect(harness.presenter.availability(at: 0).profileActions?.lists?.first?.isOn == false)
  }

  @Test func `An open menu applies to its post when the list changes`() async throws {
    let harness = TimelineHarness(
      [(kind: .home, posts: posts)], navigation: NavigationCapabilities(profiles: true), actions: server, clock: clock)
    await harness.after { $0.viewDidLoad() }
    func offer(at index: Int) throws -> AvailableCommand {
      let cell = PostCellViewModel(posts[index], now: .noon)
      return try #require(
        PostCommands.availableCommands(for: cell, at: index, presenter: harness.presenter)
          .first { $0.command == PostCommands.authorProfile })
    }
    let availableCommands = [try offer(at: 1), try offer(at: 2)]
    await harness.after { $0.perform(.profile(.mute(MuteOptions())), at: 1) }
    for offer in availableCommands { if case .perform(let act) = offer.effect { act() } }
    #expect(harness.router.destinations == [.profile(try #require(posts[2].author))])
    #expect(harness.view.notices.last?.text == PostCommands.unavailableText)
  }

  @Test func `Muted accounts are missing in later pages, and return after a refusal`() async {
    let harness = await makeHarness([(.home, posts)])
    await harness.after { $0.perform(.profile(.block(true)), at: 1) }
    await harness.after { $0.refresh() }
    #expect(shown(harness) == ["1", "3"])
    server.refuse(.block(true, account: "9"))
    await harness.after { _ in }
    #expect(shown(harness) == ["1", "2", "3", "4"])
  }

  @Test func `A timeline in the background is updated when shown`() async {
    let harness = await makeHarness([(.home, posts), (.local, posts)])
    await harness.after { $0.showTimeline(at: 1) }
    await harness.after { $0.perform(.profile(.mute(MuteOptions())), at: 1) }
    await harness.after { $0.undo() }
    await harness.after { $0.showTimeline(at: 0) }
    #expect(shown(harness) == ["1", "2", "3", "4"])
  }

  @Test func `A follow request is answered and a notification dismissed in place`() async {
    func entry(_ id: String, _ kind: PostNotification.Kind) -> Post {
      var post = Post.fixture(id: id, author: Self.alan)
      post.notification = PostNotification(id: id, kind: kind, profiles: [Self.alan], at: .noon.minutesAgo(1))
      return post
    }
    let harness = await makeHarness([(.notifications, [entry("1", .followRequest), entry("2", .follow)])])
    #expect(harness.presenter.availability(at: 0).profileActions?.flags.contains(.requestedBy) == true)
    #expect(harness.presenter.availability(at: 1).profileActions?.flags.contains(.requestedBy) == false)
    await harness.after { $0.perform(.profile(.accept(true)), at: 0) }
    #expect(shown(harness) == ["2"])
    await harness.after { $0.perform(.dismiss, at: 0) }
    #expect(shown(harness) == [])
    #expect(server.actions == [.acceptFollower(true, account: "9"), .dismiss(notification: "2")])
    server.refuse(.dismiss(notification: "2"))
    await harness.after { _ in }
    #expect(shown(harness) == ["2"])
  }

  @Test func `A hashtag is followed from its timeline`() async {
    let harness = await makeHarness([(.tag("tea"), posts)], first: .tag("tea"))
    #expect(harness.view.header.capabilities.tag?.name == "tea")
    let isFollowed = harness.view.header.capabilities.tag?.isFollowed
    await harness.after { $0.followTag() }
    #expect(harness.view.header.capabilities.tag?.isFollowed == isFollowed.map { !$0 })
    #expect(server.actions == [.followTag(isFollowed == false, "tea")])
  }
}
