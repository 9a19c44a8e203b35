import Domain
import Runtime
import TimelineCore

/// The matches of a saved search, loaded in pages like a timeline.
@MainActor
final class SavedSearchSource {
  let text: String
  /// Searches all accounts; nil if one account is searched.
  let accounts: (any SearchAccountsUseCase)?
  /// The number of matches on the last request, if it was known then.
  private(set) var count: MatchCount?
  /// Whether accounts have found matches that are not shown yet.
  var hasUnshownMatches = false
  private let useCase: any SearchTimelineUseCase
  private let clock: any WallClock
  private let runner: TaskRunner
  /// Waits for slow accounts.
  private var accountsTask: Task<Void, Never>?

  init(
    _ text: String, _ useCase: any SearchTimelineUseCase, accounts: (any SearchAccountsUseCase)?,
    clock: any WallClock, runner: TaskRunner
  ) {
    (self.text, self.useCase, self.accounts, self.clock, self.runner) = (text, useCase, accounts, clock, runner)
  }

  deinit { accountsTask?.cancel() }

  /// The query. Relative dates such as “today” are resolved now.
  func query() throws(SearchQueryError) -> SearchQuery { try SearchQuery(text, now: clock.now) }

  /// Loads a page of matches; empty if the text is not a valid query, which the presenter shows.
  func page(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    guard let query = try? query() else { return TimelinePage() }
    var page = try await useCase.page(of: query, request)
    switch request.position {
    case .older, .newer, .filling: break
    case .around, .newest, .oldest, .nearest:
      let count = try await useCase.count(of: query, beside: page)
      self.count = count
      if count.isExact, !count.isApproximate { page.total = count.count }
    }
    return page
  }

  /// Waits for slow accounts.
  /// - Parameter more: called when an account has responded that is not included in the last page.
  func awaitSlowAccounts(_ more: @escaping @MainActor () -> Void) {
    // An invalid query has not been sent.
    guard let accounts, (try? query()) != nil else { return }
    accountsTask?.cancel()
    accountsTask = runner.start(for: self) {
      if await accounts.waitForMoreAccounts(), !Task.isCancelled { more() }
    }
  }
}
