import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Loads the announcements or the description of a server, and decides what to show.
@MainActor
final class ServerInfoPresenter: PostRouting {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  weak var view: (any ServerInfoView)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe

  private let shown: ServerInfoSubject
  private let server: any ServerFeatureRepository
  private lazy var loader = ScreenLoader<[ServerInfoItem]>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()
  /// Sends changes in their order.
  private lazy var changes = SerialQueue(runner: services.runner)

  init(
    _ shown: ServerInfoSubject, server: any ServerFeatureRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) {
    self.shown = shown
    self.server = server
    self.services = services
    self.session = session
    self.router = router
  }

  private var now: Date { services.clock.now }
  private var items: [ServerInfoItem] { loader.content ?? [] }

  private func item(at index: Int) -> ServerInfoItem? { items.indices.contains(index) ? items[index] : nil }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: shown.contentName, origin: session.account.origin)
  }
}

// MARK: - Rendering

extension ServerInfoPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: shown.title(server.host), reader: session.account.profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    let loading = "Loading \(shown.contentName) from \(subject.source)…"
    view.updateNotice(
      items.isEmpty ? nil : loader.notice(subject, shown: shown.contentName, loading: loading, offered: Self.offered))
  }

  private var screenContent: ScreenContent<ServerInfoViewModel> {
    if loader.content == nil, case .unsupported? = loader.failure?.error { return .empty(shown.missing(server.host)) }
    return loader.screenContent(subject, offered: Self.offered) { items in
      items.isEmpty ? .empty(shown.empty(server.host)) : .content(viewModel(of: items))
    }
  }

  private func viewModel(of items: [ServerInfoItem]) -> ServerInfoViewModel {
    let rows = items.enumerated().map { index, item in
      ServerInfoRow(
        id: item.announcement?.id ?? "\(index)", heading: item.heading, title: item.title,
        text: PostCellViewModel.runs(item.text, query: nil), facts: item.facts,
        reactions: item.announcement.map(ServerInfoText.reactions) ?? [], links: item.text.links.map(\.url).uniqued(),
        isMarked: item.announcement?.isRead == false, canBeOpened: item.profile != nil)
    }
    return ServerInfoViewModel(rows: rows, selection: selection, footer: "")
  }

  private func showStatus() {
    let unread = items.count { $0.announcement?.isRead == false }
    let position = items.isEmpty ? "" : "\(selection + 1) of \(items.count)"
    view?.showStatus(unread > 0 ? "\(position) · \(unread) unread" : position)
  }
}

// MARK: - Loading

extension ServerInfoPresenter {
  private func load(isRefresh: Bool) {
    let (freshness, time): (Freshness, TimeStyle) = (isRefresh ? .fresh : .cached, services.time.value)
    loader.load { [shown, server, clock = services.clock] () async throws(TimelineError) -> [ServerInfoItem] in
      switch shown {
      case .announcements:
        return ServerInfoText.items(of: try await server.announcements(freshness), at: clock.now, time)
      case .description: return ServerInfoText.items(of: try await server.description(freshness), server.host)
      }
    } accept: { [weak self] in
      self?.accept($0)
    }
  }

  private func accept(_ items: [ServerInfoItem]) {
    loader.show(items, asOf: now)
    selection = min(selection, max(0, items.count - 1))
  }
}

// MARK: - User events

extension ServerInfoPresenter: ServerInfoPresentation {
  func viewDidLoad() { load(isRefresh: false) }
  func viewDidAppear() { loader.screenDidAppear { load(isRefresh: false) } }
  func viewWillDisappear() { loader.screenWillDisappear() }
  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func reload() { load(isRefresh: true) }

  func announcementActions(at index: Int) -> AnnouncementActions? {
    item(at: index)?.announcement.map(ServerInfoText.actions)
  }

  func dismissAnnouncement(at index: Int) {
    guard let announcement = item(at: index)?.announcement, !announcement.isRead else { return }
    change(announcement.id) { $0.isRead = true }
    perform { [server] () async throws(TimelineError) in
      try await server.dismiss(announcement)
    } orUndo: { [weak self] in
      self?.change(announcement.id) { $0.isRead = false }
    }
  }

  func toggleReaction(_ name: String, at index: Int) {
    guard let announcement = item(at: index)?.announcement else { return }
    let isOn = announcement.reactions.first { $0.name == name }?.isOwn != true
    change(announcement.id) { $0 = $0.reacting(with: name, isOn) }
    perform { [server] () async throws(TimelineError) in
      try await server.react(to: announcement, with: name, isOn)
    } orUndo: { [weak self] in
      self?.change(announcement.id) { $0 = $0.reacting(with: name, !isOn) }
    }
  }

  /// Sends a change that is shown already, and undoes it with a notice if it fails. After a lost response the
  /// announcements are loaded again.
  private func perform(
    _ request: @escaping @MainActor () async throws(TimelineError) -> Void, orUndo undo: @escaping @MainActor () -> Void
  ) {
    changes.add { [weak self] in
      do throws(TimelineError) {
        try await request()
      } catch {
        undo()
        let outcome = error.mayHaveArrived ? "Not confirmed" : "Not changed"
        self?.showNotice("\(outcome): \(error.clause)".asSentence, isFailure: true)
        if error.mayHaveArrived { self?.reload() }
      }
    }
  }

  private func change(_ id: String, _ change: (inout Announcement) -> Void) {
    var items = items
    for index in items.indices where items[index].announcement?.id == id {
      guard var announcement = items[index].announcement else { continue }
      change(&announcement)
      items[index].announcement = announcement
    }
    loader.update(items)
    render()
  }
}

// MARK: - Links

extension ServerInfoPresenter: PostListPresenter {
  /// The rows are no posts.
  func post(at index: Int) -> Post? { nil }

  func index(of entry: PostKey) -> Int? { nil }

  /// The links of a row lead where those of a post do.
  func linkedPost(at index: Int) -> Post? {
    item(at: index).map { Post(id: PostID("\(index)"), account: session.account.id, text: $0.text) }
  }

  /// Opens the profile in a row.
  func openPost(at index: Int) {
    if let profile = item(at: index)?.profile { router.show(.profile(profile)) }
  }

  func actionsDidChange(on post: Post) {}

  func showNotice(_ text: String, isFailure: Bool) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}
