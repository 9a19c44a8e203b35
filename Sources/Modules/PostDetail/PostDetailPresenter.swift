import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Decides what to ask for and what to show.
@MainActor
final class PostDetailPresenter {
  /// What stands on the screen: exactly one of these.
  enum Content {
    case loading
    case thread(PostDetailThread)
    case failed(LoadFailure)
  }

  weak var view: (any PostDetailView)?
  let dependencies: PostDetailDependencies
  let router: any PostDetailWireframe

  var content = Content.loading
  var selection = 0
  /// The user's own replies since the source was asked last: an answer that is on its way may be without them.
  private var repliesSinceQuestion: [Post] = []
  /// Whether what stands is more than the post alone, which was held before.
  var hasConversation = false
  /// When the source has said what stands; nil where nobody knows.
  var loadedAt: Date?
  /// Why the thread is not the newest one: the last question failed.
  var failure: LoadFailure?
  /// What the screen waits for.
  let loading: LoadTask
  private let preview: PostPreview?
  /// What is kept stands; the source is asked after the rest.
  private var resting: Task<Void, Never>?
  var contentSwitch = ContentSwitch()
  /// Whether the screen was left while it waited for an answer.
  private var wasInterrupted = false

  init(dependencies: PostDetailDependencies, router: any PostDetailWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    preview = dependencies.showPicture.map {
      PostPreview($0, look: dependencies.pictureLook, clock: dependencies.clock, runner: dependencies.runner)
    }
    dependencies.revealed.add(self)
    if let known = dependencies.known {
      show(
        PostDetailThread(
          known: known, now: dependencies.clock.now, revealed: dependencies.revealed.posts, wording: wording))
    }
  }

  deinit { resting?.cancel() }

  var now: Date { dependencies.clock.now }

  var revealed: Set<PostRef> { dependencies.revealed.posts }
  private var wording: PostDetailThread.Wording {
    .init(keys: .init(dependencies.keymap.value), time: dependencies.time.value, query: dependencies.query)
  }

  var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: "this post", origin: dependencies.account.origin)
  }

  var thread: PostDetailThread? {
    if case .thread(let thread) = content { thread } else { nil }
  }

  /// Why the last question failed, whether the thread is shown or not.
  private var lastFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }
}

// MARK: - What the person does

extension PostDetailPresenter: PostDetailPresentation {
  func viewDidLoad() { load(isReload: false) }

  /// Takes up again what was left when another screen came.
  func viewDidAppear() {
    if wasInterrupted {
      load(isReload: hasConversation)
    } else {
      resumeCountdown()
    }
    wasInterrupted = false
    askForPreview()
  }

  /// Nothing runs on behind another screen, nor once this one is gone.
  func viewWillDisappear() {
    wasInterrupted = loading.isRunning || resting != nil
    stopResting()
    loading.cancel()
    preview?.stop()
  }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    // Ages grow old while a person reads; once a minute they are counted anew.
    if thread?.isAged(at: now) == true { render() }
  }

  func settingsDidChange() {
    guard case .thread(var thread) = content else { return render() }
    thread.use(wording, at: now, revealed: revealed)
    content = .thread(thread)
    render()
    askForPreview()
  }

  func reload() { load(isReload: true) }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }
}

// MARK: - Loading

extension PostDetailPresenter {
  /// Supersedes whatever is being asked. A thread stays on the screen until the new one is there; else loading stands
  /// before the first `await`.
  private func load(isReload: Bool) {
    stopResting()
    repliesSinceQuestion = []
    if thread == nil { content = .loading }
    loading.ask { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadThread(of: dependencies.post, isRefresh: isReload)
    } answered: { [weak self] in
      self?.take($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.showWaiting()
    }
    render()
  }

  /// What stands says for how long the answer has been awaited.
  private func showWaiting() {
    if thread == nil { render() } else { updateNotice() }
  }

  /// What is kept is shown before the source is asked.
  private func take(_ answer: PostThread) {
    guard answer.isOld else { return accept(answer) }
    hold(answer)
    loadedAt = answer.asOf
    // A post that is kept alone is no conversation.
    hasConversation = thread.map { $0.count > 1 } ?? false
    guard dependencies.rest > 0 else { return load(isReload: true) }
    resting = dependencies.runner.start(for: self) { [weak self, dependencies] in
      guard (try? await dependencies.clock.sleep(seconds: dependencies.rest)) != nil, !Task.isCancelled else { return }
      self?.askForWhatIsOld()
    }
    render()
  }

  private func askForWhatIsOld() {
    resting = nil
    if dependencies.loadThread.hasRoom { load(isReload: true) }
  }

  private func stopResting() {
    resting?.cancel()
    resting = nil
  }

  private func accept(_ answer: PostThread) {
    hold(answer)
    failure = answer.failure.map { LoadFailure($0.withMinimumRetryDelay(dependencies.clock), at: now) }
    loadedAt = failure == nil ? now : answer.asOf
    hasConversation = true
    render()
    if failure != nil { resumeCountdown() }
  }

  private func hold(_ answer: PostThread) {
    var answer = answer
    for reply in repliesSinceQuestion { _ = answer.insert(reply: reply) }
    let new = PostDetailThread(answer, now: now, revealed: revealed, wording: wording)
    selection = thread.flatMap { new.index(of: selection, in: $0) } ?? new.focus
    show(new)
    askForPreview()
  }

  /// Has a picture of the post stand below it, where one is kept.
  private func askForPreview() {
    guard let thread else { return }
    preview?.load(for: thread.post) { [weak self] image in
      guard let self, case .thread(var thread) = content else { return }
      thread.show(image)
      content = .thread(thread)
      render()
    }
  }

  /// Tells the cache what is held. The picture below the post stays.
  private func show(_ thread: PostDetailThread) {
    var thread = thread
    if let before = self.thread, before.post.pictures == thread.post.pictures { thread.show(before.preview) }
    content = .thread(thread)
    dependencies.cache.hold(thread.posts, for: self)
  }

  private func fail(_ error: TimelineError) {
    let profile = dependencies.account.profile
    dependencies.log.note(
      .timelineFailed(handle: profile.handle.isEmpty ? profile.name : profile.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if thread == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
  private func resumeCountdown() {
    loading.countDown(to: lastFailure?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - What happens to its posts

extension PostDetailPresenter: PostCacheObserver, RevealedWarningsHolder {
  func postDidChange(_ post: Post) {
    if let former = post.formerRef { replace(former) { .post($0.updated(from: post)) } }
    replace(post.ref) { .post($0.updated(from: post)) }
  }

  func warningDidChange(of post: PostRef) {
    guard case .thread(var thread) = content, thread.mapRows(of: post, revealed: revealed) else { return }
    content = .thread(thread)
    render()
  }

  /// Its place in the conversation says that it is gone.
  func postWasDeleted(_ ref: PostRef) {
    repliesSinceQuestion.removeAll { $0.ref == ref }
    guard ref == dependencies.post else {
      return replace(ref) { .unavailable(id: $0.id, reason: .deleted) }
    }
    failure = LoadFailure(.postUnavailable(id: ref.id, reason: .deleted), at: now)
    resumeCountdown()
    render()
  }

  /// The user's own reply has its place in the thread at once.
  func postWasAdded(_ post: Post, by addition: PostAddition) {
    guard addition == .published, post.replyTo != nil, post.ref.account == dependencies.post.account else { return }
    repliesSinceQuestion.append(post)
    guard var conversation = thread?.conversation, conversation.insert(reply: post) else { return }
    hold(conversation)
    render()
  }

  private func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry) {
    guard case .thread(var thread) = content else { return }
    thread.replace(ref, with: entry, revealed: revealed)
    content = .thread(thread)
    render()
  }
}
