import Domain
import EmptyState
import FoundationEssentials
import ScreenSupport

/// Loads the posts that the server will publish. The rest of the screen works without them.
@MainActor
final class ScheduledPostsLoader {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain]

  /// nil if the account cannot schedule posts.
  let repository: (any ScheduledPostRepository)?
  private let services: AppServices
  private let account: Account
  private let didChange: () -> Void
  private var isUnsupported = false
  private lazy var loader = ScreenLoader<[ScheduledPost]>(
    services, of: account, render: { [weak self] in self?.didChange() }, reload: { [weak self] in self?.load() })

  /// - Parameter didChange: called when the posts or the notice have changed.
  init(
    _ repository: (any ScheduledPostRepository)?, of account: Account, _ services: AppServices,
    didChange: @escaping @MainActor () -> Void
  ) {
    self.repository = repository
    self.account = account
    self.services = services
    self.didChange = didChange
  }

  /// The next one to be published comes first.
  var posts: [ScheduledPost] { loader.content ?? [] }

  /// Whether the first request is running and nothing is stored, so that it is unknown whether there are any posts.
  var isLoadingFirst: Bool { loader.isRunning && loader.content == nil && loader.failure == nil }
  /// Whether the request has taken long enough to show that it is loading.
  var isSlow: Bool { loader.isSlow }
  /// Whether the server lists scheduled posts, as far as it is known.
  var isSupported: Bool { repository != nil && !isUnsupported }

  var loadingReason: EmptyReason { .loading(subject, seconds: loader.seconds) }

  /// The notice that the posts are missing, not up to date or being loaded; nil if there is nothing to say.
  var notice: NoticeViewModel? {
    guard isSupported else { return nil }
    // A section that appears for a moment would move the rows below the user's eyes.
    if loader.isRunning, loader.failure == nil, loader.seconds < 1 { return nil }
    if loader.isRunning, loader.isSlow, loader.seconds >= 1 {
      return NoticeViewModel(text: "Loading scheduled posts from \(subject.source)…", isPersistent: true)
    }
    return loader.failure.map { failure in
      NoticeViewModel(
        failure: loader.reason(for: failure, subject), shown: "scheduled posts", loadedAt: loader.loadedAt,
        now: services.clock.now, offered: Self.offered)
    }
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "scheduled posts", origin: account.origin)
  }

  /// Shows the stored posts, then those of the server.
  func load() {
    guard let repository, !isUnsupported else { return }
    loader.load { [weak self] () async throws(TimelineError) -> [ScheduledPost]? in
      await self?.showStored()
      do throws(TimelineError) {
        return try await repository.scheduledPosts()
      } catch {
        if case .unsupported = error { return nil }
        throw error
      }
    } accept: { [weak self] posts in
      guard let self else { return }
      isUnsupported = posts == nil
      loader.show(posts ?? [], asOf: services.clock.now)
    }
  }

  private func showStored() async {
    guard loader.content == nil, let stored = await repository?.storedScheduledPosts(), !Task.isCancelled else {
      return
    }
    loader.show(stored.posts, asOf: stored.asOf)
    didChange()
  }

  func screenWillDisappear() { loader.screenWillDisappear() }

  /// Shows the new state of a post before the list is loaded again.
  /// - Parameter post: nil if it is no longer scheduled.
  func replace(_ id: ScheduledPostID, with post: ScheduledPost?) {
    let others = posts.filter { $0.id != id }
    loader.update((others + [post].compactMap(\.self)).sorted { $0.publishAt < $1.publishAt })
    didChange()
  }
}
