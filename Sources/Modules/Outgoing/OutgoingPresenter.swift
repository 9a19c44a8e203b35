import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineEngine

/// Knows the drafts of an account and its posts on their way, and what can be done with each.
@MainActor
final class OutgoingPresenter {
  weak var view: (any OutgoingView)?
  private let dependencies: OutgoingDependencies
  private let router: any OutgoingWireframe

  /// nil until both have been heard of.
  private var items: [OutgoingItem]?
  /// What is on its way, as was said last; nil where nothing has been said yet.
  private var entries: [OutboxEntry]?
  /// How many actions the server does not know yet.
  private var actionCount = 0
  /// Of posts whose files are on their way: which, and what share of it has left.
  private var shares: [DraftID: (file: Int, share: Double)] = [:]
  /// Why the drafts could not be read.
  private var failure: LoadFailure?
  private var selectedID: DraftID?
  private var selection = 0
  private let loading: LoadTask
  private var contentSwitch = ContentSwitch()
  private var isInFront = false
  private var hearing: [Task<Void, Never>] = []

  init(dependencies: OutgoingDependencies, router: any OutgoingWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit {
    for task in hearing { task.cancel() }
  }

  private var sends: Bool { dependencies.publishing.sends }
  private var now: Date { dependencies.clock.now }

  private func item(_ row: String) -> OutgoingItem? { items?.first { $0.draft.id.rawValue == row } }

  private func item(at index: Int) -> OutgoingItem? {
    items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
}

// MARK: - What stands on the screen

extension OutgoingPresenter {
  private func render() {
    guard let view else { return }
    let profile = dependencies.account.profile
    view.showHeader(OutgoingHeader(account: profile.nameAndLabel, label: profile.label))
    contentSwitch.show(screenContent, on: view) { view.showList($0) }
    showStatus()
    if let failure, items?.isEmpty == false {
      view.showNotice(
        NoticeViewModel(failure: reason(for: failure), shown: "drafts", loadedAt: nil, now: now, offered: [.retry]))
    } else {
      view.hideNotice()
    }
  }

  /// The one place that decides which of list, empty view and loading stands.
  private var screenContent: ScreenContent<OutgoingViewModel> {
    if let failure, items?.isEmpty != false {
      return .empty(EmptyStateViewModel(reason(for: failure), offered: [.retry, .back]))
    }
    guard let items else {
      let reason = EmptyReason.loading(wanted, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: [.back]) : nil)
    }
    let writing = dependencies.keymap.value.sentence(ActCommands.compose, "begins a post")
    return items.isEmpty
      ? .empty(OutgoingText.nothing(besides: actionCount, writing: writing)) : .content(viewModel(of: items))
  }

  private var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: "drafts", origin: dependencies.account.origin)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }

  private func viewModel(of items: [OutgoingItem]) -> OutgoingViewModel {
    var above: OutgoingItem.Section?
    let ids = Set(items.compactMap { $0.entry?.id })
    let rows = items.map { item in
      let section = item.section
      defer { above = section }
      return row(of: item, heading: section == above ? nil : OutgoingText.heading(of: section), among: ids)
    }
    return OutgoingViewModel(rows: rows, selection: selection, footer: OutgoingText.footer(besides: actionCount))
  }

  private func row(of item: OutgoingItem, heading: String?, among ids: Set<DraftID>) -> OutgoingRow {
    let draft = item.draft
    let moment = item.entry?.sentAt ?? draft.changedAt
    return OutgoingRow(
      id: draft.id.rawValue, heading: heading, kind: OutgoingText.kind(of: draft.purpose),
      facts: [dependencies.time.value.words(for: moment, at: now)] + OutgoingText.facts(of: draft),
      state: OutgoingText.state(of: item, share: shares[draft.id], among: ids, sends: sends, now: now),
      isFailure: item.section == .needsWord || item.section == .drafts, text: OutgoingText.beginning(of: draft),
      isOnItsWay: item.entry != nil, sending: OutgoingText.sending(item, among: ids, sends: sends),
      needsSignIn: item.needsSignIn)
  }

  private func showStatus() {
    let count = items?.count ?? 0
    view?.showStatus(count == 0 ? "" : "\(selection + 1) of \(count)")
  }

  private func say(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

// MARK: - What there is

extension OutgoingPresenter {
  /// Hears what becomes of posts on their way, and of drafts.
  private func listen() {
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
    case .uploading(let entry, let file, let share):
      shares[entry] = (file, share)
      render()
    case .sent, .refused: load()
    }
  }

  private func take(_ actions: [ReaderAction]) {
    guard actions.count != actionCount else { return }
    actionCount = actions.count
    render()
  }

  /// What stands stays until there is an answer, and drafts and what is on its way change together.
  private func load() {
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
    show(OutgoingItem.list(entries: entries, drafts: drafts, of: dependencies.account.id))
  }

  private func fail(_ error: StoreError) {
    guard let entries else { return }
    failure = LoadFailure(.storeFailed(error), at: now)
    let drafts = items?.map(\.draft) ?? []
    show(OutgoingItem.list(entries: entries, drafts: drafts, of: dependencies.account.id))
  }

  /// The selection stays with what it was on.
  private func show(_ items: [OutgoingItem]) {
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

// MARK: - What the person does

extension OutgoingPresenter: OutgoingPresentation {
  var takenBackNext: String? { dependencies.history.latest }

  func viewDidLoad() {
    render()
    listen()
  }

  func viewDidAppear() {
    isInFront = true
    load()
  }

  func viewWillDisappear() {
    isInFront = false
    loading.cancel()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    selectedID = item(at: index)?.draft.id
    showStatus()
  }

  func write(_ row: String) {
    switch item(row) {
    case .draft(let draft): router.write(draft, isKept: true)
    case .entry(let entry): takeBack(entry) { [router] in router.write($0, isKept: false) }
    case nil: break
    }
  }

  func send(_ row: String) {
    guard let entry = item(row)?.entry else { return }
    dependencies.willTry(entry.id)
    dependencies.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        try await publishing.sendAgain(entry.id)
      } catch {
        self?.say("It could not be sent: \(error.clause).", isFailure: true)
      }
    }
  }

  func discard(_ row: String) {
    switch item(row) {
    case .draft(let draft): remove(draft)
    case .entry(let entry): takeBack(entry) { [self] in remove($0) }
    case nil: break
    }
  }

  func takeBack() { dependencies.history.takeBack() }
  func begin() { router.begin() }
  func logIn() { router.showLogin() }

  func retry() {
    load()
    dependencies.willTry(nil)
    dependencies.runner.start { [publishing = dependencies.publishing] in await publishing.retry() }
  }

  private func takeBack(_ entry: OutboxEntry, then: @escaping @MainActor (Draft) -> Void) {
    dependencies.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        guard let draft = try await publishing.takeBack(entry.id) else {
          self?.say(OutboxNotices.cannotBeTakenBack(nil), isFailure: true)
          return
        }
        then(draft)
      } catch {
        self?.say(OutboxNotices.cannotBeTakenBack(error), isFailure: true)
      }
    }
  }

  /// Throws it away; it can be taken back.
  private func remove(_ draft: Draft) {
    let (drafts, runner, say) = (dependencies.drafts, dependencies.runner, dependencies.say)
    let (history, keymap, router) = (dependencies.history, dependencies.keymap, router)
    runner.start {
      do throws(StoreError) {
        try await drafts.remove(draft.id)
      } catch {
        return say("It could not be thrown away: \(error.clause).", true)
      }
      router.didThrowAway(draft.id)
      history.add(
        .init("throwing a draft away") {
          runner.start {
            do throws(StoreError) {
              try await drafts.store(draft)
              say("It is a draft again.", false)
            } catch {
              say("It could not be kept: \(error.clause).", true)
            }
          }
        })
      let remedy = keymap.value.sentence(ReadingCommands.takeBack, "takes that back")
      say("Thrown away." + (remedy.isEmpty ? "" : " \(remedy)."), false)
    }
  }
}
