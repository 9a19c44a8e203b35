import Runtime
import Synchronization

/// Looks through all timelines of all accounts as one. It puts one question at a time: what is asked beyond the edge of
/// what it has found belongs to the one that was answered last.
public protocol SearchAccountsUseCase: SearchTimelineUseCase {
  /// Those that there are to look through; none where nobody can say.
  func accounts() async -> [Account]

  /// What has become of the question that was answered last; before the first answer, of the one that was put.
  var answer: MultiAccountResult { get }

  /// Waits until another account has answered than those that the last page is of: a page that is renewed holds what it
  /// has found.
  /// - Returns: false where none is left to wait for.
  func waitForMore() async -> Bool
}

public final class SearchAccounts: SearchAccountsUseCase {
  /// In seconds. What takes no longer than this is not noticed.
  private static let patience = 0.1

  private let list: @Sendable () async throws(TimelineError) -> [SearchableAccount]
  private let clock: any WallClock
  private let state = Mutex(State())

  private struct State {
    /// The last question of which a page has been given: it stays until another one is answered.
    var given: AccountMatches?
    /// The one that has been put since.
    var asked: AccountMatches?
  }

  /// - Parameter list: says which accounts can be looked through at the moment.
  public init(
    clock: any WallClock, list: @escaping @Sendable () async throws(TimelineError) -> [SearchableAccount]
  ) {
    self.list = list
    self.clock = clock
  }

  public func accounts() async -> [Account] { ((try? await list()) ?? []).map(\.account) }

  public var answer: MultiAccountResult { state.withLock { $0.given ?? $0.asked }?.answer ?? MultiAccountResult() }

  public func waitForMore() async -> Bool { await state.withLock { $0.given }?.waitForMore() ?? false }

  /// An entry alone has no place among those of other accounts: what is asked for around one are the newest.
  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let given = state.withLock { $0.given }.flatMap { $0.query == query ? $0 : nil }
    switch request {
    case .renewal, .older, .newer:
      if let given { return try await given.page(at: request.position, limit: request.limit) }
    default: break
    }
    switch request {
    // It leads on from what nobody knows any more.
    case .older, .newer: return TimelinePage()
    default: return try await firstPage(of: query, request)
    }
  }

  public func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
    try await count(isQuick: true)
  }

  public func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount { try await count(isQuick: false) }

  private func count(isQuick: Bool) async throws(TimelineError) -> MatchCount {
    try await state.withLock { $0.given }?.count(isQuick: isQuick) ?? MatchCount(count: 0, isExact: true, searched: 0)
  }

  /// Whoever does not wait for it any more keeps what was given before.
  private func firstPage(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let new = AccountMatches(
      of: query, in: try await list(), request.freshness, countsAtOnce: true, patience: Self.patience, clock: clock)
    state.withLock { $0.asked = new }
    defer { state.withLock { if $0.asked === new { $0.asked = nil } } }
    let page = try await new.page(at: request.position, limit: request.limit)
    if Task.isCancelled { throw .cancelled }
    state.withLock { $0.given = new }
    return page
  }
}
