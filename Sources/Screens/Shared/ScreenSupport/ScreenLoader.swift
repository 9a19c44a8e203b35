import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TimelineCore

/// Loads the content of a screen: keeps it while a new request runs or fails, says how long the request takes, and
/// retries when a rate limit ends.
@MainActor
public final class ScreenLoader<Content> {
  public typealias Request<Response> = @MainActor () async throws(TimelineError) -> Response

  /// The last loaded content; nil before the first.
  public private(set) var content: Content?
  /// When the source sent the content; nil if unknown.
  public var loadedAt: Date?
  /// The reason that the last request failed; nil if it succeeded, or before the first.
  public private(set) var failure: LoadFailure?

  private let services: AppServices
  private let logHandle: String
  private let task: LoadTask
  private var wasInterrupted = false
  /// Whether the source has responded since the screen was opened.
  private var hasResponse = false
  /// Whether the source needs no network.
  private let isLocal: Bool
  private let render: () -> Void
  private let reload: () -> Void

  /// - Parameters:
  ///   - account: the account in the log.
  ///   - render: called when content, failure or waiting time have changed.
  ///   - reload: called when the source accepts requests again.
  public init(
    _ services: AppServices, of account: Account, render: @escaping @MainActor () -> Void,
    reload: @escaping @MainActor () -> Void
  ) {
    self.services = services
    logHandle = account.profile.logHandle
    isLocal = if case .server = account.origin { false } else { true }
    task = LoadTask(clock: services.clock, runner: services.runner)
    self.render = render
    self.reload = reload
  }

  public var isRunning: Bool { task.isRunning }
  /// Whether the request has taken long enough to show that it is loading.
  public var isSlow: Bool { task.isSlow }
  /// The age of the request in whole seconds.
  public var seconds: Int { task.seconds }

  /// Whether the first content is still being loaded from this machine: keys wait for it, at most two seconds.
  public var isOpening: Bool { isLocal && !hasResponse && isRunning && seconds < 2 }

  private var now: Date { services.clock.now }
}

// MARK: - Loading

extension ScreenLoader {
  /// Starts a request and cancels the current one. Content stays until the response arrives.
  /// - Parameter accept: called with the response, before the screen is rendered. Shows it with `show`.
  public func load<Response>(
    _ request: @escaping Request<Response>, accept: @escaping @MainActor (Response) -> Void
  ) {
    if content == nil { failure = nil }
    task.load(request) { [weak self] response in
      self?.hasResponse = true
      accept(response)
      self?.render()
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  /// Replaces the content with what the source has sent.
  /// - Parameter date: when the source sent it; nil if unknown.
  public func show(_ content: Content, asOf date: Date?) {
    (self.content, loadedAt, failure) = (content, date, nil)
  }

  /// Replaces the content with what the source has sent just now.
  public func show(_ content: Content) { show(content, asOf: now) }

  /// Changes the content without a request, for example because a post was edited.
  public func update(_ content: Content) { self.content = content }

  /// Shows that the source has refused the content, and when it can be requested again.
  public func fail(_ error: TimelineError) {
    hasResponse = true
    services.log.record(.timelineFailed(handle: logHandle, error: error))
    setFailure(error)
    render()
    resumeCountdown()
  }

  /// Keeps a failure without rendering. The content may have been loaded from a cache.
  public func setFailure(_ error: TimelineError) {
    failure = LoadFailure(error.withMinimumRetryDelay(services.clock), at: now)
  }

  /// Counts down to the time at which the source accepts requests again, then reloads.
  public func resumeCountdown() {
    task.countDown(to: failure?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - Visibility

extension ScreenLoader {
  /// Continues the countdown, or repeats the request that was cancelled when the screen disappeared.
  /// - Parameter repeatRequest: starts the request again.
  public func screenDidAppear(_ repeatRequest: () -> Void) {
    if wasInterrupted { repeatRequest() } else { resumeCountdown() }
    wasInterrupted = false
  }

  /// Cancels the request and the countdown.
  /// - Parameter isWaiting: whether another request is scheduled, which is repeated as well.
  public func screenWillDisappear(isWaiting: Bool = false) {
    wasInterrupted = task.isRunning || isWaiting
    task.cancel()
  }
}

// MARK: - Empty views and notices

extension ScreenLoader {
  /// Decides between the content, the empty view and the loading view.
  /// - Parameters:
  ///   - subject: the content that is loaded, and its source.
  ///   - offered: the actions that the screen can perform.
  ///   - viewModel: the view model of the content, or the empty view if it has none.
  public func screenContent<ViewModel>(
    _ subject: EmptyReason.Subject, offered: Set<EmptyStateAction>,
    viewModel: (Content) -> ScreenContent<ViewModel>
  ) -> ScreenContent<ViewModel> {
    if let content { return viewModel(content) }
    if let failure { return .empty(EmptyStateViewModel(reason(for: failure, subject), offered: offered)) }
    let loading = EmptyReason.loading(subject, seconds: seconds)
    return .loading(isSlow ? EmptyStateViewModel(loading, offered: offered) : nil)
  }

  /// The notice shown with the content: what is being loaded, or why the content is not up to date.
  /// - Parameters:
  ///   - shown: the content in words: “matches”.
  ///   - loading: the sentence while a request is slow: “Loading the thread from example.org…”.
  public func notice(
    _ subject: EmptyReason.Subject, shown: String, loading: String, offered: Set<EmptyStateAction>
  ) -> NoticeViewModel? {
    guard content != nil else { return nil }
    if isSlow { return NoticeViewModel(text: loading + WaitingTime.ending(seconds: seconds), isPersistent: true) }
    return failure.map { failure in
      NoticeViewModel(
        failure: reason(for: failure, subject), shown: shown, loadedAt: loadedAt, now: now, offered: offered)
    }
  }

  public func reason(for failure: LoadFailure, _ subject: EmptyReason.Subject) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }
}
