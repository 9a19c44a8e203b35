import Domain
import Foundation
import PostCell
import Runtime
import TerminalKit
import TestSupport
import TimelineCore

@testable import PostDetail

/// A presenter with everything around it.
@MainActor
final class PostDetailHarness {
  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let view = SpyPostDetailView()
  let log = SpyEventLog()
  let clipboard = SpyClipboard()
  let cache = PostCache()
  let keymap = Observed(Keymap.standard)
  let time = Observed(TimeStyle.ages)
  let opener: SpyLinkOpener
  let loadThread: StubLoadThread
  private(set) var opened: [PostID] = []
  private(set) var ways: [String] = []
  /// Where posts have led beside their threads.
  private(set) var destinations: [PostDestination] = []
  private let known: Post?
  private let reach: NavigationCapabilities
  private let rest: Double
  /// Shows the post's pictures, where it is told how.
  var showPicture: (any ShowPictureUseCase)?
  private(set) lazy var router = PostDetailRouter(
    showPost: { [weak self] in self?.open($0.id) }, show: { [weak self] in self?.destinations.append($0) },
    showAccounts: { [weak self] in self?.ways.append("accounts") },
    stepAccount: { [weak self] in self?.ways.append("account \($0)") },
    showLogin: { [weak self] in self?.ways.append("login") })
  private(set) lazy var presenter = {
    let presenter = PostDetailPresenter(dependencies: dependencies, router: router)
    presenter.view = view
    return presenter
  }()

  convenience init(
    _ answers: StubLoadThread.Answer..., known: Post? = nil, linkError: LinkError? = nil,
    reach: NavigationCapabilities = NavigationCapabilities(),
    rest: Double = 0, hasRoom: Bool = true
  ) {
    self.init(answers: answers, known: known, linkError: linkError, reach: reach, rest: rest, hasRoom: hasRoom)
  }

  init(
    answers: [StubLoadThread.Answer], known: Post? = nil, linkError: LinkError? = nil,
    reach: NavigationCapabilities = NavigationCapabilities(),
    rest: Double = 0, hasRoom: Bool = true
  ) {
    self.rest = rest
    self.known = known
    self.reach = reach
    loadThread = StubLoadThread(answers, hasRoom: hasRoom, clock: clock)
    opener = SpyLinkOpener(error: linkError)
  }

  var dependencies: PostDetailDependencies {
    PostDetailDependencies(
      post: PostRef(account: nil, id: PostID("1")), known: known, account: .fixture(), reach: reach, cache: cache,
      loadThread: loadThread, rest: rest, showPicture: showPicture,
      openLink: OpenLink(opener: opener), clipboard: clipboard, keymap: keymap, time: time, clock: clock,
      runner: runner,
      log: log)
  }

  func open(_ id: PostID) { opened.append(id) }

  /// Opens the screen and lets all that can happen without time happen.
  func open() async {
    presenter.viewDidLoad()
    presenter.viewDidAppear()
    await settle()
  }

  func pass(seconds: Double) async {
    clock.advance(to: clock.now.addingTimeInterval(seconds))
    await settle()
  }

  /// Returns when all work is done or asleep on the clock.
  func settle() async {
    // Real time only where something hangs.
    for _ in 0..<2_000 {
      await Task.yield()
      if runner.isSettled(on: clock) { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension PostThread {
  /// Two posts above, the post "1", two answers and one that is gone.
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
