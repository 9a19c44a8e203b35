import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TestSupport
import TimelineCore

@testable import PostDetail

/// A presenter with its dependencies on a virtual clock.
@MainActor
final class PostDetailHarness {
  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let log = SpyEventLog()
  let clipboard = SpyClipboard()
  let cache = PostCache()
  /// Performs the user's actions; nil for a read-only account.
  var actions: PostActionService?
  /// The threads that have been read.
  var visits = ThreadVisits()
  let keymap = Observed(Keymap.standard)
  let time = Observed(TimeStyle.ages)
  let opener: SpyLinkOpener
  let threads: StubThreads
  private(set) var opened: [PostID] = []
  private(set) var navigations: [String] = []
  /// The opened destinations of posts.
  private(set) var destinations: [PostDestination] = []
  private let known: Post?
  private let navigation: NavigationCapabilities
  private let reloadDelay: Double
  private let features: StubServerFeatures?
  /// The notices that are not about the screen.
  private(set) var announcements: [String] = []
  private lazy var translations = features.map { server in
    PostTranslations(server, languages: ["en"], runner: runner) { [weak self] text, _ in
      self?.announcements.append(text)
    }
  }
  /// The pictures in lists.
  private(set) lazy var pictures = PostPictures(clock: clock, runner: runner)
  var canWrite = false
  private(set) lazy var router = PostRouter(
    showPost: { [weak self] in self?.open($0.id) }, show: { [weak self] in self?.destinations.append($0) },
    showLogin: { [weak self] in self?.navigations.append("login") })
  private(set) lazy var screen = ListScreen(
    PostDetailPresenter(of: subject, threads: threads, services: services, session: session, router: router) {
      [weak self] in self?.navigations.append("leave")
    }, services: services)
  var presenter: PostDetailPresenter { screen.presenter }
  var view: ShownThread { ShownThread(screen: screen) }

  convenience init(
    _ answers: StubThreads.Response..., known: Post? = nil, linkError: LinkError? = nil,
    navigation: NavigationCapabilities = NavigationCapabilities(),
    reloadDelay: Double = 0, hasSpareRequests: Bool = true, features: StubServerFeatures? = nil
  ) {
    self.init(
      answers: answers, known: known, linkError: linkError, navigation: navigation, reloadDelay: reloadDelay,
      hasSpareRequests: hasSpareRequests, features: features)
  }

  init(
    answers: [StubThreads.Response], known: Post? = nil, linkError: LinkError? = nil,
    navigation: NavigationCapabilities = NavigationCapabilities(),
    reloadDelay: Double = 0, hasSpareRequests: Bool = true, features: StubServerFeatures? = nil
  ) {
    self.features = features
    self.reloadDelay = reloadDelay
    self.known = known
    self.navigation = navigation
    threads = StubThreads(answers, hasSpareRequests: hasSpareRequests, clock: clock)
    opener = SpyLinkOpener(error: linkError)
  }

  var subject: PostDetailSubject {
    PostDetailSubject(PostRef(account: nil, id: PostID("1")), knownPost: known, reloadDelay: reloadDelay)
  }

  var session: AccountSession {
    AccountSession(
      account: .fixture(), navigation: navigation, cache: cache, actions: actions, canWrite: canWrite, visits: visits,
      translations: translations, features: features)
  }

  var services: AppServices {
    AppServices(
      openLink: OpenLink(opener: opener), clipboard: clipboard, keymap: keymap, time: time,
      pictures: pictures, clock: clock, runner: runner, log: log)
  }

  func open(_ id: PostID) { opened.append(id) }
  func say(_ text: String) { announcements.append(text) }

  /// An opened screen with a thread.
  static func opened(_ thread: PostThread) async -> PostDetailHarness {
    let harness = PostDetailHarness(.init(result: .success(thread)))
    await harness.open()
    return harness
  }

  /// The IDs of the rows.
  var ids: [String] {
    (0..<(presenter.thread?.count ?? 0)).map { presenter.thread?.post(at: $0)?.id.rawValue ?? "-" }
  }

  /// Opens the screen and completes all work that needs no time.
  func open() async {
    presenter.viewDidLoad()
    presenter.viewDidAppear()
    await settle()
  }

  func pass(seconds: Double) async {
    clock.advance(to: clock.now.addingTimeInterval(seconds))
    await settle()
  }

  /// Returns when all work is done or sleeps on the clock.
  func settle() async { await clock.settle(runner) }
}

extension PostThread {
  /// Two posts above, the post "1", two replies and a deleted one.
  static let fixture = PostThread(
    ancestors: [
      .unavailable(id: PostID("0"), reason: .notInSource),
      .post(.fixture(id: "2", text: "Is it done?", warning: "Tea")),
    ],
    post: .fixture(
      links: [Link(url: "https://timeline.example/compiler")], url: "https://timeline.example/1", replyTo: "2",
      warning: "Coffee"),
    replies: [
      .init(entry: .post(.fixture(id: "3", text: "Well done.")), depth: 0),
      .init(entry: .post(.fixture(id: "4", text: "Thank you.", url: "https://timeline.example/4")), depth: 1),
      .init(entry: .unavailable(id: nil, reason: .deleted), depth: 7),
    ])
}
