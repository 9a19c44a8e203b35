import Runtime
import Synchronization

/// Looks through all timelines of all accounts as one. It puts one question at a time: what is asked beyond the edge of
/// what it has found belongs to the last one.
public protocol SearchAccountsUseCase: SearchTimelineUseCase {
  /// Those that there are to look through; none where nobody can say.
  func accounts() async -> [Account]

  /// What has become of the question that was put last.
  var answer: AccountsAnswer { get }

  /// Waits until another account has answered than those that the last page is of: a page that is renewed holds what it
  /// has found.
  /// - Returns: false where none is left to wait for.
  func waitForMore() async -> Bool
}

public final class SearchAccounts: SearchAccountsUseCase {
  /// In seconds. What takes no longer than this is not noticed.
  private static let patience = 0.1

  private let list: @Sendable () async throws(TimelineError) -> [SearchedAccount]
  private let clock: any WallClock
  private let last = Mutex<AccountMatches?>(nil)

  /// - Parameter list: says which accounts can be looked through at the moment.
  public init(
    clock: any WallClock, list: @escaping @Sendable () async throws(TimelineError) -> [SearchedAccount]
  ) {
    self.list = list
    self.clock = clock
  }

  public func accounts() async -> [Account] { ((try? await list()) ?? []).map(\.account) }

  public var answer: AccountsAnswer { last.withLock { $0 }?.answer ?? AccountsAnswer() }

  public func waitForMore() async -> Bool { await last.withLock { $0 }?.waitForMore() ?? false }

  /// An entry alone has no place among those of other accounts: what is asked for around one are the newest.
  public func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await matches(of: query, request).page(at: request.position, limit: request.limit)
  }

  public func count(of query: SearchQuery, isQuick: Bool) async throws(TimelineError) -> MatchCount {
    try await last.withLock { $0 }?.count(isQuick: isQuick) ?? MatchCount(count: 0, isExact: true, searched: 0)
  }

  private func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> AccountMatches {
    switch request {
    case .renewal, .older, .newer:
      if let last = last.withLock({ $0 }), last.query == query { return last }
    default: break
    }
    let new = AccountMatches(
      of: query, in: try await list(), request.freshness, countsAtOnce: true, patience: Self.patience, clock: clock)
    last.withLock { $0 = new }
    return new
  }
}
