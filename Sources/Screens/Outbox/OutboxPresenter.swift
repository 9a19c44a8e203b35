import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TimelineCore

/// Lists the drafts and outgoing posts of an account.
@MainActor
final class OutboxPresenter {
  weak var view: (any OutboxView)?
  let dependencies: OutboxDependencies
  let router: any OutboxWireframe

  /// nil until both drafts and outbox have been loaded.
  var items: [OutboxItem]?
  /// The outbox; nil until it has been loaded.
  private var entries: [OutboxEntry]?
  /// The number of actions that have not been sent to the server.
  var actionCount = 0
  /// The upload progress of entries: the index of the file and its uploaded share, from 0 to 1.
  var shares: [DraftID: (file: Int, share: Double)] = [:]
  /// Why the drafts could not be loaded.
  var failure: LoadFailure?
  var selectedID: DraftID?
  var selection = 0
  let loading: LoadTask
  var contentSwitch = ContentSwitch()
  var isInFront = false
  private var observationTasks: [Task<Void, Never>] = []

  init(dependencies: OutboxDependencies, router: any OutboxWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit {
    for task in observationTasks { task.cancel() }
  }

  var now: Date { dependencies.clock.now }

  func item(at index: Int) -> OutboxItem? {
    items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}

// MARK: - Loading

extension OutboxPresenter {
  /// Observes the outbox, the drafts and the unsent actions.
  func observeChanges() {
    let (events, changes) = (dependencies.publishing.outboxEvents(), dependencies.drafts.changes())
    observationTasks = [
      dependencies.runner.start(for: self) { [weak self] in
        for await event in events { self?.apply(event) }
      },
      dependencies.runner.start(for: self) { [weak self] in
        for await _ in changes { self?.load() }
      },
    ]
    guard let actions = dependencies.actions?.waitingActions() else { return }
    observationTasks.append(
      dependencies.runner.start(for: self) { [weak self] in
        for await waiting in actions { self?.apply(waiting) }
      })
  }

  private func apply(_ event: OutboxEvent) {
    switch event {
    case .entries(let entries):
      self.entries = entries
      let sent = Set(entries.filter { if case .sending = $0.state { true } else { false } }.map(\.id))
      shares = shares.filter { sent.contains($0.key) }
      load()
    case .sentIncomplete: break
    case .uploading(let entry, let file, let share):
      shares[entry] = (file, share)
      render()
    case .sent, .refused: load()
    }
  }

  private func apply(_ actions: [UserAction]) {
    guard actions.count != actionCount else { return }
    actionCount = actions.count
    render()
  }

  /// Loads the drafts. The list does not change until then, so that drafts and outbox change together.
  func load() {
    guard entries != nil else { return }
    loading.load { [drafts = dependencies.drafts] () async throws(StoreError) in
      try await drafts.drafts()
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
  }

  private func accept(_ drafts: [Draft]) {
    guard let entries else { return }
    failure = nil
    show(OutboxItem.list(entries: entries, drafts: drafts, of: dependencies.account.id))
  }

  private func fail(_ error: StoreError) {
    guard let entries else { return }
    failure = LoadFailure(.storeFailed(error), at: now)
    let drafts = items?.map(\.draft) ?? []
    show(OutboxItem.list(entries: entries, drafts: drafts, of: dependencies.account.id))
  }

  /// Keeps the selected item selected.
  private func show(_ items: [OutboxItem]) {
    self.items = items
    selection = items.firstIndex { $0.draft.id == selectedID } ?? max(0, min(selection, items.count - 1))
    selectedID = item(at: selection)?.draft.id
    render()
    resumeCountdown()
  }

  /// Renders every second while an entry waits for its next attempt.
  private func resumeCountdown() {
    let moment = items?.compactMap(\.nextAttemptAt).filter { $0 > now }.max()
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.render()
    }
  }
}
