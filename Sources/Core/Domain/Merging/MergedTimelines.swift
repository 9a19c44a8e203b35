import FoundationEssentials
import Runtime
import Synchronization

/// A timeline that merges one timeline of each account, newest first.
///
/// 1. One account that fails or is slow does not hold up the others. Its entries come in by date when it responds.
/// 2. Nothing is listed above what an account may still bring below it (see `MergedList`).
/// 3. An entry that two accounts have is listed for each, since the user acts on it as one of them.
/// 4. A change in an account makes the whole timeline outdated: read again, its entries are in order.
public final class MergedTimelines: TimelineRepository {
  /// An account, its timelines, and the one of them that is merged.
  public struct Part: Sendable {
    let account: Account
    let timelines: any TimelineRepository
    let timeline: TimelineID
  }

  /// In seconds. A page does not wait longer for the response of an account.
  private static let timeLimit = 2.0
  /// A cursor of an older list returns the entries of about its date.
  private static let maxLists = 32

  private struct State {
    /// The lists with their numbers, the one used last at the end.
    var lists: [(number: Int, list: MergedList)] = []
    var lastNumber = 0
    var accounts: [Account] = []
    /// The accounts whose last request has failed.
    var failures: [AccountID: TimelineError] = [:]
    var waiting: [AccountID] = []
    var isObserving = false
    var observations: [Task<Void, Never>] = []
  }

  private let timeline: MergedTimeline
  private let clock: any WallClock
  private let listParts: @Sendable () async throws(TimelineError) -> [Part]
  private let broadcast: Broadcast<SourceChange>
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
    for task in state.withLock({ $0.observations }) { task.cancel() }
  }

  /// Merges the accounts that open without a password, as far as they have the timeline. Those of the demo are merged only if there
  /// are no others, and Home is that of accounts at servers.
  /// - Parameter sources: the sources of the accounts.
  public convenience init(
    _ timeline: MergedTimeline, of listAccounts: any ListAccountsUseCase, in sources: any SourceRepository,
    clock: any WallClock
  ) {
    self.init(timeline, clock: clock) { () async throws(TimelineError) in
      let ready = try await listAccounts().filter(\.isReady).map(\.account)
      let own = ready.filter { $0.origin != .demo && (timeline != .home || $0.origin.isServer) }
      return (own.isEmpty ? ready.filter { $0.origin == .demo } : own).compactMap { account in
        sources.source(of: account.id).map { Part(account: account, timelines: $0.timelines, timeline: timeline.source) }
      }
    }
  }

  private var id: TimelineID { .merged(timeline) }

  /// The merged accounts, and those that have failed or not responded yet.
  public var result: MultiAccountResult {
    state.withLock { state in
      MultiAccountResult(
        accounts: state.accounts, waiting: state.accounts.filter { state.waiting.contains($0.id) },
        failures: state.accounts.compactMap { account in
          state.failures[account.id].map { MultiAccountResult.AccountFailure(account: account, error: $0) }
        })
    }
  }

  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [ListedTimeline(id)])
  }

  /// - Throws: `TimelineError`; see `TimelineRepository`. Accounts that fail are left out.
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
        MergedList.Part(part.account) { [weak self] request throws(TimelineError) in
          try await self?.page(of: part, request) ?? TimelinePage()
        }
      }, request.freshness, timeLimit: Self.timeLimit, clock: clock)
    let number = state.withLock { state in
      state.accounts = parts.map(\.account)
      state.lastNumber += 1
      state.lists = state.lists.suffix(Self.maxLists - 1) + [(state.lastNumber, list)]
      return state.lastNumber
    }
    let page = try await page(of: list, number: number, request)
    let waiting = list.result.waiting
    state.withLock { $0.waiting = waiting.map(\.id) }
    if !waiting.isEmpty { awaitLateResponses(to: list) }
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

  /// A page of one account, whose failure is remembered until a request succeeds.
  private func page(of part: Part, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    do throws(TimelineError) {
      let page = try await part.timelines.page(of: part.timeline, request)
      // Cached entries tell nothing about the server.
      if request.freshness == .fresh { state.withLock { $0.failures[part.account.id] = nil } }
      return page
    } catch .unknownTimeline {
      return TimelinePage()
    } catch {
      if error != .cancelled { state.withLock { $0.failures[part.account.id] = error } }
      throw error
    }
  }

  private func awaitLateResponses(to list: MergedList) {
    clock.start { [weak self] in
      var waiting = list.result.waiting
      while !waiting.isEmpty, await list.waitForResponse(whileWaiting: waiting.count) {
        waiting = list.result.waiting
        guard let self else { return }
        state.withLock { [waiting] in $0.waiting = waiting.map(\.id) }
        broadcast.notify(.outdated(id))
      }
    }
  }

  /// Lets the account of a gap fill it. Its entries come in by date when the timeline is read again.
  private func fill(_ gap: TimelineGap) async throws(TimelineError) -> TimelinePage {
    let parts = try await listParts()
    guard let part = parts.first(where: { $0.account.id == gap.lower.ref.account }) else {
      return TimelinePage(gaps: [gap])
    }
    _ = try await page(of: part, PageRequest(.filling(gap)))
    broadcast.notify(.outdated(id))
    return TimelinePage(gaps: [gap])
  }

  public func changes() -> AsyncStream<SourceChange> {
    let isFirst = state.withLock { state in
      defer { state.isObserving = true }
      return !state.isObserving
    }
    let changes = broadcast.subscribe()
    if isFirst { observe() }
    return changes
  }

  /// Observes the accounts as long as this object exists.
  private func observe() {
    let (listParts, broadcast, clock, id) = (listParts, broadcast, clock, id)
    let listing = clock.start { [weak self] in
      for part in (try? await listParts()) ?? [] {
        let task = clock.start {
          for await change in part.timelines.changes() {
            if let change = change.merged(from: part.timeline, into: id) { broadcast.notify(change) }
          }
        }
        guard let self else { return task.cancel() }
        state.withLock { $0.observations.append(task) }
      }
    }
    state.withLock { $0.observations.append(listing) }
  }
}

/// A position in a list of a merged timeline.
private struct MergedCursor {
  var list: Int
  var page: PageCursor
  /// The date of the entry beside it.
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
  /// The change of a merged timeline; nil if none.
  fileprivate func merged(from timeline: TimelineID, into merged: TimelineID) -> SourceChange? {
    switch self {
    case .inserted(_, timeline), .outdated(timeline), .filtersChanged: .outdated(merged)
    case .withdrawn(let keys, let id) where id == nil || id == timeline: .withdrawn(keys, from: merged)
    case .changed, .deleted: self
    default: nil
    }
  }
}
