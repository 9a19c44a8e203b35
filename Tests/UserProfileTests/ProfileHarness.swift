import Domain
import Foundation
import PostCell
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import TimelineCore

@testable import UserProfile

/// Gives the answers that it was told to give, and records what it was asked.
final class StubLoadPerson: LoadProfileUseCase {
  struct Answers {
    var person: Result<ProfilePage, TimelineError>
    var personSeconds: Double = 0
    var posts: [ProfileTab: Result<TimelinePage, TimelineError>] = [:]
    var postSeconds: Double = 0
  }

  private let clock: VirtualClock
  private let state: Mutex<(answers: Answers, requests: [String])>

  init(_ answers: Answers, clock: VirtualClock) {
    self.clock = clock
    state = Mutex((answers, []))
  }

  let parts = ProfileTab.allCases
  var requests: [String] { state.withLock(\.requests) }
  func change(_ change: (inout Answers) -> Void) { state.withLock { change(&$0.answers) } }

  func callAsFunction(_ person: Profile, isRefresh: Bool) async throws(TimelineError) -> ProfilePage {
    let answers = note("\(person.handle)\(isRefresh ? " anew" : "")")
    try await wait(answers.personSeconds)
    return try answers.person.get()
  }

  func posts(
    of person: Profile, _ part: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    let answers = note(part.rawValue)
    try await wait(answers.postSeconds)
    return try answers.posts[part]?.get() ?? TimelinePage()
  }

  private func note(_ request: String) -> Answers {
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

/// Takes what is wanted, and refuses what it is told to.
final class StubActions: ActionRepository {
  private let done = Mutex<[UserAction]>([])
  private let refused: Broadcast<RefusedAction>
  let kinds: Set<UserAction.Kind>
  var actions: [UserAction] { done.withLock(\.self) }

  init(_ kinds: Set<UserAction.Kind>, clock: VirtualClock) {
    self.kinds = kinds
    refused = Broadcast(clock: clock)
  }

  func perform(_ action: UserAction) async throws(StoreError) { done.withLock { $0.append(action) } }
  func refusals() -> AsyncStream<RefusedAction> { refused.listen() }
  func lists() async throws(TimelineError) -> [ListedTimeline] { [ListedTimeline(.list("1"), title: "Friends")] }

  func refuse(_ action: UserAction) {
    refused.notify(RefusedAction(action, error: .refused(host: "near.example", message: "No")))
  }
}

/// A person's screen with everything around it.
@MainActor
final class ProfileHarness {
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
    ], isLocked: true, isBot: true, relationship: Relationship(ties: [.followedBy, .following, .showingReposts]))

  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  /// What the reader does goes here; nil where nothing can be done.
  var server: StubActions?
  private(set) var notices: [String] = []
  private(set) lazy var actor: PostActionService? = server.map { server in
    PostActionService(server, of: .demo("ada@demo"), cache: PostCache(), clock: clock, runner: runner) {
      [weak self] text, _ in
      self?.notices.append(text)
    }
  }
  let cache = PostCache()
  let opener = SpyLinkOpener()
  let clipboard = SpyClipboard()
  let loadPerson: StubLoadPerson
  let person: Profile
  private(set) var ways: [String] = []
  private(set) lazy var viewController = ProfileAssembly.make(dependencies: dependencies, router: router)
  let navigator = Navigator()

  init(_ person: Profile = grace, _ answers: StubLoadPerson.Answers) {
    self.person = person
    loadPerson = StubLoadPerson(answers, clock: clock)
  }

  /// Three posts, the second one passed on from somebody else.
  static func posts() -> TimelinePage {
    TimelinePage(posts: [
      .fixture(id: "1", author: grace, text: "One"),
      .fixture(
        id: "2", author: Profile(handle: "alan@far.example", name: "Alan"), text: "Two", repost: Repost(by: grace)),
      .fixture(id: "3", author: grace, text: "Three", state: .edited),
    ])
  }

  private var dependencies: ProfileDependencies {
    ProfileDependencies(
      person: person,
      account: .fixture(origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
      capabilities: SourceCapabilities(),
      reach: NavigationCapabilities(people: true, namedInTexts: true, versions: true),
      cache: cache, actor: actor, loadPerson: loadPerson, changes: { AsyncStream { $0.finish() } },
      openLink: OpenLink(opener: opener), clipboard: clipboard, clock: clock, runner: runner, log: SpyEventLog())
  }

  private var router: ProfileRouter {
    ProfileRouter(
      showPost: { [weak self] in self?.ways.append("post \($0.id.rawValue)") },
      show: { [weak self] in self?.ways.append(Self.words($0)) },
      showAccounts: { [weak self] in self?.ways.append("accounts") },
      stepAccount: { [weak self] in self?.ways.append("account \($0)") },
      showLogin: { [weak self] in self?.ways.append("login") })
  }

  private static func words(_ destination: PostDestination) -> String {
    switch destination {
    case .person(let person): "person \(person.handle)"
    case .tag(let name): "tag \(name)"
    case .versions(let post): "versions of \(post.id.rawValue)"
    case .pictures(let post): "pictures of \(post.id.rawValue)"
    case .report(let person, let post): "report \(person.handle) \(post?.id.rawValue ?? "")"
    case .composer(let writing, let post): "\(writing.map { "\($0)" } ?? "write") \(post?.id.rawValue ?? "")"
    }
  }

  /// Opens the screen and lets all that can happen without time happen.
  func open() async -> Self {
    navigator.setRoot(viewController)
    await settle()
    return self
  }

  func settle() async { await clock.settle(runner) }

  func advance(_ seconds: Double) async { await clock.advance(by: seconds, runner) }

  func lines(_ width: Int = 80, _ height: Int = 24) -> [String] {
    navigator.draw(size: Size(width: width, height: height)).lines
  }

  func text(_ width: Int = 80, _ height: Int = 24) -> String { lines(width, height).joined(separator: "\n") }

  func press(_ keys: Key...) async {
    for key in keys { navigator.handle(key) }
    await settle()
  }
}
