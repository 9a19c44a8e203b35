import Domain
import FoundationEssentials
import Runtime

/// Observes a `HeldNotificationsStore`.
@MainActor
public protocol HeldNotificationsObserver: AnyObject {
  func heldNotificationsDidChange()
}

/// The notifications of an account that its server holds back, shared by all screens. A request that the user has
/// accepted or dismissed is removed immediately, and restored if the server refuses.
@MainActor
public final class HeldNotificationsStore {
  /// The user's decision on a request.
  public enum Decision: Hashable, Sendable {
    case accept, dismiss
  }

  /// nil if the source holds back no notifications.
  public let repository: (any HeldNotificationsRepository)?
  /// The requests without those that the user has decided on; nil before they are loaded, and if the server has no such
  /// feature.
  public var visible: HeldNotifications? {
    loaded.map { HeldNotifications($0.requests.filter { !decided.contains($0.id) }, hasMore: $0.hasMore) }
  }

  private let clock: any WallClock
  private let runner: TaskRunner?
  private var loaded: HeldNotifications?
  private var loadedAt: Date?
  /// The IDs of requests that the user has accepted or dismissed. A server may list them until it has processed them.
  private var decided: Set<String> = []
  private var observers = WeakObservers<any HeldNotificationsObserver>()
  private var refreshTask: Task<Void, Never>?

  /// For an account without such notifications.
  public init() {
    (repository, runner, clock) = (nil, nil, SystemClock())
  }

  public init(_ repository: (any HeldNotificationsRepository)?, clock: any WallClock, runner: TaskRunner) {
    self.repository = repository
    self.clock = clock
    self.runner = runner
  }

  deinit { refreshTask?.cancel() }

  public func add(_ observer: any HeldNotificationsObserver) {
    observers.add(observer)
  }

  /// Loads the requests in the background, unless that was done within the last `age` seconds. A failure changes
  /// nothing.
  public func refresh(ifOlderThan age: Double) {
    guard let repository, let runner, refreshTask == nil else { return }
    if let loadedAt, abs(clock.now.timeIntervalSince(loadedAt)) < age { return }
    refreshTask = runner.start(for: self) { [weak self] in
      do throws(TimelineError) {
        // A closed account cancels the request, so it must not be retained by it.
        let response = try await repository.heldNotifications()
        if !Task.isCancelled { self?.store(response) }
      } catch {}
      self?.refreshTask = nil
    }
  }

  /// Loads the requests.
  /// - Returns: nil if the server has no such feature.
  public func load() async throws(TimelineError) -> HeldNotifications? {
    guard let repository else { return nil }
    let response = try await repository.heldNotifications()
    if Task.isCancelled { throw .cancelled }
    store(response)
    return visible
  }

  private func store(_ response: HeldNotifications?) {
    let before = visible
    (loaded, loadedAt) = (response, clock.now)
    if visible != before { notify() }
  }

  /// Accepts or dismisses a request. The request continues when the screen is closed.
  /// - Parameter ended: called with the failure, or nil.
  public func decide(
    _ decision: Decision, on request: NotificationRequest, ended: @escaping @MainActor (TimelineError?) -> Void
  ) {
    guard let repository, let runner, decided.insert(request.id).inserted else { return }
    notify()
    runner.start { [weak self] in
      do throws(TimelineError) {
        switch decision {
        case .accept: try await repository.accept(request)
        case .dismiss: try await repository.dismiss(request)
        }
        ended(nil)
      } catch {
        self?.decided.remove(request.id)
        self?.notify()
        ended(error)
      }
    }
  }

  private func notify() {
    observers.notify { $0.heldNotificationsDidChange() }
  }
}
