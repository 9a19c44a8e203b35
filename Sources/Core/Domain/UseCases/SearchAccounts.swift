import Runtime
import Synchronization

/// Searches all timelines of all accounts as one. Only one query at a time: further pages belong to the query that was
/// last answered.
public protocol SearchAccountsUseCase: SearchTimelineUseCase {
  /// The accounts that can be searched; empty if they cannot be read.
  func accounts() async -> [Account]

  /// The state of the query that was last answered; before that, of the first one.
  var result: MultiAccountResult { get }

  /// Waits until an account has responded that is not part of the last page. A `cachedRefresh` page then includes its
  /// results.
  /// - Returns: false if all accounts have responded.
  func waitForMoreAccounts() async -> Bool
}

public final class SearchAccounts: SearchAccountsUseCase {
  /// In seconds. Users do not notice shorter waits.
  public static let defaultTimeLimit = 0.1

  private let list: @Sendable () async throws(TimelineError) -> [SearchableAccount]
  private let clock: any WallClock
  private let timeLimit: Double
  private let state = Mutex(State())

  private struct State {
    /// The last query that has returned a page. It stays until another one has.
    var lastResponded: AccountMatches?
    /// The query that was requested since.
    var requested: AccountMatches?
  }

  /// - Parameters:
  ///   - timeLimit: in seconds. A page contains what accounts have returned by then.
  ///   - list: returns the accounts that can be searched now.
  public init(
    clock: any WallClock, timeLimit: Double = defaultTimeLimit,
    list: @escaping @Sendable () async throws(TimelineError) -> [SearchableAccount]
  ) {
    self.list = list
    self.clock = clock
    self.timeLimit = timeLimit
  }

  public func accounts() async -> [Account] { ((try? await list()) ?? []).map(\.account) }

  public var result: MultiAccountResult {
    state.withLock { $0.lastResponded ?? $0.requested }?.result ?? MultiAccountResult()
  }

  public func waitForMoreAccounts() async -> Bool {
    await state.withLock { $0.lastResponded }?.waitForMoreAccounts() ?? false
  }

  /// A page around an entry, or at another position without a cursor, includes the accounts that have responded by
  /// then.
  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let responded = state.withLock { $0.lastResponded }.flatMap { $0.query == query ? $0 : nil }
    let continues =
      switch request.position {
      case .older, .newer: true
      default: false
      }
    if continues || request.freshness == .loaded, let responded { return try await responded.page(request) }
    // The cursor belongs to an earlier query.
    return continues ? TimelinePage() : try await firstPage(of: query, request)
  }

  public func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    try await count(isQuick: true)
  }

  public func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount { try await count(isQuick: false) }

  private func count(isQuick: Bool) async throws(TimelineError) -> MatchCount {
    try await state.withLock { $0.lastResponded }?.count(isQuick: isQuick)
      ?? MatchCount(count: 0, isExact: true, searchedCount: 0)
  }

  /// If the task is cancelled, the earlier results stay.
  private func firstPage(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let new = AccountMatches(
      of: query, in: try await list(), request.freshness, countsImmediately: true, timeLimit: timeLimit,
      clock: clock)
    state.withLock { $0.requested = new }
    defer { state.withLock { if $0.requested === new { $0.requested = nil } } }
    let page = try await new.page(request)
    if Task.isCancelled { throw .cancelled }
    state.withLock { $0.lastResponded = new }
    return page
  }
}
