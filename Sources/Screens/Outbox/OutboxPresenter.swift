import Domain
import EmptyState
import FoundationEssentials
import Runtime
import ScreenSupport
import TimelineCore

/// Lists the drafts, outgoing and scheduled posts of an account.
@MainActor
final class OutboxPresenter {
  weak var view: (any ListScreenView<OutboxRow>)?
  let dependencies: OutboxDependencies
  let services: AppServices
  let router: OutboxRouter

  /// nil until both drafts and outbox have been loaded.
  private(set) var items: [OutboxItem]?
  /// The outbox; nil until it has been loaded.
  private var entries: [OutboxEntry]?
  /// nil until they have been loaded.
  private var drafts: [Draft]?
  /// The scheduled posts of the server.
  private(set) lazy var scheduled = ScheduledPostsLoader(
    dependencies.scheduled, of: dependencies.account, services, didChange: { [weak self] in self?.updateItems() })
  /// The actions that have not been sent to the server.
  private(set) var unsentActions: [UserAction] = []
  /// The upload progress of entries: the index of the file and its uploaded share, from 0 to 1.
  private(set) var shares: [DraftID: (file: Int, share: Double)] = [:]
  /// The reason that the drafts could not be loaded.
  private(set) var failure: LoadFailure?
  private var selectedID: String?
  private(set) var selectedIndex = 0
  let loading: LoadTask
  var isInFront = false
  private var observationTasks: [Task<Void, Never>] = []

  init(dependencies: OutboxDependencies, services: AppServices, router: OutboxRouter) {
    self.dependencies = dependencies
    self.services = services
    self.router = router
    loading = LoadTask(clock: services.clock, runner: services.runner)
  }

  deinit {
    for task in observationTasks { task.cancel() }
  }

  var now: Date { services.clock.now }

  func select(_ index: Int) {
    selectedIndex = index
    selectedID = items.flatMap { $0.indices.contains(index) ? $0[index].id : nil }
  }
}

// MARK: - Loading

extension OutboxPresenter {
  /// Observes the outbox, the drafts and the unsent actions.
  func observeChanges() {
    let (events, changes) = (dependencies.publishing.outboxEvents(), dependencies.drafts.changes())
    observationTasks = [
      services.runner.start(for: self) { [weak self] in
        for await event in events { self?.apply(event) }
      },
      services.runner.start(for: self) { [weak self] in
        for await _ in changes { self?.load() }
      },
    ]
    guard let actions = dependencies.actions?.waitingActions() else { return }
    observationTasks.append(
      services.runner.start(for: self) { [weak self] in
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
    case .sent(_, .scheduled):
      load()
      reloadScheduled()
    case .sent(_, .post), .refused: load()
    }
  }

  private func apply(_ actions: [UserAction]) {
    guard actions != unsentActions else { return }
    let before = cancelledPosts
    unsentActions = actions
    // The server has confirmed that a replaced post is cancelled.
    if !before.isSubset(of: cancelledPosts) { reloadScheduled() }
    render()
  }

  /// The replaced posts whose cancellation the server has not confirmed.
  var cancelledPosts: Set<ScheduledPostID> {
    Set(unsentActions.compactMap { if case .cancelScheduled(let post) = $0 { post } else { nil } })
  }

  private func reloadScheduled() {
    if isInFront { scheduled.load() }
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
    failure = nil
    self.drafts = drafts
    updateItems()
  }

  private func fail(_ error: StoreError) {
    failure = LoadFailure(.storeFailed(error), at: now)
    updateItems()
  }

  /// Lists what has been loaded, and keeps the selected item selected.
  private func updateItems() {
    guard let entries, drafts != nil || failure != nil else { return render() }
    let notice = scheduled.notice.map { [OutboxItem.scheduledNotice($0)] } ?? []
    let items = OutboxItem.list(
      entries: entries, drafts: drafts ?? [], scheduled: notice + scheduled.posts.map(OutboxItem.scheduled),
      of: dependencies.account.id)
    let index = index(toSelectIn: items)
    self.items = items
    select(index)
    render()
    resumeCountdown()
  }

  /// The index of the selected item; if it was removed, of the next one that is left, else of the one before it.
  private func index(toSelectIn new: [OutboxItem]) -> Int {
    let before = (items ?? []).map(\.id)
    let start = before.firstIndex { $0 == selectedID } ?? before.endIndex
    let candidates = before[start...] + before[..<start].reversed()
    return candidates.lazy.compactMap { id in new.firstIndex { $0.id == id } }.first
      ?? max(0, min(selectedIndex, new.count - 1))
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
