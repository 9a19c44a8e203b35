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

@testable import ServerSearch

/// Returns a preset response, and records requests.
final class StubServerSearch: ServerSearchRepository {
  let host = "near.example"
  private struct State {
    var answer: Result<ServerMatches, TimelineError>
    var requests: [String] = []
  }

  private let clock: VirtualClock
  private let seconds: Double
  private let state: Mutex<State>

  init(_ answer: Result<ServerMatches, TimelineError>, seconds: Double, clock: VirtualClock) {
    self.clock = clock
    self.seconds = seconds
    state = Mutex(State(answer: answer))
  }

  var requests: [String] { state.withLock(\.requests) }
  func answer(_ answer: Result<ServerMatches, TimelineError>) { state.withLock { $0.answer = answer } }

  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    let answer = state.withLock { state in
      state.requests.append(words + (freshness == .fresh ? " refresh" : ""))
      return state.answer
    }
    if seconds > 0 {
      do { try await clock.sleep(seconds: seconds) } catch { throw .cancelled }
    }
    return try answer.get()
  }
}

/// The server search screen with stubs for everything around it.
@MainActor
final class ServerSearchHarness: ScreenDriver {
  static let grace = Profile(
    id: "7", handle: "grace@far.example", name: "Grace Hopper",
    details: ProfileDetails(bio: "I compile, and I weave looms."))
  static let found = ServerMatches(
    posts: [
      .fixture(id: "1", author: grace, text: "A loom of one's own"),
      .fixture(id: "2", author: Profile(handle: "alan"), text: "Loom again"),
    ], profiles: [grace], tags: [.init(name: "loom", uses: 1_204, isFollowed: true), .init(name: "looms")])

  let cache = PostCache()
  private(set) lazy var server = StubServerSearch(answer, seconds: seconds, clock: clock)
  private let answer: Result<ServerMatches, TimelineError>
  private let seconds: Double
  private(set) var ways: [String] = []
  private(set) lazy var viewController = ServerSearchAssembly.make(
    search, services: services, session: session, router: router)
  private let query: SearchQuery
  /// The notification whose people are listed instead of matches.
  var notification: PostNotification?
  /// The delay in seconds before the relationships with them are requested.
  var loadDelay = 0.0
  /// Performs actions on accounts; nil if the account is read-only.
  var actions: PostActionService?

  init(
    _ words: String = "loom", _ answer: Result<ServerMatches, TimelineError> = .success(found), seconds: Double = 0
  ) throws {
    query = try SearchQuery(words, now: .noon)
    (self.answer, self.seconds) = (answer, seconds)
    super.init()
    size.width = 60
  }

  /// Listed instead of matches.
  var list: ServerProfileList?

  /// Shown instead of matches.
  var features: ServerSearch?

  private var search: ServerSearch {
    if let features { return features }
    if let list { return .list(list) }
    return notification.map { .profiles(ListedProfiles(of: $0, loadDelay: loadDelay)) }
      ?? .matches(of: query, server)
  }

  private var session: AccountSession {
    AccountSession(
      account: .fixture(origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
      navigation: NavigationCapabilities(profiles: true, mentionsAndTags: true, versions: true), cache: cache,
      actions: actions)
  }

  private var router: PostRouter {
    PostRouter(
      showPost: { [weak self] in self?.ways.append("post \($0.id.rawValue)") },
      show: { [weak self] in self?.ways.append($0.words) },
      showLogin: { [weak self] in self?.ways.append("login") })
  }

  /// Opens the screen and runs everything that is ready.
  func open() async -> Self {
    await show(viewController)
    return self
  }
}
