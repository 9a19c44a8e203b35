import Domain
import EmptyState
import ScreenSupport
import TerminalKit
import TimelineStatistics

@MainActor
public enum StatisticsAssembly {
  /// - Parameter account: the account whose posts are counted.
  public static func make(
    _ repository: any StatisticsRepository, services: AppServices, account: Account, router: any PostWireframe
  ) -> any ViewController {
    ListScreen(
      StatisticsPresenter(repository, services: services, account: account, router: router), services: services)
  }
}

/// Lists the statistics of an account's posts.
@MainActor
final class StatisticsPresenter {
  /// A row, and the post that it opens.
  typealias Entry = (row: StatisticsRow, post: Post?)

  weak var view: (any ListScreenView<StatisticsRow>)?
  private let repository: any StatisticsRepository
  private let services: AppServices
  private let account: Account
  private let router: any PostWireframe
  private(set) lazy var loader = ScreenLoader<[Entry]>(for: self, services, of: account)

  init(
    _ repository: any StatisticsRepository, services: AppServices, account: Account, router: any PostWireframe
  ) {
    self.repository = repository
    self.services = services
    self.account = account
    self.router = router
  }

  private func subject(_ contentName: String) -> EmptyReason.Subject {
    .init(owner: account.label, contentName: contentName, origin: account.origin)
  }
}

extension StatisticsPresenter: LoadingListPresenter {
  var title: String { "Statistics" }
  var header: ListHeader { ListHeader(title: title, reader: account.profile) }
  var rowNames: RowNames { RowNames("section") }
  var subject: EmptyReason.Subject { subject("posts") }
  var shownName: String { "statistics" }
  var loadingText: String { "Counting the posts…" }
  var offered: Set<EmptyStateAction> { [.retry, .back] }
  var reloadHint: String? { nil }

  func request(isReload: Bool) async throws(TimelineError) -> [Entry] {
    let statistics = try await repository.statistics(at: services.clock.now)
    let (time, now) = (services.time.value, services.clock.now)
    return statistics.posts == 0
      ? [] : StatisticsText.rows(of: statistics, owner: account.profile) { time.words(for: $0, at: now) }
  }

  func list(of entries: [Entry]) -> ScreenContent<ListRows<StatisticsRow>> {
    guard entries.isEmpty else { return .content(ListRows(entries.map(\.row))) }
    // The posts of a file belong to no account.
    let reason = EmptyReason.noPosts(subject(account.origin.isFile ? "Posts" : "account"))
    return .empty(EmptyStateViewModel(reason, offered: offered))
  }

  func commands(at index: Int?) -> [RowCommand] {
    guard let post = item(at: index)?.post else { return [] }
    return [RowCommand(StatisticsCommands.open, hint: "open", .open { [router] in router.showPost(post) })]
  }
}

/// The commands of the statistics screen, and the one that opens it.
public enum StatisticsCommands {
  public static let show = Command(
    "statistics", "statistics", synonyms: ["stats", "numbers", "charts"], keys: ["#"], in: .open)
  public static let open = Command("statistics-open", "open the post and its thread", keys: ["Enter"], in: .open)

  public static let all = [show, open]
}
