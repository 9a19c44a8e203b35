import Runtime
import Synchronization

/// Search results of several accounts as one list, newest first. An entry that several accounts have is listed once,
/// for the first of them.
public final class AccountMatches: Sendable {
  public let query: SearchQuery
  public let accounts: [SearchableAccount]
  private let list: MergedList
  private let counts: Counts

  /// The numbers of matches by the index of their account, as far as they were counted.
  private final class Counts: Sendable {
    let counts = Mutex<[Int: MatchCount]>([:])
  }

  /// - Parameters:
  ///   - chunkLength: the number of results to request from an account at a time.
  ///   - countsImmediately: whether to count the matches of an account together with its first results.
  ///   - timeLimit: the time for which results of some accounts wait for the others, in seconds.
  public init(
    of query: SearchQuery, in accounts: [SearchableAccount], _ freshness: Freshness = .cached,
    chunkLength: Int = PageRequest.pageLength, countsImmediately: Bool = false, timeLimit: Double = .infinity,
    clock: any WallClock
  ) {
    (self.query, self.accounts) = (query, accounts)
    let counts = Counts()
    let parts = accounts.enumerated().map { index, searched in
      MergedList.Part(searched.account) { request throws(TimelineError) in
        let page = try await searched.search.matches(of: query, request)
        if countsImmediately, request.position == .newest {
          let count = try await searched.search.quickCount(of: query, beside: page)
          counts.counts.withLock { $0[index] = count }
        }
        return page
      }
    }
    self.counts = counts
    list = MergedList(
      of: parts, freshness, chunkLength: chunkLength, timeLimit: timeLimit, removesDuplicates: accounts.count > 1,
      clock: clock)
  }

  public var result: MultiAccountResult { list.result }

  /// The newest results, or the page at a cursor.
  /// - Throws: `cancelled`. Accounts that fail are left out.
  public func page(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await list.page(request)
  }

  /// Waits until an account has responded that is not yet part of the newest page.
  /// - Returns: false if all accounts have responded.
  public func waitForMoreAccounts() async -> Bool { await list.waitForMoreAccounts() }

  /// The number of matches in the accounts that have responded. Duplicates are only known for pages returned so far; if
  /// there were any and more results follow, the count is approximate.
  /// - Parameter isQuick: whether counting may stop at a limit.
  /// - Throws: `cancelled`.
  public func count(isQuick: Bool) async throws(TimelineError) -> MatchCount {
    let (statuses, duplicates, isComplete) = list.state.withLock { ($0.statuses, $0.duplicates, $0.isComplete) }
    var sum = MatchCount(count: 0, isExact: true, searchedCount: 0)
    for (index, status) in statuses.enumerated() {
      switch status {
      case .waiting: sum.isExact = false
      case .failed: break
      case .found(let chunk):
        let known = counts.counts.withLock { $0[index] }
        var count = known ?? MatchCount(count: chunk.posts.count, isExact: false, searchedCount: 0)
        if known == nil || !isQuick && !count.isExact {
          do throws(TimelineError) {
            let search = accounts[index].search
            count =
              isQuick
              ? try await search.quickCount(
                of: query, beside: TimelinePage(posts: chunk.posts, older: chunk.older))
              : try await search.matchCount(of: query, upTo: nil)
            counts.counts.withLock { [count] in $0[index] = count }
          } catch .cancelled {
            throw .cancelled
          } catch {
            // Keep the last known count.
          }
        }
        sum.count += count.count
        sum.searchedCount += count.searchedCount
        sum.isExact = sum.isExact && count.isExact
      }
    }
    sum.count -= duplicates
    sum.isApproximate = duplicates > 0 && !isComplete
    return sum
  }
}
