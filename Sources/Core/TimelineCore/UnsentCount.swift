import Domain
import Runtime

/// Observes an `UnsentCount`.
@MainActor
public protocol UnsentCountObserver: AnyObject {
  func unsentCountDidChange()
}

/// The number of posts and actions of an account that could not be sent yet and wait for its server, or for the user.
@MainActor
public final class UnsentCount {
  public var total: Int { posts + actions }
  private var posts = 0
  private var actions = 0
  private var observers = WeakObservers<any UnsentCountObserver>()
  private var tasks: [Task<Void, Never>] = []

  /// For an account that is read only.
  public init() {}

  /// - Parameters:
  ///   - publishing: nil if no posts can be written.
  ///   - actions: nil if there are no actions.
  public init(_ publishing: (any PublishingRepository)?, _ actions: (any ActionRepository)?, runner: TaskRunner) {
    // With `--offline` nothing is tried, so that everything waits.
    let canSend = publishing?.canSend ?? true
    if let events = publishing?.outboxEvents() {
      tasks.append(
        runner.start(for: self) { [weak self] in
          for await case .entries(let entries) in events {
            self?.update { $0.posts = entries.count { !canSend || $0.state.isStalled } }
          }
        })
    }
    guard let actions else { return }
    if canSend {
      let stalls = actions.stalledActions()
      tasks.append(
        runner.start(for: self) { [weak self] in
          for await stalled in stalls { self?.update { $0.actions = stalled?.count ?? 0 } }
        })
    } else {
      let waiting = actions.waitingActions()
      tasks.append(
        runner.start(for: self) { [weak self] in
          for await actions in waiting { self?.update { $0.actions = actions.count } }
        })
    }
  }

  deinit { tasks.forEach { $0.cancel() } }

  public func add(_ observer: any UnsentCountObserver) {
    observers.add(observer)
  }

  private func update(_ change: (UnsentCount) -> Void) {
    let before = total
    change(self)
    guard total != before else { return }
    observers.notify { $0.unsentCountDidChange() }
  }
}

extension OutboxEntry.State {
  /// Whether sending has failed, or waits for the user.
  fileprivate var isStalled: Bool {
    switch self {
    case .waiting(let error): error != nil
    case .needsConfirmation: true
    case .sending: false
    }
  }
}
