import FoundationEssentials
import Runtime
import Synchronization

/// Search results of several accounts as one list, newest first, each account's own order preserved.
///
/// 1. All accounts are searched at the same time. One that fails or is slow does not delay the others.
/// 2. An entry that several accounts have is listed once, for the first of them.
/// 3. A page is rebuilt from its start position in each account whenever it is requested, so few results stay in
///    memory.
public final class AccountMatches: Sendable {
  /// Consecutive results of one account.
  struct Chunk {
    /// The cursor before the first result; nil for the newest.
    var start: PageCursor?
    var posts: [Post]
    var older: PageCursor?

    var page: TimelinePage { TimelinePage(posts: posts, newer: start, older: older) }
  }

  /// A position in the results of one account: a number of entries into a chunk.
  struct ResultOffset {
    var start: PageCursor?
    var skipped = 0
    var isAtEnd = false
  }

  /// The start of a page.
  struct PageStart {
    var offsets: [ResultOffset]
    /// The number of entries above the page.
    var offset: Int
    /// The entries just above, to find duplicates of them.
    var seen = DuplicateFilter()
    /// The number of entries; nil until the page was built.
    var length: Int?
  }

  enum AccountStatus {
    case waiting
    case failed(TimelineError)
    /// The number of matches, once it was counted.
    case found(Chunk, MatchCount?)
  }

  struct State {
    var statuses: [AccountStatus]
    /// The last chunk requested of each account after its first one.
    var chunks: [Int: Chunk] = [:]
    /// The errors that ended the results of an account. Results found before stay.
    var ends: [Int: (start: PageCursor, error: TimelineError)] = [:]
    /// The starts of the pages returned so far and of the next one.
    var pageStarts: [PageStart] = []
    /// The number of duplicates omitted from the pages so far, and whether these pages are complete.
    var duplicates = 0
    var isComplete = false
    /// Incremented when the list starts again; pages of an earlier generation are not recorded.
    var generation = 0
    var tasks: [Task<Void, Never>] = []
    var hasStarted = false
    /// Whether to show the results found so far instead of waiting for all accounts.
    var hasTimedOut = false
    /// The number of accounts that have responded, in all and when the newest page was built.
    var responded = 0
    var respondedOnPage = 0
  }

  public let query: SearchQuery
  public let accounts: [SearchableAccount]
  private let freshness: Freshness
  let chunkLength: Int
  private let timeLimit: Double
  private let countsImmediately: Bool
  private let clock: any WallClock
  private let responses: AsyncSignal
  let state: Mutex<State>

  /// - Parameters:
  ///   - chunkLength: how many results to request from an account at a time.
  ///   - countsImmediately: whether to count the matches of an account together with its first results.
  ///   - timeLimit: how long results of some accounts wait for the others, in seconds.
  public init(
    of query: SearchQuery, in accounts: [SearchableAccount], _ freshness: Freshness = .cached,
    chunkLength: Int = PageRequest.pageLength, countsImmediately: Bool = false, timeLimit: Double = .infinity,
    clock: any WallClock
  ) {
    self.query = query
    self.accounts = accounts
    self.freshness = freshness
    self.chunkLength = chunkLength
    self.timeLimit = timeLimit
    self.countsImmediately = countsImmediately
    self.clock = clock
    responses = AsyncSignal(clock: clock)
    state = Mutex(State(statuses: accounts.map { _ in .waiting }))
  }

  deinit {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  public var result: MultiAccountResult {
    let (statuses, ends) = state.withLock { ($0.statuses, $0.ends) }
    var result = MultiAccountResult(accounts: accounts.map(\.account))
    for (index, status) in statuses.enumerated() {
      let account = accounts[index].account
      switch status {
      case .waiting: result.waiting.append(account)
      case .failed(let error): result.failures.append(.init(account: account, error: error))
      case .found:
        if let end = ends[index] { result.failures.append(.init(account: account, error: end.error)) }
      }
    }
    return result
  }

  /// The newest results, or the page at a cursor.
  /// - Throws: `cancelled`. Accounts that fail are left out.
  public func page(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    startSearches()
    switch request.position {
    case .older(let cursor), .newer(let cursor):
      // Unknown cursors have no results.
      guard let number = Int(cursor.rawValue) else { return TimelinePage() }
      return try await page(number, limit: request.limit)
    default: break
    }
    try await waitForFirst()
    state.withLock { state in
      state.respondedOnPage = state.responded
      state.chunks = [:]
      state.ends = [:]
      (state.duplicates, state.isComplete) = (0, false)
      state.generation += 1
      let offsets = state.statuses.map { status in
        if case .found = status { ResultOffset() } else { ResultOffset(isAtEnd: true) }
      }
      state.pageStarts = [PageStart(offsets: offsets, offset: 0)]
    }
    return try await page(0, limit: request.limit)
  }

  /// Waits until an account has responded that is not yet part of the newest page.
  /// - Returns: false if all accounts have responded.
  public func waitForMoreAccounts() async -> Bool {
    while !Task.isCancelled {
      let count = responses.count
      let (isMore, isAll) = state.withLock { ($0.responded > $0.respondedOnPage, $0.responded == accounts.count) }
      if isMore { return true }
      if isAll { return false }
      await responses.wait(after: count)
    }
    return false
  }

  /// The number of matches in the accounts that have responded. Duplicates are only known for pages returned so far; if
  /// there were any and more results follow, the count is approximate.
  /// - Parameter isQuick: whether counting may stop at a limit.
  /// - Throws: `cancelled`.
  public func count(isQuick: Bool) async throws(TimelineError) -> MatchCount {
    let (statuses, duplicates, isComplete) = state.withLock { ($0.statuses, $0.duplicates, $0.isComplete) }
    var sum = MatchCount(count: 0, isExact: true, searchedCount: 0)
    for (index, status) in statuses.enumerated() {
      switch status {
      case .waiting: sum.isExact = false
      case .failed: break
      case .found(let chunk, let known):
        var count = known ?? MatchCount(count: chunk.posts.count, isExact: false, searchedCount: 0)
        if known == nil || !isQuick && !count.isExact {
          do throws(TimelineError) {
            let search = accounts[index].search
            count =
              isQuick
              ? try await search.quickCount(of: query, beside: chunk.page)
              : try await search.matchCount(of: query, upTo: nil)
            state.withLock { $0.statuses[index] = .found(chunk, count) }
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

// MARK: - Requests

extension AccountMatches {
  private func startSearches() {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else { return }
    var tasks = accounts.indices.map { index in
      clock.start { [weak self, query, search = accounts[index].search, freshness, chunkLength, countsImmediately] in
        let status: AccountStatus
        do throws(TimelineError) {
          let page = try await search.matches(of: query, PageRequest(.newest, limit: chunkLength, freshness))
          let count = countsImmediately ? try await search.quickCount(of: query, beside: page) : nil
          status = .found(Chunk(posts: page.posts, older: page.older), count)
        } catch {
          status = .failed(error)
        }
        self?.record(status, of: index)
      }
    }
    if timeLimit < .infinity {
      tasks.append(
        clock.start { [weak self, clock, timeLimit] in
          guard (try? await clock.sleep(seconds: timeLimit)) != nil else { return }
          self?.stopWaiting()
        })
    }
    state.withLock { $0.tasks = tasks }
  }

  private func stopWaiting() {
    state.withLock { $0.hasTimedOut = true }
    responses.signal()
  }

  private func record(_ status: AccountStatus, of index: Int) {
    let timer = state.withLock { state in
      state.statuses[index] = status
      state.responded += 1
      return state.responded == accounts.count && timeLimit < .infinity ? state.tasks.last : nil
    }
    timer?.cancel()
    responses.signal()
  }

  /// Waits for all accounts; after the time limit, for the first account with results.
  private func waitForFirst() async throws(TimelineError) {
    while true {
      if Task.isCancelled { throw .cancelled }
      let count = responses.count
      let isEnough = state.withLock { state in
        state.responded == accounts.count
          || state.hasTimedOut
            && state.statuses.contains { if case .found(let chunk, _) = $0 { !chunk.posts.isEmpty } else { false } }
      }
      if isEnough { return }
      await responses.wait(after: count)
    }
  }
}
