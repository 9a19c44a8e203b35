import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Loads the thread of a post and decides what the screen shows.
@MainActor
final class PostDetailPresenter: PostRouting {
  weak var view: (any PostDetailView)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe
  let subjectPost: PostDetailSubject

  private(set) lazy var loader = ScreenLoader<PostDetailThread>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private let loadThread: any LoadThreadUseCase
  var selection = 0
  /// The user's own replies since the last request started. Its response may not include them.
  private var repliesSinceRequest: [Post] = []
  /// Whether the thread is loaded, not only the post.
  private(set) var hasConversation = false
  private let preview: PostPreview?
  /// Reloads a stale thread after a delay.
  private var staleRefresh: Task<Void, Never>?
  var contentSwitch = ContentSwitch()

  /// - Parameter preview: Loads the post's first picture; nil if the source has none.
  init(
    of post: PostDetailSubject, _ loadThread: any LoadThreadUseCase, preview: PostPreview?, services: AppServices,
    session: AccountSession, router: any PostWireframe
  ) {
    subjectPost = post
    self.loadThread = loadThread
    self.preview = preview
    self.services = services
    self.session = session
    self.router = router
    session.revealed.add(self)
    if let known = post.knownPost {
      show(PostDetailThread(known: known, now: now, revealed: session.revealed.posts, wording: wording))
    }
  }

  deinit { staleRefresh?.cancel() }

  var now: Date { services.clock.now }
  var thread: PostDetailThread? { loader.content }

  private var revealed: Set<PostRef> { session.revealed.posts }
  private var wording: PostDetailThread.TextSettings {
    .init(keys: .init(services.keymap.value), time: services.time.value, query: subjectPost.query)
  }
}

// MARK: - User events

extension PostDetailPresenter: PostDetailPresentation {
  func viewDidLoad() { load(isReload: false) }

  func viewDidAppear() {
    loader.screenDidAppear { load(isReload: hasConversation) }
    loadPreview()
  }

  /// Cancels all work while another screen covers this one, and when it closes.
  func viewWillDisappear() {
    loader.screenWillDisappear(isWaiting: staleRefresh != nil)
    cancelStaleRefresh()
    preview?.stop()
  }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    // Update the ages once per minute while the user moves in the list.
    if thread?.hasOutdatedAges(at: now) == true { render() }
  }

  func settingsDidChange() {
    guard var thread else { return render() }
    thread.apply(wording, at: now, revealed: revealed)
    loader.update(thread)
    render()
    loadPreview()
  }

  func reload() { load(isReload: true) }
}

// MARK: - Loading

extension PostDetailPresenter {
  /// Loads the thread. The current one stays on screen until it arrives.
  private func load(isReload: Bool) {
    cancelStaleRefresh()
    repliesSinceRequest = []
    loader.load { [loadThread, subjectPost] () async throws(TimelineError) in
      try await loadThread(of: subjectPost.ref, isRefresh: isReload)
    } accept: { [weak self] in
      self?.receive($0)
    }
  }

  /// Shows a stale cached thread and schedules its reload.
  private func receive(_ thread: PostThread) {
    guard thread.isStale else { return accept(thread) }
    update(with: thread)
    loader.loadedAt = thread.asOf
    // A single cached post is not a thread.
    hasConversation = self.thread.map { $0.count > 1 } ?? false
    guard subjectPost.reloadDelay > 0 else { return load(isReload: true) }
    staleRefresh = services.runner.start(for: self) { [weak self, clock = services.clock, subjectPost] in
      guard (try? await clock.sleep(seconds: subjectPost.reloadDelay)) != nil, !Task.isCancelled else { return }
      self?.refreshStaleThread()
    }
  }

  private func refreshStaleThread() {
    staleRefresh = nil
    if loadThread.hasSpareRequests { load(isReload: true) }
  }

  private func cancelStaleRefresh() {
    staleRefresh?.cancel()
    staleRefresh = nil
  }

  private func accept(_ conversation: PostThread) {
    update(with: conversation)
    if let thread { loader.show(thread, asOf: conversation.failure == nil ? now : conversation.asOf) }
    hasConversation = true
    guard let error = conversation.failure else { return }
    loader.setFailure(error)
    loader.resumeCountdown()
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
      guard let self, var thread = self.thread else { return }
      thread.show(image)
      loader.update(thread)
      render()
    }
  }

  /// Shows a thread and registers its posts with the cache. The preview is preserved.
  private func show(_ thread: PostDetailThread) {
    var thread = thread
    if let before = self.thread, before.post.pictures == thread.post.pictures { thread.show(before.preview) }
    loader.update(thread)
    session.cache.setPosts(thread.posts, for: self)
  }
}

// MARK: - Posts

extension PostDetailPresenter: PostListPresenter {
  func post(at index: Int) -> Post? { thread?.post(at: index) }
  func index(of entry: PostKey) -> Int? { thread?.index(of: entry) }

  /// A link of the opened post can be followed from any row.
  func linkedPosts(at index: Int) -> [Post] { [post(at: index), thread?.post].compactMap(\.self) }

  func openPost(at index: Int) {
    guard let thread, index != thread.focus, let post = thread.post(at: index) else { return }
    router.showPost(post)
  }

  func actionsDidChange(on post: Post) { render() }

  func showNotice(_ text: String, isFailure: Bool) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

extension PostDetailPresenter: PostCacheObserver, RevealedWarningsObserver {
  func postDidChange(_ post: Post) {
    if let former = post.formerRef { replace(former) { .post($0.updated(from: post)) } }
    replace(post.ref) { .post($0.updated(from: post)) }
  }

  func warningDidChange(of post: PostRef) {
    guard var thread, thread.rebuildRows(of: post, revealed: revealed) else { return }
    loader.update(thread)
    render()
  }

  /// Replaces a deleted post by a placeholder.
  func postWasDeleted(_ ref: PostRef) {
    repliesSinceRequest.removeAll { $0.ref == ref }
    guard ref == subjectPost.ref else {
      return replace(ref) { .unavailable(id: $0.id, reason: .deleted) }
    }
    loader.setFailure(.postUnavailable(id: ref.id, reason: .deleted))
    loader.resumeCountdown()
    render()
  }

  /// Inserts the user's own reply immediately.
  func postWasAdded(_ post: Post, by addition: PostAddition) {
    guard addition == .published, post.replyTo != nil, post.ref.account == subjectPost.ref.account else { return }
    repliesSinceRequest.append(post)
    guard var conversation = thread?.conversation, conversation.insert(reply: post) else { return }
    update(with: conversation)
    render()
  }

  private func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry) {
    guard var thread else { return }
    thread.replace(ref, with: entry, revealed: revealed)
    loader.update(thread)
    render()
  }
}
