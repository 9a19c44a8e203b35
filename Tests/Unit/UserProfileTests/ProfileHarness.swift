import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import TimelineCore

@testable import UserProfile

/// Returns the given responses and records the requests.
final class StubProfiles: ProfileRepository {
  struct Responses {
    var person: Result<ProfilePage, TimelineError>
    var personSeconds: Double = 0
    var posts: [ProfileTab: Result<TimelinePage, TimelineError>] = [:]
    var postSeconds: Double = 0
    var familiar: [Profile] = []
  }

  private let clock: VirtualClock
  private let state: Mutex<(answers: Responses, requests: [String])>

  init(_ answers: Responses, clock: VirtualClock) {
    self.clock = clock
    state = Mutex((answers, []))
  }

  let tabs = ProfileTab.allCases
  var requests: [String] { state.withLock(\.requests) }
  func change(_ change: (inout Responses) -> Void) { state.withLock { change(&$0.answers) } }

  func profile(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    let answers = record("\(person.handle)\(freshness == .fresh ? " refresh" : "")")
    try await wait(answers.personSeconds)
    return try answers.person.get()
  }

  func posts(
    of person: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    let answers = record(tab.rawValue)
    try await wait(answers.postSeconds)
    return try answers.posts[tab]?.get() ?? TimelinePage()
  }

  func profiles(in list: ProfileList, after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage {
    ProfileListPage(state.withLock { $0.answers.familiar })
  }

  private func record(_ request: String) -> Responses {
    state.withLock { state in
      state.requests.append(request)
      return state.answers
    }
  }

  private func wait(_ seconds: Double) async throws(TimelineError) {
    guard seconds > 0 else { return }
    do { try await clock.sleep(seconds: seconds) } catch { throw .cancelled }
  }
}

/// A profile screen with its dependencies on a virtual clock.
@MainActor
final class ProfileHarness: ScreenDriver {
  static let grace = Profile(
    id: "7", handle: "grace@far.example", name: "Grace Hopper",
    details: ProfileDetails(
      url: "https://far.example/@grace", joinedAt: .noon, followers: 1_204, following: 1, posts: 43))
  static let page = ProfilePage(
    profile: grace,
    about: PostText([
      .text("I compile. "), .link(Link(url: "https://far.example/tags/loom", text: "#loom", kind: .tag)),
    ]),
    fields: [
      .init(
        name: "Web", value: PostText([.link(Link(url: "https://g.example"))]), verifiedAt: .noon),
      .init(name: "Tea", value: PostText([.text("black")])),
    ], isLocked: true, isBot: true, relationship: Relationship(flags: [.followedBy, .following, .showingReposts]))

  /// Performs the user's actions; nil if there are none.
  var server: StubActions?
  private(set) var notices: [String] = []
  private(set) lazy var actor: PostActionService? = server.map { server in
    PostActionService(server, of: .demo("ada@demo"), cache: PostCache(), clock: clock, runner: runner) {
      [weak self] text, _ in
      self?.notices.append(text)
    }
  }
  let cache = PostCache()
  private(set) lazy var repository = StubProfiles(answers, clock: clock)
  private let answers: StubProfiles.Responses
  let person: Profile
  private(set) var navigations: [String] = []
  private(set) lazy var viewController = ProfileAssembly.make(
    of: person, profiles: repository, changes: { AsyncStream { $0.finish() } }, services: services, session: session,
    router: router)

  init(_ person: Profile = grace, _ answers: StubProfiles.Responses) {
    self.person = person
    self.answers = answers
    super.init()
  }

  /// Three posts. The second one is a repost.
  static func posts() -> TimelinePage {
    TimelinePage(posts: [
      .fixture(id: "1", author: grace, text: "One"),
      .fixture(
        id: "2", author: Profile(handle: "alan@far.example", name: "Alan"), text: "Two", repost: Repost(by: grace)),
      .fixture(id: "3", author: grace, text: "Three", state: .edited),
    ])
  }

  /// Whether the server lists people and can be managed.
  var lists = false

  private var session: AccountSession {
    AccountSession(
      account: .fixture(origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
      navigation: NavigationCapabilities(
        profiles: true, mentionsAndTags: true, versions: true, profileLists: lists, management: lists), cache: cache,
      actions: actor)
  }

  private var router: PostRouter {
    PostRouter(
      showPost: { [weak self] in self?.navigations.append("post \($0.id.rawValue)") },
      show: { [weak self] in self?.navigations.append($0.words) },
      showLogin: { [weak self] in self?.navigations.append("login") })
  }

  /// Opens the screen and completes all work that needs no time.
  func open() async -> Self {
    await show(viewController)
    return self
  }
}
