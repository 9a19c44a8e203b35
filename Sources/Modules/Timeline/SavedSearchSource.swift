import Domain
import Runtime
import TimelineCore

/// What a saved search finds: it is asked as a timeline is.
@MainActor
final class SavedSearchSource {
  let text: String
  /// nil where one account is looked through.
  let accounts: (any SearchAccountsUseCase)?
  /// How many matches there were when it was asked last, as far as that is known at once.
  private(set) var count: MatchCount?
  /// Whether accounts have found something that is not shown yet.
  var hasMore = false
  private let useCase: any SearchTimelineUseCase
  private let clock: any WallClock
  private let runner: TaskRunner
  /// Waits for accounts that take their time.
  private var following: Task<Void, Never>?

  init(
    _ text: String, _ useCase: any SearchTimelineUseCase, accounts: (any SearchAccountsUseCase)?,
    clock: any WallClock, runner: TaskRunner
  ) {
    (self.text, self.useCase, self.accounts, self.clock, self.runner) = (text, useCase, accounts, clock, runner)
  }

  deinit { following?.cancel() }

  /// What it means today.
  func query() throws(SearchQueryError) -> SearchQuery { try SearchQuery(text, now: clock.now) }

  /// What stands for what means nothing is decided where it is drawn.
  func page(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    guard let query = try? query() else { return TimelinePage() }
    var page = try await useCase.page(of: query, request)
    switch request {
    case .older, .newer, .filling: break
    case .place, .refresh, .renewal, .newest, .oldest, .nearest:
      let count = try await useCase.count(of: query, beside: page)
      self.count = count
      if count.isExact, !count.isRough { page.total = count.count }
    }
    return page
  }

  /// - Parameter more: told once another account has answered than those that the last page is of.
  func follow(_ more: @escaping @MainActor () -> Void) {
    // What means nothing has nobody asked.
    guard let accounts, (try? query()) != nil else { return }
    following?.cancel()
    following = runner.start(for: self) {
      if await accounts.waitForMore(), !Task.isCancelled { more() }
    }
  }
}
