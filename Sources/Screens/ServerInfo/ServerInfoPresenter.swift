import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Builds the screen of a server's announcements or of its description.
@MainActor
public enum ServerInfoAssembly {
  public static func make(
    _ subject: ServerInfoSubject, server: any ServerFeatureRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) -> any ViewController {
    ListScreen(
      ServerInfoPresenter(subject, server: server, services: services, session: session, router: router),
      services: services)
  }

  /// The empty views of the screen, for the tour.
  public static func emptyViews(at host: String) -> [EmptyStateViewModel] {
    [ServerInfoSubject.announcements.empty(host), ServerInfoSubject.announcements.missing(host)]
  }
}

/// The content of the screen.
public enum ServerInfoSubject: Hashable, Sendable {
  case announcements
  /// The server's description of itself, with its rules and limits.
  case description
}

/// Lists the announcements of a server, or the parts of its description.
@MainActor
final class ServerInfoPresenter: PostRouting {
  weak var view: (any ListScreenView<ServerInfoRow>)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe

  private let shown: ServerInfoSubject
  private let server: any ServerFeatureRepository
  private(set) lazy var loader = ScreenLoader<[ServerInfoItem]>(for: self, services, of: session.account)
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
}

extension ServerInfoPresenter: LoadingListPresenter {
  var title: String { "Server" }
  var header: ListHeader { ListHeader(title: shown.title(server.host), reader: session.account.profile) }
  var rowNames: RowNames { RowNames("entry", firstCommand: ServerInfoCommands.first) }
  var offered: Set<EmptyStateAction> { [.retry, .signInAgain, .switchAccount, .back] }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: shown.contentName, origin: session.account.origin)
  }

  func request(isReload: Bool) async throws(TimelineError) -> [ServerInfoItem] {
    let freshness: Freshness = isReload ? .fresh : .cached
    switch shown {
    case .announcements:
      let announcements = try await server.announcements(freshness)
      return ServerInfoText.items(of: announcements, at: services.clock.now, services.time.value)
    case .description: return ServerInfoText.items(of: try await server.description(freshness), server.host)
    }
  }

  var screenContent: ScreenContent<ListRows<ServerInfoRow>> {
    if loader.content == nil, case .unsupported? = loader.failure?.error { return .empty(shown.missing(server.host)) }
    return loader.screenContent(subject, offered: offered) { list(of: $0) }
  }

  func list(of items: [ServerInfoItem]) -> ScreenContent<ListRows<ServerInfoRow>> {
    guard !items.isEmpty else { return .empty(shown.empty(server.host)) }
    let rows = items.enumerated().map { index, item in
      ServerInfoRow(
        id: item.announcement?.id ?? "\(index)", heading: item.heading, title: item.title,
        text: PostCellViewModel.runs(item.text, query: nil), facts: item.facts,
        isMarked: item.announcement?.isRead == false)
    }
    return .content(ListRows(rows))
  }

  func status(at index: Int, of count: Int) -> String {
    let unread = (loader.content ?? []).count { $0.announcement?.isRead == false }
    return unread > 0 ? "\(index + 1) of \(count) · \(unread) unread" : "\(index + 1) of \(count)"
  }
}

// MARK: - Commands

extension ServerInfoPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    guard let index, let item = item(at: index) else { return [] }
    let profile = item.profile.map { profile in
      RowCommand(
        PostCommands.open, "open the profile", hint: "open", .open { [router] in router.show(.profile(profile)) })
    }
    let links = item.text.links.map(\.url).uniqued()
    let menu =
      links.isEmpty
      ? RowCommand(PostCommands.links, .unavailable("No links here"))
      : RowCommand(PostCommands.linkMenu(of: links, destinations(at: index), at: index, self))
    return [profile, menu].compactMap(\.self) + (item.announcement.map(commands(for:)) ?? []) + undoCommands
  }

  private func commands(for announcement: Announcement) -> [RowCommand] {
    guard !announcement.isRead else { return [] }
    return [
      RowCommand(
        ProfileActionCommands.dismiss, "mark as read", hint: "mark read", .perform { self.dismiss(announcement) })
    ]
  }

  func unavailableCommands(at index: Int?) -> [UnavailableCommand] {
    (index == nil ? [UnavailableCommand(PostCommands.links, "No links here")] : []) + SourceCommands.unavailable
  }

  private func dismiss(_ announcement: Announcement) {
    change(announcement.id) { $0.isRead = true }
    perform { [server] () async throws(TimelineError) in
      try await server.dismiss(announcement)
    } orUndo: { [weak self] in
      self?.change(announcement.id) { $0.isRead = false }
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
    var items = loader.content ?? []
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
  /// The rows are not posts.
  func post(at index: Int) -> Post? { nil }

  func index(of entry: PostKey) -> Int? { nil }

  /// The links of a row lead where those of a post do.
  func linkedPost(at index: Int) -> Post? {
    item(at: index).map { Post(id: PostID("\(index)"), account: session.account.id, text: $0.text) }
  }

  func listPictures(redraw: @escaping @MainActor () -> Void) -> ListPictures? { nil }

  /// A click opens the profile in a row.
  func openPost(at index: Int) {
    if let profile = item(at: index)?.profile { router.show(.profile(profile)) }
  }

  func actionsDidChange(on post: Post) {}
}

/// The commands of announcements and the server's page, in addition to those of all lists.
public enum ServerInfoCommands {
  public static let first = Command(
    "first-entry", "first entry", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  public static let all = [first]
}
