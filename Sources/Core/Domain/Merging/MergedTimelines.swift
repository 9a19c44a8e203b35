import FoundationEssentials
import Runtime
import Synchronization

/// A timeline that merges one timeline of each account, newest first.
///
/// 1. An account that fails or is slow does not delay the others; its entries are inserted by date when it responds.
/// 2. An entry is listed only when every account that has responded is loaded down to its date.
/// 3. An entry that two accounts have is listed for each, since the user acts on it as one of them.
/// 4. A change in an account makes the whole timeline outdated: read again, its entries are in order.
public final class MergedTimelines: TimelineRepository {
  /// An account, its timelines, and the one of them that is merged.
  public struct Part: Sendable {
    let account: Account
    let timelines: any TimelineRepository
    let timeline: TimelineID

    /// A page of the account. Its failure is remembered until a fresh request succeeds.
    fileprivate func page(
      _ request: PageRequest, _ failures: Failures
    ) async throws(TimelineError) -> TimelinePage {
      do throws(TimelineError) {
        let page = try await timelines.page(of: timeline, request)
        // A cached page does not show that the server can be reached.
        if request.freshness == .fresh { failures.byAccount.withLock { $0[account.id] = nil } }
        return page
      } catch .unknownTimeline {
        return TimelinePage()
      } catch {
        if error != .cancelled { failures.byAccount.withLock { $0[account.id] = error } }
        throw error
      }
    }
  }

  /// The failures of accounts. Requests retain this and not the timelines, whose end cancels them.
  fileprivate final class Failures: Sendable {
    let byAccount = Mutex<[AccountID: TimelineError]>([:])
  }

  /// In seconds. After this time, a page is returned as soon as any account has entries.
  private static let timeLimit = 2.0
  /// The number of lists kept. A cursor of a dropped list returns the page around its date.
  private static let maxLists = 32

  private struct State {
    /// The lists with their numbers, the one used last at the end.
    var lists: [(number: Int, list: MergedList)] = []
    var lastNumber = 0
    /// As of the last first page.
    var parts: [Part] = []
    var waiting: [AccountID] = []
    var isObserving = false
    var observations: [AccountID: Task<Void, Never>] = [:]
    /// Waits for the accounts that have not responded to the last first page.
    var waitingForResponses: Task<Void, Never>?
  }

  private let timeline: MergedTimeline
  private let clock: any WallClock
  private let listParts: @Sendable () async throws(TimelineError) -> [Part]
  private let broadcast: Broadcast<SourceChange>
  private let failures = Failures()
  private let state = Mutex(State())

  /// - Parameter listParts: returns the accounts that have the timeline now.
  init(
    _ timeline: MergedTimeline, clock: any WallClock,
    listParts: @escaping @Sendable () async throws(TimelineError) -> [Part]
  ) {
    (self.timeline, self.clock, self.listParts) = (timeline, clock, listParts)
    broadcast = Broadcast(clock: clock)
  }

  deinit {
    state.withLock { state in
      for task in state.observations.values { task.cancel() }
      state.waitingForResponses?.cancel()
    }
  }

  /// Merges the accounts that `MergedTimeline` names.
  public convenience init(
    _ timeline: MergedTimeline, of listAccounts: any ListAccountsUseCase, in sources: any SourceRepository,
    clock: any WallClock
  ) {
    self.init(timeline, clock: clock) { () async throws(TimelineError) in
      timeline.accounts(among: try await listAccounts()).compactMap { account in
        sources.source(of: account.id).map {
          Part(account: account, timelines: $0.timelines, timeline: timeline.source)
        }
      }
    }
  }

  private var id: TimelineID { .merged(timeline) }

  /// The merged accounts, and those that have failed or not responded yet.
  public var result: MultiAccountResult {
    let failures = failures.byAccount.withLock { $0 }
    return state.withLock { state in
      let accounts = state.parts.map(\.account)
      return MultiAccountResult(
        accounts: accounts, waiting: accounts.filter { state.waiting.contains($0.id) },
        failures: accounts.compactMap { account in
          failures[account.id].map { MultiAccountResult.AccountFailure(account: account, error: $0) }
        })
    }
  }

  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [ListedTimeline(id)])
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    var request = request
    switch request.position {
    case .older(let cursor), .newer(let cursor):
      guard let cursor = MergedCursor(cursor) else { break }
      guard let list = list(cursor.list) else {
        request.position = .nearest(cursor.date)
        break
      }
      request.position =
        if case .older = request.position { .older(than: cursor.page) } else { .newer(than: cursor.page) }
      return try await page(of: list, number: cursor.list, request)
    case .filling(let gap): return try await fill(gap)
    case .newest, .oldest, .around, .nearest: break
    }
    return try await firstPage(request)
  }

  private func list(_ number: Int) -> MergedList? {
    state.withLock { state in
      guard let index = state.lists.firstIndex(where: { $0.number == number }) else { return nil }
      state.lists.append(state.lists.remove(at: index))
      return state.lists.last?.list
    }
  }

  private func firstPage(_ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let parts = try await listParts()
    let list = MergedList(
      of: parts.map { part in
        MergedList.Part(part.account) { [failures] request throws(TimelineError) in
          try await part.page(request, failures)
        }
      }, request.freshness, timeLimit: Self.timeLimit, clock: clock)
    let number = state.withLock { state in
      state.parts = parts
      state.lastNumber += 1
      state.lists = state.lists.suffix(Self.maxLists - 1) + [(state.lastNumber, list)]
      return state.lastNumber
    }
    observeAccounts()
    let page = try await page(of: list, number: number, request)
    awaitResponses(to: list, number: number)
    return page
  }

  private func page(
    of list: MergedList, number: Int, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    var page = try await list.page(request)
    page.newer = page.newer.map { MergedCursor(number, $0, page.posts.first).cursor }
    page.older = page.older.map { MergedCursor(number, $0, page.posts.last).cursor }
    return page
  }

  /// Reports the timeline as outdated whenever one of the accounts responds that a first page did not wait for.
  private func awaitResponses(to list: MergedList, number: Int) {
    let waiting = list.result.waiting
    let task =
      waiting.isEmpty
      ? nil
      : clock.start { [weak self] in
        var count = waiting.count
        while count > 0, await list.waitForResponse(whileWaiting: count) {
          let waiting = list.result.waiting
          count = waiting.count
          guard self?.accountDidRespond(to: number, waiting: waiting) == true else { return }
        }
      }
    let old = state.withLock { state in
      defer { (state.waiting, state.waitingForResponses) = (waiting.map(\.id), task) }
      return state.waitingForResponses
    }
    old?.cancel()
  }

  /// - Returns: whether the list is still the last one.
  private func accountDidRespond(to number: Int, waiting: [Account]) -> Bool {
    let isLast = state.withLock { state in
      guard state.lastNumber == number else { return false }
      state.waiting = waiting.map(\.id)
      return true
    }
    if isLast { broadcast.notify(.outdated(id)) }
    return isLast
  }

  /// Lets the account of a gap fill it. Its entries come in by date when the timeline is read again.
  private func fill(_ gap: TimelineGap) async throws(TimelineError) -> TimelinePage {
    let parts = try await listParts()
    guard let part = parts.first(where: { $0.account.id == gap.lower.ref.account }) else {
      return TimelinePage(gaps: [gap])
    }
    _ = try await part.page(PageRequest(.filling(gap)), failures)
    broadcast.notify(.outdated(id))
    return TimelinePage(gaps: [gap])
  }

  public func changes() -> AsyncStream<SourceChange> {
    let changes = broadcast.subscribe()
    state.withLock { $0.isObserving = true }
    observeAccounts()
    return changes
  }

  /// Observes each account of the last first page, once there is an observer of this timeline.
  private func observeAccounts() {
    state.withLock { state in
      guard state.isObserving else { return }
      for part in state.parts where state.observations[part.account.id] == nil {
        state.observations[part.account.id] = clock.start { [broadcast, id] in
          for await change in part.timelines.changes() {
            if let change = change.merged(from: part.timeline, into: id) { broadcast.notify(change) }
          }
        }
      }
    }
  }
}

/// A position in a list of a merged timeline.
private struct MergedCursor {
  var list: Int
  var page: PageCursor
  /// The date of the entry next to it.
  var date: Date

  init(_ list: Int, _ page: PageCursor, _ entry: Post?) {
    (self.list, self.page, date) = (list, page, entry?.timelineDate ?? .distantFuture)
  }

  /// nil for a cursor of another source.
  init?(_ cursor: PageCursor) {
    let parts = cursor.rawValue.split(separator: " ")
    guard parts.count == 3, let list = Int(parts[0]), let seconds = Double(parts[2]) else { return nil }
    (self.list, page, date) = (list, PageCursor(String(parts[1])), Date(timeIntervalSince1970: seconds))
  }

  var cursor: PageCursor { PageCursor("\(list) \(page.rawValue) \(date.timeIntervalSince1970)") }
}

extension SourceChange {
  /// The corresponding change of a merged timeline; nil if it is not affected.
  fileprivate func merged(from timeline: TimelineID, into merged: TimelineID) -> SourceChange? {
    switch self {
    case .inserted(_, timeline), .outdated(timeline), .filtersChanged: .outdated(merged)
    case .withdrawn(let keys, let id) where id == nil || id == timeline: .withdrawn(keys, from: merged)
    case .changed, .deleted: self
    default: nil
    }
  }
}

extension MergedTimeline {
  /// The accounts to merge: those that open without a password, for Home only those at servers. If there are none,
  /// those of the demo.
  public func accounts(among listed: [ListedAccount]) -> [Account] {
    let ready = listed.filter(\.isReady).map(\.account)
    let own = ready.filter { $0.origin != .demo && (self != .home || $0.origin.isServer) }
    return own.isEmpty ? ready.filter { $0.origin == .demo } : own
  }
}
