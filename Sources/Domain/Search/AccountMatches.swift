import FoundationEssentials
import Runtime
import Synchronization

/// What several accounts have found, as one list: newest first, in each account’s own order. All are asked at the same
/// time; one that cannot be read, or takes its time, holds up no other. What several of them hold stands once, as that of
/// the first.
///
/// A page is put together anew each time from where it began in each account: little is kept of what has been seen.
public final class AccountMatches: Sendable {
  /// Some matches of one account, one after the other.
  struct Chunk {
    /// What they are older than; nil where they begin with the newest.
    var start: PageCursor?
    var posts: [Post]
    var older: PageCursor?

    var page: TimelinePage { TimelinePage(posts: posts, newer: start, older: older) }
  }

  /// Where a page begins in one account: so many entries into a chunk.
  struct Place {
    var start: PageCursor?
    var skipped = 0
    var isAtEnd = false
  }

  /// Where a page begins.
  struct Beginning {
    var places: [Place]
    /// How many entries stand above.
    var offset: Int
    /// What was taken last above, and how many entries were left out.
    var taken = DuplicateFilter()
    /// How long it is, once that is known.
    var length: Int?
  }

  enum Standing {
    case waiting
    case failed(TimelineError)
    /// With how many there are, once that was asked.
    case found(Chunk, MatchCount?)
  }

  struct State {
    var standings: [Standing]
    /// What was asked for last beyond the first chunk of an account.
    var chunks: [Int: Chunk] = [:]
    /// Where an account could not be read on: what it has found before stays.
    var ends: [Int: (start: PageCursor, error: TimelineError)] = [:]
    /// Of the pages that have been given, and of the one after.
    var beginnings: [Beginning] = []
    /// How many entries were left out of the pages that have been given, and whether the last of them is the end.
    var doubles = 0
    var isWhole = false
    /// Counts how often the list has begun anew: a page of an earlier one is no page of this.
    var generation = 0
    var tasks: [Task<Void, Never>] = []
    var hasBegun = false
    /// Whether nobody waits any more for accounts where others have found something.
    var isLate = false
    /// How many accounts have answered, and how many had when the page of the newest was made.
    var answered = 0
    var answeredOnPage = 0
  }

  public let query: SearchQuery
  public let accounts: [SearchableAccount]
  private let freshness: Freshness
  let chunkLength: Int
  private let patience: Double
  private let countsAtOnce: Bool
  private let clock: any WallClock
  private let answers: AsyncSignal
  let state: Mutex<State>

  /// - Parameters:
  ///   - chunkLength: how many entries an account is asked for at a time.
  ///   - countsAtOnce: whether accounts are asked with their first matches how many there are.
  ///   - patience: for how many seconds what some have found waits for the others.
  public init(
    of query: SearchQuery, in accounts: [SearchableAccount], _ freshness: Freshness = .cached,
    chunkLength: Int = PageRequest.pageLength, countsAtOnce: Bool = false, patience: Double = .infinity,
    clock: any WallClock
  ) {
    self.query = query
    self.accounts = accounts
    self.freshness = freshness
    self.chunkLength = chunkLength
    self.patience = patience
    self.countsAtOnce = countsAtOnce
    self.clock = clock
    answers = AsyncSignal(clock: clock)
    state = Mutex(State(standings: accounts.map { _ in .waiting }))
  }

  deinit {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  public var answer: MultiAccountResult {
    let (standings, ends) = state.withLock { ($0.standings, $0.ends) }
    var answer = MultiAccountResult(accounts: accounts.map(\.account))
    for (index, standing) in standings.enumerated() {
      let account = accounts[index].account
      switch standing {
      case .waiting: answer.waiting.append(account)
      case .failed(let error): answer.failures.append(.init(account: account, error: error))
      case .found:
        if let end = ends[index] { answer.failures.append(.init(account: account, error: end.error)) }
      }
    }
    return answer
  }

  /// The newest entries, or those beyond a cursor of an earlier page.
  /// - Throws: `cancelled`; an account that fails is left out.
  public func page(at position: PagePosition, limit: Int) async throws(TimelineError) -> TimelinePage {
    begin()
    switch position {
    case .older(let cursor), .newer(let cursor):
      // Beyond what nobody knows there is nothing.
      guard let number = Int(cursor.rawValue) else { return TimelinePage() }
      return try await page(number, limit: limit)
    default: break
    }
    try await waitForFirst()
    state.withLock { state in
      state.answeredOnPage = state.answered
      state.chunks = [:]
      state.ends = [:]
      (state.doubles, state.isWhole) = (0, false)
      state.generation += 1
      let places = state.standings.map { standing in
        if case .found = standing { Place() } else { Place(isAtEnd: true) }
      }
      state.beginnings = [Beginning(places: places, offset: 0)]
    }
    return try await page(0, limit: limit)
  }

  /// Waits until another account has answered than those that the page of the newest is of.
  /// - Returns: false where none is left to wait for.
  public func waitForMore() async -> Bool {
    while !Task.isCancelled {
      let count = answers.count
      let (isMore, isAll) = state.withLock { ($0.answered > $0.answeredOnPage, $0.answered == accounts.count) }
      if isMore { return true }
      if isAll { return false }
      await answers.wait(after: count)
    }
    return false
  }

  /// How many there are in the accounts that have answered. What several of them hold is known as far as pages have been
  /// given: where such entries were among them, and more may follow, it is about so many.
  /// - Parameter isQuick: whether it is enough to count up to a bound.
  /// - Throws: `cancelled`.
  public func count(isQuick: Bool) async throws(TimelineError) -> MatchCount {
    let (standings, doubles, isWhole) = state.withLock { ($0.standings, $0.doubles, $0.isWhole) }
    var sum = MatchCount(count: 0, isExact: true, searched: 0)
    for (index, standing) in standings.enumerated() {
      switch standing {
      case .waiting: sum.isExact = false
      case .failed: break
      case .found(let chunk, let known):
        var count = known ?? MatchCount(count: chunk.posts.count, isExact: false, searched: 0)
        if known == nil || !isQuick && !count.isExact {
          do throws(TimelineError) {
            let search = accounts[index].search
            count =
              isQuick
              ? try await search.quickCount(of: query, beside: chunk.page)
              : try await search.matchCount(of: query, upTo: nil)
            state.withLock { $0.standings[index] = .found(chunk, count) }
          } catch .cancelled {
            throw .cancelled
          } catch {
            // What is known by now stays.
          }
        }
        sum.count += count.count
        sum.searched += count.searched
        sum.isExact = sum.isExact && count.isExact
      }
    }
    sum.count -= doubles
    sum.isRough = doubles > 0 && !isWhole
    return sum
  }
}

// MARK: - Asking

extension AccountMatches {
  private func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    var tasks = accounts.indices.map { index in
      clock.start { [weak self, query, search = accounts[index].search, freshness, chunkLength, countsAtOnce] in
        let standing: Standing
        do throws(TimelineError) {
          let page = try await search.matches(of: query, at: .newest, limit: chunkLength, freshness)
          let count = countsAtOnce ? try await search.quickCount(of: query, beside: page) : nil
          standing = .found(Chunk(posts: page.posts, older: page.older), count)
        } catch {
          standing = .failed(error)
        }
        self?.take(standing, of: index)
      }
    }
    if patience < .infinity {
      tasks.append(
        clock.start { [weak self, clock, patience] in
          guard (try? await clock.sleep(seconds: patience)) != nil else { return }
          self?.stopWaiting()
        })
    }
    state.withLock { $0.tasks = tasks }
  }

  private func stopWaiting() {
    state.withLock { $0.isLate = true }
    answers.ring()
  }

  private func take(_ standing: Standing, of index: Int) {
    let timer = state.withLock { state in
      state.standings[index] = standing
      state.answered += 1
      return state.answered == accounts.count && patience < .infinity ? state.tasks.last : nil
    }
    timer?.cancel()
    answers.ring()
  }

  /// Until all have answered; where that takes long, until one has found something.
  private func waitForFirst() async throws(TimelineError) {
    while true {
      if Task.isCancelled { throw .cancelled }
      let count = answers.count
      let isEnough = state.withLock { state in
        state.answered == accounts.count
          || state.isLate
            && state.standings.contains { if case .found(let chunk, _) = $0 { !chunk.posts.isEmpty } else { false } }
      }
      if isEnough { return }
      await answers.wait(after: count)
    }
  }
}
