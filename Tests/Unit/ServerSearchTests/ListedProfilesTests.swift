import Domain
import Synchronization
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import ServerSearch

/// The people of a notification without a post.
@MainActor @Suite struct ListedProfilesTests {
  private static let alan = Profile(id: "8", handle: "alan@far.example", name: "Alan Turing")

  @Test func `People are listed at once, without a request`() async throws {
    let harness = try ServerSearchHarness()
    harness.notification = PostNotification(
      id: "n1", kind: .follow, profiles: [ServerSearchHarness.grace, Self.alan], count: 5, at: .noon)
    harness.navigator.setRoot(harness.viewController)
    // Before any task can run.
    #expect(harness.text().contains("Grace Hopper @grace@far.example and 4 others followed you"))
    await harness.settle()
    let text = harness.text()
    #expect(text.contains("@grace@far.example") && text.contains("@alan@far.example"))
    #expect(text.contains("and 3 more people"))
    #expect(!harness.text().contains("refresh"))
    await harness.press(.character("R"))
    #expect(harness.text().contains("Nothing to refresh here"))
    await harness.press(.character("j"), .enter)
    #expect(harness.ways == ["profile alan@far.example"])
    #expect(harness.server.requests.isEmpty)
  }

  /// Follows no one but Grace, and counts requests.
  private final class People: ProfileRepository {
    let tabs: [ProfileTab] = [.posts]
    private let state = Mutex<[[String]]>([])
    var requests: [[String]] { state.withLock(\.self) }

    func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
      throw .cancelled
    }

    func posts(
      of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
    ) async throws(TimelineError) -> TimelinePage { throw .cancelled }

    func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
      state.withLock { $0.append(profiles.map(\.handle)) }
      return ["7": Relationship(flags: [.following, .followedBy, .showingReposts]), "8": Relationship()]
    }
  }

  /// A harness with the people of a notification and the actions that have been performed.
  private func harness(
    of kind: PostNotification.Kind, loadDelay: Double = 0
  ) throws -> (harness: ServerSearchHarness, people: People, server: StubActions) {
    let harness = try ServerSearchHarness()
    let (people, server) = (People(), StubActions(clock: harness.clock))
    harness.loadDelay = loadDelay
    harness.notification = PostNotification(
      id: "n1", kind: kind, profiles: [ServerSearchHarness.grace, Self.alan], at: .noon)
    harness.actions = PostActionService(
      server, of: .demo("ada@demo"), cache: harness.cache, clock: harness.clock, runner: harness.runner
    ) { _, _ in }
    harness.actions?.profiles = people
    return (harness, people, server)
  }

  @Test func `The list says whom the user follows, after one request`() async throws {
    let (harness, people, _) = try harness(of: .follow)
    let text = await harness.open().text()
    #expect(text.contains("I compile, and I weave looms."))
    #expect(text.contains("follows you · you follow them") && text.contains("you don’t follow them"))
    #expect(people.requests == [["grace@far.example", "alan@far.example"]])
  }

  @Test func `Beside another list the relationships are requested after a delay`() async throws {
    let (harness, people, _) = try harness(of: .favourite, loadDelay: 1)
    #expect(await harness.open().text().contains("Grace"))
    #expect(people.requests.isEmpty)
    await harness.advance(1)
    #expect(people.requests.count == 1 && harness.text().contains("you follow them"))
  }

  @Test func `People can be followed from the list`() async throws {
    let (harness, _, server) = try harness(of: .favourite)
    _ = await harness.open()
    await harness.press(.character("j"), .character("f"))
    #expect(server.actions == [.follow(true, account: "8")])
    #expect(harness.text().contains("you follow them\n") || harness.text().contains("follow them"))
    await harness.press(.character("a"), .character("!"))
    #expect(harness.ways == ["report alan@far.example"])
  }

  @Test func `Requests can be accepted before the relationship is known`() async throws {
    let (harness, _, server) = try harness(of: .followRequest, loadDelay: 60)
    _ = await harness.open()
    await harness.press(.character("="), .character("y"))
    #expect(server.actions == [.acceptFollower(true, account: "7")])
  }

  @Test func `A notification without people shows an empty view`() async throws {
    let harness = try ServerSearchHarness()
    harness.notification = PostNotification(id: "n1", kind: .severedRelationships, profiles: [], at: .noon)
    let text = await harness.open().text()
    #expect(text.contains("your server removed some of your connections") && text.contains("names no people"))
  }
}
