import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Decides what to ask for and what to show. What it asks for is in `PostDetailPresenter+Loading`, what happens to a
/// single post in `+Posts`.
@MainActor
final class PostDetailPresenter {
  /// What stands on the screen: exactly one of these.
  enum Content {
    case loading
    case thread(PostDetailThread)
    case empty(EmptyReason)
  }

  weak var view: (any PostDetailView)?
  let dependencies: PostDetailDependencies
  let router: any PostDetailWireframe

  var content = Content.loading
  var selection = 0
  var revealed: Set<PostID> = []
  /// When the thread came from the source; nil until it has.
  var loadedAt: Date?
  /// Why the thread is not the newest one: the last question failed.
  var failure: EmptyReason?
  /// What the screen waits for.
  let question: LoadTask
  let keyNames: PostDetailThread.KeyNames
  /// Whether the screen was left while it waited for an answer.
  private var wasInterrupted = false

  init(dependencies: PostDetailDependencies, router: any PostDetailWireframe) {
    self.dependencies = dependencies
    self.router = router
    question = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    keyNames = PostDetailThread.KeyNames(dependencies.keymap)
    if let known = dependencies.known {
      content = .thread(PostDetailThread(known: known, now: dependencies.clock.now, keys: keyNames))
    }
  }

  var now: Date { dependencies.clock.now }

  var wanted: EmptyReason.Wanted {
    .init(
      owner: "", thing: "this post", source: dependencies.account.source, isFile: dependencies.account.isFile)
  }

  var thread: PostDetailThread? {
    if case .thread(let thread) = content { thread } else { nil }
  }

  /// Why the last question failed, whether the thread is shown or not.
  var standingFailure: EmptyReason? {
    if case .empty(let reason) = content { reason } else { failure }
  }
}

// MARK: - What stands on the screen

extension PostDetailPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .logIn, .switchAccount, .back]

  /// The one place that decides which of thread, empty view and loading stands.
  func render() {
    guard let view else { return }
    countAges()
    view.showHeader(header)
    switch content {
    case .loading:
      view.hideThread()
      view.hideEmptyView()
      view.showLoading(question.isSlow ? EmptyStateViewModel(.loading(wanted), offered: Self.offered) : nil)
    case .thread(let thread):
      view.hideLoading()
      view.hideEmptyView()
      view.showThread(viewModel(of: thread))
    case .empty(let reason):
      view.hideLoading()
      view.hideThread()
      view.showEmptyView(EmptyStateViewModel(reason, offered: Self.offered))
    }
    showStatus()
    showStandingNotice()
  }

  private func countAges() {
    guard case .thread(var thread) = content, thread.isAged(at: now) else { return }
    thread.countAges(at: now)
    content = .thread(thread)
  }

  private var header: PostDetailHeader {
    let profile = dependencies.account.profile
    return PostDetailHeader(
      title: thread?.post.author.map { "Post by \($0.name)" } ?? "Thread", account: profile.nameAndLabel,
      label: profile.label)
  }

  private func viewModel(of thread: PostDetailThread) -> PostDetailViewModel {
    PostDetailViewModel(
      rows: thread.rows, selection: selection,
      footer: loadedAt == nil || thread.hasReplies ? "" : "No replies in this source.", hasConversation: loadedAt != nil
    )
  }

  private func showStatus() {
    view?.showStatus(loadedAt == nil ? "" : thread.map { "\(selection + 1) of \($0.count)" } ?? "")
  }

  private func showStandingNotice() {
    if thread != nil, question.isSlow {
      view?.showNotice(
        NoticeViewModel(text: "Asking \(wanted.source) for the conversation…", stays: true))
    } else if thread != nil, let failure {
      view?.showNotice(notice(for: failure))
    } else {
      view?.hideNotice()
    }
  }

  private func notice(for failure: EmptyReason) -> NoticeViewModel {
    var notice = NoticeViewModel(failure: failure, shown: "thread", loadedAt: loadedAt, offered: Self.offered)
    // The post is on the screen: it is the source that shows it no more.
    if case .postUnavailable(_, let reason) = failure {
      let source = wanted.source
      let text =
        reason == .notInSource
        ? "\(source) no longer has this post" : "\(source) no longer shows this post: it \(reason.clause)"
      notice.text = text + (loadedAt.map { " · thread as of \(LocalTime.clock($0))" } ?? "")
    } else if loadedAt == nil {
      notice.text += " · no conversation yet"
    }
    return notice
  }
}

// MARK: - What the person does

extension PostDetailPresenter: PostDetailPresentation {
  func viewDidLoad() { load(isReload: false) }

  /// Takes up again what was left when another screen came.
  func viewDidAppear() {
    if wasInterrupted {
      load(isReload: loadedAt != nil)
    } else if case .rateLimited(_, _, let until, _)? = standingFailure {
      startCountdown(until: until)
    }
    wasInterrupted = false
  }

  /// Nothing runs on behind another screen, nor once this one is gone.
  func viewWillDisappear() {
    wasInterrupted = question.isAsked
    question.stop()
  }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    // Ages grow old while a person reads; once a minute they are counted anew.
    if thread?.isAged(at: now) == true { render() }
  }

  func reload() { load(isReload: true) }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }
}
