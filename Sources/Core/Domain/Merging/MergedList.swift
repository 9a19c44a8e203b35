import FoundationEssentials
import Runtime
import Synchronization

/// Entries of several accounts as one list, newest first, each account's own order preserved. It is a snapshot: entries
/// that the accounts get later are not in it.
///
/// 1. All accounts are requested at the same time. One that fails or is slow does not delay the others.
/// 2. An entry is listed once every account that has responded is loaded down to its date. Entries of the same date are
///    in the order of their accounts.
/// 3. A page is rebuilt from its start position in each account whenever it is requested, so few entries stay in
///    memory.
public final class MergedList: Sendable {
  /// An account and the entries that it contributes.
  public struct Part: Sendable {
    public let account: Account
    let page: @Sendable (PageRequest) async throws(TimelineError) -> TimelinePage

    public init(_ account: Account, page: @escaping @Sendable (PageRequest) async throws(TimelineError) -> TimelinePage)
    {
      (self.account, self.page) = (account, page)
    }
  }

  /// Consecutive entries of one account.
  struct Chunk {
    /// The cursor before the first result; nil for the newest.
    var start: PageCursor?
    var posts: [Post]
    var older: PageCursor?
    /// By the entry below each.
    var gaps: [PostKey: TimelineGap]

    init(_ page: TimelinePage, start: PageCursor? = nil) {
      (self.start, posts, older) = (start, page.posts, page.older)
      gaps = Dictionary(page.gaps.map { ($0.lower, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A position in the entries of one account: a number of entries into a chunk.
  struct PartOffset {
    var start: PageCursor?
    var skipped = 0
    var isAtEnd = false
  }

  struct PageStart {
    var offsets: [PartOffset]
    /// The number of entries above the page.
    var offset: Int
    /// The entries just above, to find duplicates of them.
    var seen = DuplicateFilter()
    /// The number of entries; nil until the page was built.
    var length: Int?
  }

  enum PartStatus {
    case waiting
    case failed(TimelineError)
    case found(Chunk)
  }

  struct State {
    var statuses: [PartStatus]
    /// The last chunk requested of each account after its first one.
    var chunks: [Int: Chunk] = [:]
    /// The errors that ended the entries of an account. Entries found before stay.
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
    /// Whether to show the entries found so far instead of waiting for all accounts.
    var hasTimedOut = false
    /// The number of accounts that have responded, in all and when the newest page was built.
    var responded = 0
    var respondedOnPage = 0
  }

  let parts: [Part]
  private let freshness: Freshness
  let chunkLength: Int
  private let timeLimit: Double
  let removesDuplicates: Bool
  private let clock: any WallClock
  private let responses: AsyncSignal
  let state: Mutex<State>

  /// - Parameters:
  ///   - chunkLength: the number of entries to request from an account at a time.
  ///   - timeLimit: the time for which entries of some accounts wait for the others, in seconds.
  ///   - removesDuplicates: whether an entry that several accounts have is listed once, for the first of them.
  public init(
    of parts: [Part], _ freshness: Freshness, chunkLength: Int = PageRequest.pageLength, timeLimit: Double = .infinity,
    removesDuplicates: Bool = false, clock: any WallClock
  ) {
    self.parts = parts
    self.freshness = freshness
    self.chunkLength = chunkLength
    self.timeLimit = timeLimit
    self.removesDuplicates = removesDuplicates
    self.clock = clock
    responses = AsyncSignal(clock: clock)
    state = Mutex(State(statuses: parts.map { _ in .waiting }))
  }

  deinit {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  public var result: MultiAccountResult {
    let (statuses, ends) = state.withLock { ($0.statuses, $0.ends) }
    var result = MultiAccountResult(accounts: parts.map(\.account))
    for (index, status) in statuses.enumerated() {
      let account = parts[index].account
      switch status {
      case .waiting: result.waiting.append(account)
      case .failed(let error): result.failures.append(.init(account: account, error: error))
      case .found:
        if let end = ends[index] { result.failures.append(.init(account: account, error: end.error)) }
      }
    }
    return result
  }

  /// The page at a cursor of this list, or the page at another position, which restarts the list with the accounts that
  /// have responded by then.
  /// - Throws: `cancelled`. Accounts that fail are left out.
  public func page(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    startRequests()
    switch request.position {
    case .older(let cursor), .newer(let cursor):
      // Unknown cursors have no entries.
      guard let number = Int(cursor.rawValue) else { return TimelinePage() }
      return try await page(number, limit: request.limit)
    default:
      try await start()
      return try await page(at: request.position, limit: request.limit)
    }
  }

  private func start() async throws(TimelineError) {
    try await waitForFirst()
    state.withLock { state in
      state.respondedOnPage = state.responded
      state.chunks = [:]
      state.ends = [:]
      (state.duplicates, state.isComplete) = (0, false)
      state.generation += 1
      let offsets = state.statuses.map { status in
        if case .found = status { PartOffset() } else { PartOffset(isAtEnd: true) }
      }
      state.pageStarts = [PageStart(offsets: offsets, offset: 0)]
    }
  }

  /// Waits until an account has responded that is not yet part of the newest page.
  /// - Returns: false if all accounts have responded.
  public func waitForMoreAccounts() async -> Bool {
    while !Task.isCancelled {
      let count = responses.count
      let (isMore, isAll) = state.withLock { ($0.responded > $0.respondedOnPage, $0.responded == parts.count) }
      if isMore { return true }
      if isAll { return false }
      await responses.wait(after: count)
    }
    return false
  }
}

// MARK: - Requests

extension MergedList {
  private func startRequests() {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else { return }
    var tasks = parts.indices.map { index in
      clock.start { [weak self, page = parts[index].page, freshness, chunkLength] in
        let status: PartStatus
        do throws(TimelineError) {
          status = .found(Chunk(try await page(PageRequest(.newest, limit: chunkLength, freshness))))
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

  /// Waits until an account responds.
  /// - Parameter count: the number of accounts that are waiting now.
  /// - Returns: false if the task was cancelled.
  func waitForResponse(whileWaiting count: Int) async -> Bool {
    while !Task.isCancelled {
      let signal = responses.count
      if state.withLock({ parts.count - $0.responded }) < count { return true }
      await responses.wait(after: signal)
    }
    return false
  }

  private func stopWaiting() {
    state.withLock { $0.hasTimedOut = true }
    responses.signal()
  }

  private func record(_ status: PartStatus, of index: Int) {
    let timer = state.withLock { state in
      state.statuses[index] = status
      state.responded += 1
      return state.responded == parts.count && timeLimit < .infinity ? state.tasks.last : nil
    }
    timer?.cancel()
    responses.signal()
  }

  /// Waits for all accounts; after the time limit, for the first account with entries.
  private func waitForFirst() async throws(TimelineError) {
    while true {
      if Task.isCancelled { throw .cancelled }
      let count = responses.count
      let isEnough = state.withLock { state in
        state.responded == parts.count
          || state.hasTimedOut
            && state.statuses.contains { if case .found(let chunk) = $0 { !chunk.posts.isEmpty } else { false } }
      }
      if isEnough { return }
      await responses.wait(after: count)
    }
  }
}
