import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Loads the thread of a post and decides what the screen shows.
@MainActor
final class PostDetailPresenter {
  /// The state of the screen.
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
  /// The user's own replies since the last request started. Its response may not include them.
  private var repliesSinceRequest: [Post] = []
  /// Whether the thread is loaded, not only the post.
  var hasConversation = false
  /// When the source returned the thread; nil if unknown.
  var loadedAt: Date?
  /// The failure of the last request while an older thread is shown.
  var failure: LoadFailure?
  /// The running request, its duration and the retry countdown.
  let loading: LoadTask
  private let preview: PostPreview?
  /// Reloads a stale thread after a delay.
  private var staleRefresh: Task<Void, Never>?
  var contentSwitch = ContentSwitch()
  /// Whether the user left the screen during a request.
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

  deinit { staleRefresh?.cancel() }

  var now: Date { dependencies.clock.now }

  var revealed: Set<PostRef> { dependencies.revealed.posts }
  private var wording: PostDetailThread.Wording {
    .init(keys: .init(dependencies.keymap.value), time: dependencies.time.value, query: dependencies.query)
  }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "this post", origin: dependencies.account.origin)
  }

  var thread: PostDetailThread? {
    if case .thread(let thread) = content { thread } else { nil }
  }

  /// The failure of the last request, with or without a thread on screen.
  private var lastFailure: LoadFailure? {
    if case .failed(let failure) = content { failure } else { failure }
  }
}

// MARK: - User events

extension PostDetailPresenter: PostDetailPresentation {
  func viewDidLoad() { load(isReload: false) }

  /// Resumes a request that was cancelled when the screen disappeared.
  func viewDidAppear() {
    if wasInterrupted {
      load(isReload: hasConversation)
    } else {
      resumeCountdown()
    }
    wasInterrupted = false
    loadPreview()
  }

  /// Cancels all work while another screen covers this one, and when it closes.
  func viewWillDisappear() {
    wasInterrupted = loading.isRunning || staleRefresh != nil
    cancelStaleRefresh()
    loading.cancel()
    preview?.stop()
  }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    // Update the ages once per minute while the user moves in the list.
    if thread?.hasOutdatedAges(at: now) == true { render() }
  }

  func settingsDidChange() {
    guard case .thread(var thread) = content else { return render() }
    thread.apply(wording, at: now, revealed: revealed)
    content = .thread(thread)
    render()
    loadPreview()
  }

  func reload() { load(isReload: true) }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func signInAgain() { router.showLogin() }
}

// MARK: - Loading

extension PostDetailPresenter {
  /// Supersedes a running request. A thread stays on screen until the new one arrives. Otherwise the loading state is
  /// rendered before the first `await`.
  private func load(isReload: Bool) {
    cancelStaleRefresh()
    repliesSinceRequest = []
    if thread == nil { content = .loading }
    loading.load { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadThread(of: dependencies.post, isRefresh: isReload)
    } succeeded: { [weak self] in
      self?.receive($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.showWaiting()
    }
    render()
  }

  /// Updates the waiting time on screen.
  private func showWaiting() {
    if thread == nil { render() } else { updateNotice() }
  }

  /// Shows a stale cached thread and schedules its reload.
  private func receive(_ thread: PostThread) {
    guard thread.isStale else { return accept(thread) }
    update(with: thread)
    loadedAt = thread.asOf
    // A single cached post is not a thread.
    hasConversation = self.thread.map { $0.count > 1 } ?? false
    guard dependencies.reloadDelay > 0 else { return load(isReload: true) }
    staleRefresh = dependencies.runner.start(for: self) { [weak self, dependencies] in
      guard (try? await dependencies.clock.sleep(seconds: dependencies.reloadDelay)) != nil, !Task.isCancelled else {
        return
      }
      self?.refreshStaleThread()
    }
    render()
  }

  private func refreshStaleThread() {
    staleRefresh = nil
    if dependencies.loadThread.hasSpareRequests { load(isReload: true) }
  }

  private func cancelStaleRefresh() {
    staleRefresh?.cancel()
    staleRefresh = nil
  }

  private func accept(_ thread: PostThread) {
    update(with: thread)
    failure = thread.failure.map { LoadFailure($0.withMinimumRetryDelay(dependencies.clock), at: now) }
    loadedAt = failure == nil ? now : thread.asOf
    hasConversation = true
    render()
    if failure != nil { resumeCountdown() }
  }

  private func update(with conversation: PostThread) {
    var conversation = conversation
    for reply in repliesSinceRequest { _ = conversation.insert(reply: reply) }
    let new = PostDetailThread(conversation, now: now, revealed: revealed, wording: wording)
    selection = thread.flatMap { new.index(of: selection, in: $0) } ?? new.focus
    show(new)
    loadPreview()
  }

  /// Shows a small picture below the post if one is cached.
  private func loadPreview() {
    guard let thread else { return }
    preview?.load(for: thread.post) { [weak self] image in
      guard let self, case .thread(var thread) = content else { return }
      thread.show(image)
      content = .thread(thread)
      render()
    }
  }

  /// Shows a thread and registers its posts with the cache. The preview is preserved.
  private func show(_ thread: PostDetailThread) {
    var thread = thread
    if let before = self.thread, before.post.pictures == thread.post.pictures { thread.show(before.preview) }
    content = .thread(thread)
    dependencies.cache.setPosts(thread.posts, for: self)
  }

  private func fail(_ error: TimelineError) {
    let profile = dependencies.account.profile
    dependencies.log.record(
      .timelineFailed(handle: profile.handle.isEmpty ? profile.name : profile.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if thread == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the retry date of the last failure, then reloads.
  private func resumeCountdown() {
    loading.countDown(to: lastFailure?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - Changes of posts

extension PostDetailPresenter: PostCacheObserver, RevealedWarningsObserver {
  func postDidChange(_ post: Post) {
    if let former = post.formerRef { replace(former) { .post($0.updated(from: post)) } }
    replace(post.ref) { .post($0.updated(from: post)) }
  }

  func warningDidChange(of post: PostRef) {
    guard case .thread(var thread) = content, thread.rebuildRows(of: post, revealed: revealed) else { return }
    content = .thread(thread)
    render()
  }

  /// Replaces a deleted post by a placeholder.
  func postWasDeleted(_ ref: PostRef) {
    repliesSinceRequest.removeAll { $0.ref == ref }
    guard ref == dependencies.post else {
      return replace(ref) { .unavailable(id: $0.id, reason: .deleted) }
    }
    failure = LoadFailure(.postUnavailable(id: ref.id, reason: .deleted), at: now)
    resumeCountdown()
    render()
  }

  /// Inserts the user's own reply immediately.
  func postWasAdded(_ post: Post, by addition: PostAddition) {
    guard addition == .published, post.replyTo != nil, post.ref.account == dependencies.post.account else { return }
    repliesSinceRequest.append(post)
    guard var conversation = thread?.conversation, conversation.insert(reply: post) else { return }
    update(with: conversation)
    render()
  }

  private func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry) {
    guard case .thread(var thread) = content else { return }
    thread.replace(ref, with: entry, revealed: revealed)
    content = .thread(thread)
    render()
  }
}
