import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TimelineCore

/// Knows the drafts of an account and its posts on their way, and what can be done with each.
@MainActor
final class OutboxPresenter {
  weak var view: (any OutboxView)?
  let dependencies: OutboxDependencies
  let router: any OutboxWireframe

  /// nil until both have been heard of.
  var items: [OutboxItem]?
  /// What is on its way, as was said last; nil where nothing has been said yet.
  private var entries: [OutboxEntry]?
  /// How many actions the server does not know yet.
  var actionCount = 0
  /// Of posts whose files are on their way: which, and what share of it has left.
  var shares: [DraftID: (file: Int, share: Double)] = [:]
  /// Why the drafts could not be read.
  var failure: LoadFailure?
  var selectedID: DraftID?
  var selection = 0
  let loading: LoadTask
  var contentSwitch = ContentSwitch()
  var isInFront = false
  private var hearing: [Task<Void, Never>] = []

  init(dependencies: OutboxDependencies, router: any OutboxWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit {
    for task in hearing { task.cancel() }
  }

  var now: Date { dependencies.clock.now }

  func item(at index: Int) -> OutboxItem? {
    items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}

// MARK: - What there is

extension OutboxPresenter {
  /// Hears what becomes of posts on their way, and of drafts.
  func listen() {
    let (news, changes) = (dependencies.publishing.outbox(), dependencies.drafts.changes())
    hearing = [
      dependencies.runner.start(for: self) { [weak self] in
        for await change in news { self?.take(change) }
      },
      dependencies.runner.start(for: self) { [weak self] in
        for await _ in changes { self?.load() }
      },
    ]
    guard let actions = dependencies.actions?.waiting() else { return }
    hearing.append(
      dependencies.runner.start(for: self) { [weak self] in
        for await waiting in actions { self?.take(waiting) }
      })
  }

  private func take(_ news: OutboxNews) {
    switch news {
    case .entries(let entries):
      self.entries = entries
      let sent = Set(entries.filter { if case .sending = $0.state { true } else { false } }.map(\.id))
      shares = shares.filter { sent.contains($0.key) }
      load()
    case .lost: break
    case .uploading(let entry, let file, let share):
      shares[entry] = (file, share)
      render()
    case .sent, .refused: load()
    }
  }

  private func take(_ actions: [UserAction]) {
    guard actions.count != actionCount else { return }
    actionCount = actions.count
    render()
  }

  /// What stands stays until there is an answer, and drafts and what is on its way change together.
  func load() {
    guard entries != nil else { return }
    loading.ask { [drafts = dependencies.drafts] () async throws(StoreError) in
      try await drafts.drafts()
    } answered: { [weak self] in
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

  /// The selection stays with what it was on.
  private func show(_ items: [OutboxItem]) {
    self.items = items
    selection = items.firstIndex { $0.draft.id == selectedID } ?? max(0, min(selection, items.count - 1))
    selectedID = item(at: selection)?.draft.id
    render()
    resumeCountdown()
  }

  /// Counts down to the moments at which what waits is tried again.
  private func resumeCountdown() {
    let moment = items?.compactMap(\.nextMoment).filter { $0 > now }.max()
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.render()
    }
  }
}
