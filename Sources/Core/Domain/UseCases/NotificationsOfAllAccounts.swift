import Runtime

/// The notifications of all accounts that have some, as one timeline, newest first.
public struct NotificationsOfAllAccounts: LoadTimelineUseCase {
  public static let timeline = ListedTimeline(.named("Notifications of all accounts"))
  /// In seconds. A page does not wait longer for the response of an account.
  private static let timeLimit = 5.0

  /// The accounts, and those that have failed.
  public let accounts: any SearchAccountsUseCase

  /// - Parameters:
  ///   - listAccounts: lists the accounts; those that need a password are left out.
  ///   - sources: the sources of the accounts.
  public init(
    _ listAccounts: any ListAccountsUseCase, in sources: any SourceRepository, clock: any WallClock
  ) {
    accounts = SearchAccounts(clock: clock, timeLimit: Self.timeLimit) { () async throws(TimelineError) in
      var found: [SearchableAccount] = []
      for listed in try await listAccounts() where listed.isReady {
        guard let timelines = sources.source(of: listed.account.id)?.timelines,
          let overview = try? await timelines.overview(.cached),
          overview.timelines.contains(where: { $0.id == .notifications })
        else { continue }
        found.append(SearchableAccount(account: listed.account, search: AccountNotifications(timelines: timelines)))
      }
      return found
    }
  }

  /// - Throws: Nothing.
  public func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [Self.timeline])
  }

  /// - Throws: `TimelineError`; see `LoadTimelineUseCase`.
  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await accounts.page(of: .empty, request)
  }

  public func changes() -> AsyncStream<SourceChange> { AsyncStream { $0.finish() } }
}

/// The notifications of an account; a query does not limit them.
private struct AccountNotifications: PostSearchRepository {
  let timelines: any TimelineRepository

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await timelines.page(of: .notifications, request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    MatchCount(count: 0, isExact: true, searchedCount: 0)
  }
}
