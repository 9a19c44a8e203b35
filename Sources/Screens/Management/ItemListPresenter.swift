import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists items and performs the commands on them. The list is reloaded after each change.
@MainActor
final class ItemListPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .back]

  weak var view: (any ItemListView)?
  private let subject: any ItemListSubject
  private let services: AppServices
  private let account: Account
  private let showLogin: @MainActor () -> Void
  private lazy var loader = ScreenLoader<[Item]>(
    services, of: account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()
  private var hasAppeared = false
  /// Why a change failed, shown again when the list is loaded: if that fails, too, its notice would cover this one.
  private var outcomeNotice: NoticeViewModel?
  /// Called with the text of the open field.
  private var prompted: (@MainActor (String) async throws(TimelineError) -> String)?
  /// Performs changes, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ subject: any ItemListSubject, services: AppServices, account: Account, showLogin: @escaping @MainActor () -> Void
  ) {
    self.subject = subject
    self.services = services
    self.account = account
    self.showLogin = showLogin
  }

  private var items: [Item] { loader.content ?? [] }
  private var reason: EmptyReason.Subject {
    .init(owner: "", contentName: subject.contentName, origin: account.origin)
  }
}

// MARK: - Showing

extension ItemListPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: subject.title, reader: account.profile))
    let content: ScreenContent<ItemListViewModel> = loader.screenContent(reason, offered: Self.offered) { items in
      items.isEmpty ? .empty(empty) : .content(viewModel(of: items))
    }
    contentSwitch.show(content, on: view) { view.show($0) }
    view.showStatus(items.isEmpty ? "" : "\(selection + 1) of \(items.count)")
    view.updateNotice(
      items.isEmpty
        ? nil
        : loader.notice(
          reason, shown: subject.contentName, loading: "Loading \(subject.contentName) from \(reason.source)…",
          offered: Self.offered))
    guard !loader.isRunning, let outcomeNotice else { return }
    self.outcomeNotice = nil
    view.showNotice(outcomeNotice)
  }

  /// The empty view, which offers to add an entry only if the account can.
  private var empty: EmptyStateViewModel {
    var empty = subject.empty
    let canAdd = subject.commands(for: nil).contains { $0.command == SourceCommands.create }
    if !canAdd { empty.actions.removeAll { $0 == .create } }
    return empty
  }

  private func viewModel(of items: [Item]) -> ItemListViewModel {
    selection = min(selection, items.count - 1)
    var above: String?
    let rows = items.map { item in
      defer { above = item.group }
      return ItemRow(item: item, heading: item.group == above ? nil : item.group)
    }
    return ItemListViewModel(rows: rows, selection: selection)
  }

  private func load() {
    loader.load { [subject] () async throws(TimelineError) in
      try await subject.load()
    } accept: { [weak self] items in
      guard let self else { return }
      loader.show(items, asOf: services.clock.now)
    }
  }

  private func perform(_ work: @escaping ItemCommand.Work) {
    queue.add { [weak self] in
      do throws(TimelineError) {
        let notice = try await work()
        if !notice.isEmpty { self?.view?.showNotice(NoticeViewModel(text: notice)) }
      } catch {
        let outcome = error.mayHaveArrived ? "Not confirmed" : "Nothing changed"
        let notice = NoticeViewModel(text: "\(outcome): \(error.clause)".asSentence, isFailure: true)
        self?.view?.showNotice(notice)
        self?.outcomeNotice = notice
      }
      // The outcome of a lost request is only known from the list.
      self?.load()
    }
  }
}

// MARK: - User events

extension ItemListPresenter: ItemListPresentation {
  var noun: String { subject.noun }

  func viewDidLoad() { load() }

  /// A form may have changed the list.
  func viewDidAppear() {
    if hasAppeared { load() } else { loader.screenDidAppear { load() } }
    hasAppeared = true
  }

  func viewWillDisappear() { loader.screenWillDisappear() }
  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    view?.showStatus("\(selection + 1) of \(items.count)")
  }

  func commands(at index: Int) -> [ItemCommand] {
    let item = items.indices.contains(index) && !items[index].isNote ? items[index] : nil
    // Before the list is known, there is nothing to add to.
    return loader.content == nil ? [] : subject.commands(for: item)
  }

  func perform(_ command: ItemCommand) {
    switch command.effect {
    case .open(let open): open()
    case .work(let work): perform(work)
    case .prompt(let label, let placeholder, let work):
      prompted = work
      view?.showField(label, placeholder: placeholder)
    case .confirmed, .menu: break
    }
  }

  func confirm(_ work: @escaping ItemCommand.Work) { perform(work) }

  func submit(_ text: String) {
    let work = prompted
    cancelEditing()
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let work, !text.isEmpty else { return }
    perform { () async throws(TimelineError) in try await work(text) }
  }

  func cancelEditing() {
    prompted = nil
    view?.hideField()
  }

  func reload() { load() }
  func signInAgain() { showLogin() }
}
