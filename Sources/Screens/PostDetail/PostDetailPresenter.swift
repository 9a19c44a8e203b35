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
  weak var view: (any ListScreenView<PostDetailRow>)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe
  let subjectPost: PostDetailSubject
  /// Closes the screen.
  private let leave: @MainActor () -> Void

  private(set) lazy var loader = ScreenLoader<PostDetailThread>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private let threads: any ThreadRepository
  var selection = 0
  /// The posts fetched from the author's server. Responses of the account's server may not include them.
  private var fetchedPosts: [Post] = []
  /// The host of each fetched post.
  private var originHosts: [PostID: String] = [:]
  /// The user's own replies since the last request started. Its response may not include them.
  private var repliesSinceRequest: [Post] = []
  /// Whether the thread is loaded, not only the post.
  private(set) var hasConversation = false
  /// Fetches the replies that only the author's server has.
  private var fetchingReplies: Task<Void, Never>?
  /// Reloads a stale thread after a delay.
  private var staleRefresh: Task<Void, Never>?

  init(
    of post: PostDetailSubject, threads: any ThreadRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe, leave: @escaping @MainActor () -> Void
  ) {
    subjectPost = post
    self.leave = leave
    self.threads = threads
    self.services = services
    self.session = session
    self.router = router
    session.revealed.add(self)
    session.translations?.add(self)
    services.pictures.add(self)
    if let known = post.knownPost {
      show(PostDetailThread(known: known, now: now, revealed: session.revealed.posts, wording: wording))
    }
  }

  deinit {
    staleRefresh?.cancel()
    fetchingReplies?.cancel()
  }

  var now: Date { services.clock.now }
  var thread: PostDetailThread? { loader.content }

  private var revealed: Set<PostRef> { session.revealed.posts }
  private var wording: PostDetailThread.TextSettings {
    let keymap = services.keymap.value
    return .init(
      keys: .init(keymap), time: services.time.value, query: subjectPost.query, user: session.account.profile,
      listPeople: session.navigation.profiles ? keymap.sentence(PostCommands.people, "to list them") : "",
      unfold: keymap.sentence(PostDetailCommands.fold, "to show"), local: session.account.localDomains,
      images: { [pictures = services.pictures] in pictures.images(of: $0) },
      translation: { [translations = session.translations] in translations?.shownTranslation(of: $0) },
      original: keymap.sentence(PostActionCommands.translate, "shows the original"),
      inBrowser: keymap.sentence(PostCommands.openInBrowser, "opens a post in the browser"))
  }
}

// MARK: - User events

extension PostDetailPresenter {
  var canReload: Bool { true }
  var isOpening: Bool { loader.isOpening }
  var isLoading: Bool { loader.isRunning }
  func viewDidLoad() { load(isReload: false) }

  func viewDidAppear() {
    loader.screenDidAppear { load(isReload: hasConversation) }
    refreshIfOld()
  }

  /// Cancels all work while another screen covers this one, and when it closes.
  func viewWillDisappear() {
    loader.screenWillDisappear(isWaiting: staleRefresh != nil)
    fetchingReplies?.cancel()
    fetchingReplies = nil
    cancelStaleRefresh()
    services.pictures.hide(from: self)
  }

  func didSelectRow(at index: Int) {
    selection = index
    if markSeen() { return render() }
    // Update the ages once per minute while the user moves in the list.
    if thread?.hasOutdatedAges(at: now) == true { render() }
  }

  func settingsDidChange() {
    rebuildRows()
    render()
  }

  /// Builds all rows of the thread again.
  private func rebuildRows() {
    guard var thread else { return }
    thread.apply(wording, at: now, revealed: revealed)
    loader.update(thread)
  }

  func reload() { load(isReload: true) }
}

// MARK: - Loading

extension PostDetailPresenter {
  /// Loads the thread. The current one stays on screen until it arrives.
  private func load(isReload: Bool) {
    cancelStaleRefresh()
    repliesSinceRequest = []
    loader.load { [threads, subjectPost] () async throws(TimelineError) in
      try await threads.thread(of: subjectPost.ref, isReload ? .fresh : .cached)
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
    hasConversation = self.thread?.isConversation ?? false
    // A cached thread was read before Tern was started.
    if thread.asOf != nil, session.visits.seenPosts(of: thread) == nil { session.visits.record(thread) }
    guard subjectPost.reloadDelay > 0 else { return load(isReload: true) }
    staleRefresh = services.runner.start(for: self) { [weak self, clock = services.clock, subjectPost] in
      guard (try? await clock.sleep(seconds: subjectPost.reloadDelay)) != nil, !Task.isCancelled else { return }
      self?.refreshStaleThread()
    }
  }

  /// Reloads the thread when the user returns to it and its source may have more replies by now.
  private func refreshIfOld() {
    guard hasConversation, !loader.isRunning, staleRefresh == nil, loader.failure == nil,
      let maxAge = session.capabilities.maxAge, let loadedAt = loader.loadedAt,
      abs(now.timeIntervalSince(loadedAt)) >= maxAge, threads.hasSpareRequests
    else { return }
    load(isReload: true)
  }

  private func refreshStaleThread() {
    staleRefresh = nil
    if threads.hasSpareRequests { load(isReload: true) }
  }

  private func cancelStaleRefresh() {
    staleRefresh?.cancel()
    staleRefresh = nil
  }

  private func accept(_ conversation: PostThread) {
    update(with: conversation, new: newReplies(in: conversation))
    session.visits.record(conversation)
    if let thread { loader.show(thread, asOf: conversation.failure == nil ? now : conversation.asOf) }
    hasConversation = true
    guard let error = conversation.failure else { return }
    loader.setFailure(error)
    loader.resumeCountdown()
  }

  /// - Parameter new: the replies that are new in it. They are marked until the user selects them.
  private func update(with conversation: PostThread, new: Set<PostID> = []) {
    var conversation = conversation
    for reply in fetchedPosts + repliesSinceRequest { _ = conversation.insert(reply: reply) }
    var arrangement = thread?.arrangement ?? .init()
    arrangement.originHosts = originHosts
    arrangement.new.formUnion(new)
    let updated = PostDetailThread(
      conversation, now: now, revealed: revealed, wording: wording, arrangement: arrangement,
      notification: subjectPost.knownPost?.notification)
    selection = thread.flatMap { updated.index(of: selection, in: $0) } ?? updated.focus
    show(updated)
  }

  /// The replies that were not there on the last visit, without the user's own; none on the first visit.
  private func newReplies(in conversation: PostThread) -> Set<PostID> {
    guard let seen = session.visits.seenPosts(of: conversation) else { return [] }
    let replies = conversation.replies.compactMap(\.entry.post).filter { post in
      !seen.contains(post.id) && post.author?.isSame(as: session.account.profile) != true
    }
    return Set(replies.map(\.id))
  }

  /// Marks the selected reply as seen.
  /// - Returns: whether it was new.
  private func markSeen() -> Bool {
    guard var thread, thread.markSeen(atRow: selection) else { return false }
    loader.update(thread)
    return true
  }

  /// Shows a thread and registers its posts with the cache.
  private func show(_ thread: PostDetailThread) {
    loader.update(thread)
    session.cache.setPosts(thread.posts, for: self)
  }
}

// MARK: - Replies at the author's server

extension PostDetailPresenter {
  /// The host of the author's server, if it may have more replies than the account's server.
  private var authorHost: String? {
    guard let post = thread?.post, session.features?.features.contains(.missingReplies) == true,
      [nil, .public, .unlisted].contains(post.visibility), let url = post.url, let host = try? WebAddress(url).host,
      let author = post.author, !author.isSame(as: session.account.profile),
      session.account.localDomains.shortened(author.handle).contains("@")
    else { return nil }
    return host
  }

  /// Whether the author's server may have replies that the account's server does not have.
  var canFetchReplies: Bool { hasConversation && authorHost != nil }

  /// Adds the replies that the author's server has in addition.
  func fetchReplies() {
    guard let server = session.features, let host = authorHost, let conversation = thread?.conversation,
      fetchingReplies == nil
    else { return }
    showNotice("Loading more replies from \(host)…", isFailure: false)
    fetchingReplies = services.runner.start(for: self) { [weak self] in
      let result: Result<CompletedThread, TimelineError>
      do throws(TimelineError) {
        result = .success(try await server.addingMissingReplies(to: conversation))
      } catch {
        result = .failure(error)
      }
      guard let self, !Task.isCancelled else { return }
      fetchingReplies = nil
      receive(result)
    }
  }

  private func receive(_ result: Result<CompletedThread, TimelineError>) {
    switch result {
    case .success(let completed):
      if !completed.added.isEmpty { show(completed) }
      let fetchMore = services.keymap.value.sentence(PostDetailCommands.fetchReplies, "fetches more")
      let text = FetchedRepliesText.text(of: completed, fetchMore: fetchMore)
      showNotice(text, isFailure: completed.failure != nil)
    case .failure(.unsupported(let host)):
      showNotice("\(host) does not show its threads to Tern.", isFailure: true)
    case .failure(let error): showNotice("No replies fetched: \(error.clause)".asSentence, isFailure: true)
    }
  }

  /// Shows the thread with the fetched posts, which are marked with the host.
  private func show(_ completed: CompletedThread) {
    fetchedPosts = completed.thread.posts.filter { completed.added.contains($0.id) } + fetchedPosts
    for id in completed.added { originHosts[id] = completed.host }
    update(with: completed.thread)
    render()
  }
}

/// The result of fetching replies, as a notice.
enum FetchedRepliesText {
  /// - Parameter fetchMore: “F fetches more”; empty if the command has no key.
  static func text(of completed: CompletedThread, fetchMore: String) -> String {
    let count = completed.added.count
    var parts = [
      count == 0
        ? "\(completed.host) has no other replies that could be fetched"
        : "\(count == 1 ? "1 post" : "\(count) posts") added from \(completed.host)"
    ]
    if completed.unavailable == 0, completed.remaining == 0, completed.failure == nil, count == 0 {
      parts = ["\(completed.host) has no other replies"]
    }
    if completed.unavailable > 0 { parts.append("\(completed.unavailable) could not be fetched") }
    if let failure = completed.failure { parts.append(failure.clause) }
    if completed.remaining > 0 {
      parts.append("\(completed.remaining) more" + (fetchMore.isEmpty ? "" : ": \(fetchMore)"))
    }
    return parts.joined(separator: " · ")
  }
}

// MARK: - Posts

extension PostDetailPresenter: PostListPresenter {
  func post(at index: Int) -> Post? { thread?.post(at: index) }
  func index(of entry: PostKey) -> Int? { thread?.index(of: entry) }

  /// A link of the opened post can be followed from any row.
  func linkedPosts(at index: Int) -> [Post] {
    guard let thread else { return [] }
    return thread.posts(at: index) + [thread.post]
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    guard let thread, let post = thread.post(at: index) else { return PostLinksViewModel() }
    var destinations = PostLinksViewModel(of: post, within: session.navigation)
    destinations.listsPeople =
      session.navigation.profiles && index == thread.focus && thread.notification?.profiles.isEmpty == false
    return destinations
  }

  func openPeople(at index: Int) {
    if let notification = thread?.notification { router.show(.people(notification)) }
  }

  /// Reveals or hides all posts of one text together.
  func toggleWarning(at index: Int) {
    let posts = thread?.posts(at: index) ?? []
    guard posts.count > 1 else { return posts.forEach(session.revealed.toggle) }
    let folded = posts.filter { $0.fold != nil && !session.revealed.contains($0) }
    for post in folded.isEmpty ? posts.filter(session.revealed.contains) : folded { session.revealed.toggle(post) }
  }

  func openPost(at index: Int) {
    guard let thread, index != thread.focus, let post = thread.post(at: index) else { return }
    router.showPost(post)
  }

  func actionsDidChange(on post: Post) { render() }

  var showsTranslations: Bool { true }

  /// The actions of the thread's keys in a row.
  func actions(at index: Int) -> PostDetailActions {
    guard let thread else { return PostDetailActions() }
    return PostDetailActions(
      fold: thread.foldAction(at: index), join: thread.joinAction(at: index), canGoToNew: thread.newCount > 0)
  }

  /// Folds or unfolds the replies of a row; in the row of the opened post all branches.
  func toggleFold(at index: Int) { arrange { $0.toggleFold(at: index) } }
  /// Shows the posts of an author that reply to each other as one text, or separately again.
  func toggleJoined(at index: Int) { arrange { $0.toggleJoined(at: index) } }

  /// Unfolds the replies to a post.
  func unfold(_ post: String) {
    arrange { [selection] thread in
      let selected = thread
      thread.unfold(PostID(post))
      return thread.index(of: selection, in: selected) ?? selection
    }
  }

  /// Selects the next reply that has arrived since the last visit.
  func showNextNew() {
    arrange { [selection] thread in thread.nextNew(below: selection).flatMap { thread.reveal($0) } ?? selection }
  }

  /// Changes the rows, and selects the row that the change returns.
  private func arrange(_ change: (inout PostDetailThread) -> Int) {
    guard var thread else { return }
    selection = change(&thread)
    loader.update(thread)
    _ = markSeen()
    render()
  }
}

extension PostDetailPresenter: PostCacheObserver, RevealedWarningsObserver, PostPicturesObserver,
  PostTranslationsObserver
{
  func translationDidChange(of post: PostRef) { warningDidChange(of: post) }

  func picturesDidChange(of posts: Set<PostRef>?) {
    guard let thread, thread.posts.contains(where: { posts?.contains($0.ref) ?? true }) else { return }
    rebuildRows()
    render()
  }

  func postDidChange(_ post: Post) {
    if let former = post.formerRef { replace(former) { .post($0.updated(from: post)) } }
    replace(post.ref) { .post($0.updated(from: post)) }
  }

  func warningDidChange(of post: PostRef) {
    guard var thread, thread.rebuildRows(of: post, revealed: revealed) else { return }
    loader.update(thread)
    render()
  }

  /// Replaces a deleted post by a placeholder. The thread of a post that the user has deleted is left.
  func postWasDeleted(_ ref: PostRef) {
    repliesSinceRequest.removeAll { $0.ref == ref }
    guard ref == subjectPost.ref else {
      return replace(ref) { .unavailable(id: $0.id, reason: .deleted) }
    }
    guard !session.actions.hasDeleted(ref) else { return leave() }
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
    // It is visible even if its branch was folded. The selection stays.
    arrange { [selection] thread in
      let before = thread
      thread.reveal(post.id)
      return thread.index(of: selection, in: before) ?? selection
    }
  }

  private func replace(_ ref: PostRef, with entry: (Post) -> PostThread.Entry) {
    guard var thread else { return }
    thread.replace(ref, with: entry, revealed: revealed)
    loader.update(thread)
    render()
  }
}
