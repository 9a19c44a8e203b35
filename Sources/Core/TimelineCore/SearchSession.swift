import Domain
import FoundationEssentials
import Runtime

/// A search in one account or in all accounts, from the first key until the user leaves it. It searches while the user
/// types. The previous content stays on screen until a result arrives.
@MainActor
public final class SearchSession {
  public private(set) var isOpen = false
  /// Whether the search field is open.
  public private(set) var isTyping = false
  /// The text as typed so far.
  public private(set) var text = ""
  public private(set) var scope = Scope.account
  /// nil while the timeline is shown.
  public private(set) var result: Result?
  /// The query of the current result.
  public private(set) var query: SearchQuery?
  /// The number of matches; nil until it is known.
  public private(set) var count: MatchCount?

  /// The query being searched or found last; nil if the text contains no conditions.
  private var requestedQuery: SearchQuery?
  /// The scope of the current result.
  public private(set) var foundScope = Scope.account
  private let searchTimeline: () -> any SearchTimelineUseCase
  private let searchAccounts: (any SearchAccountsUseCase)?
  private let makePager: (SearchQuery, any SearchTimelineUseCase) -> TimelinePager
  private let loading: LoadTask
  private let runner: TaskRunner
  private let notify: (Event) -> Void
  /// Counts all matches when the first page has only a lower bound.
  private var countTask: Task<Void, Never>?
  /// Waits for slow accounts.
  private var accountsTask: Task<Void, Never>?
  /// Whether accounts have found matches that are not shown yet.
  private var hasUnshownMatches = false

  /// - Parameters:
  ///   - searchTimeline: returns the use case that searches what is shown now.
  ///   - searchAccounts: searches all accounts; nil if there is only one account.
  ///   - makePager: makes the pager of the matches that the given use case loads.
  ///   - loading: the load operation shared by the pagers of the screen.
  public init(
    searchTimeline: @escaping () -> any SearchTimelineUseCase, searchAccounts: (any SearchAccountsUseCase)? = nil,
    makePager: @escaping (SearchQuery, any SearchTimelineUseCase) -> TimelinePager, loading: LoadTask,
    runner: TaskRunner, notify: @escaping (Event) -> Void
  ) {
    self.searchTimeline = searchTimeline
    self.searchAccounts = searchAccounts
    self.makePager = makePager
    self.loading = loading
    self.runner = runner
    self.notify = notify
  }

  deinit {
    countTask?.cancel()
    accountsTask?.cancel()
  }

  public var matches: TimelinePager? {
    if case .matches(let pager)? = result { pager } else { nil }
  }

  /// The query being searched, unless its result is already shown.
  public var pendingQuery: SearchQuery? {
    guard loading.isRunning, let requestedQuery, requestedQuery != query || scope != foundScope else { return nil }
    return requestedQuery
  }

  /// The state of the search in all accounts; nil if the current result is of one account.
  public var accountsResult: MultiAccountResult? {
    matches == nil || foundScope == .account ? nil : searchAccounts?.result
  }

  /// The use case for the current search scope.
  private var useCase: any SearchTimelineUseCase {
    if scope == .accounts, let searchAccounts { searchAccounts } else { searchTimeline() }
  }
}

// MARK: - User input

extension SearchSession {
  public func open() {
    (isOpen, isTyping) = (true, true)
  }

  /// Switches between all accounts and the one account, and searches again.
  public func switchScope() {
    guard isOpen, searchAccounts != nil else { return }
    scope = scope == .account ? .accounts : .account
    if let requestedQuery { startSearch(requestedQuery) }
  }

  /// Searches for text that the user is still typing.
  /// - Returns: whether the screen content has changed.
  public func updateText(_ text: String, now: Date) -> Bool {
    guard isOpen else { return false }
    self.text = text
    let hadResult = result != nil
    do throws(SearchQueryError) {
      guard let query = try SearchQuery.typed(text, now: now) else {
        clearResult()
        return hadResult
      }
      if query.conditions != requestedQuery?.conditions { startSearch(query) }
      return false
    } catch {
      clearResult(showing: .invalidQuery(error))
      return true
    }
  }

  /// - Returns: whether the text is a valid query. If so, the field should be closed.
  public func submit(_ text: String, now: Date) -> Bool {
    isOpen = true
    self.text = text
    do throws(SearchQueryError) {
      let query = try SearchQuery(text, now: now)
      isTyping = false
      if query.conditions != requestedQuery?.conditions { startSearch(query) }
      return true
    } catch {
      isTyping = true
      clearResult(showing: .invalidQuery(error))
      return false
    }
  }

  /// The hint about the part that is missing before the text can be searched; nil if nothing is missing or results are
  /// shown. A short word gets no hint while earlier results are shown.
  public func hint(now: Date) -> Hint? {
    guard isTyping, text.contains(where: { !$0.isWhitespace }) else { return nil }
    do throws(SearchQueryError) {
      let query = try SearchQuery(text, now: now)
      return result == nil && query.conditions != requestedQuery?.conditions ? .tooShort : nil
    } catch {
      return .invalid(error)
    }
  }

  /// Whether the current result is that of the current text.
  public func isResultCurrent(now: Date) -> Bool {
    guard let query, pendingQuery == nil else { return false }
    return (try? SearchQuery(text, now: now))?.conditions == query.conditions
  }

  public func close() {
    if requestedQuery != nil { loading.cancel() }
    reset()
  }

  /// Stops waiting for matches because the user has requested something else.
  public func cancelPending() {
    guard isOpen else { return }
    if result == nil, !isTyping { return reset() }
    requestedQuery = query
    if result != nil { scope = foundScope }
    guard let query, matches != nil else { return }
    // The field keeps the text that is being typed.
    if !isTyping { text = query.text }
    awaitSlowAccounts(query)
  }

  private func reset() {
    stopWaiting()
    (isOpen, isTyping, text, requestedQuery, query, result, count) = (false, false, "", nil, nil, nil, nil)
    (scope, foundScope) = (.account, .account)
  }

  private func stopWaiting() {
    countTask?.cancel()
    accountsTask?.cancel()
  }

  /// Clears the result, for example because the text contains no query.
  private func clearResult(showing result: Result? = nil) {
    if requestedQuery != nil || result != nil { loading.cancel() }
    stopWaiting()
    (requestedQuery, query, self.result, count) = (nil, nil, result, nil)
  }
}

// MARK: - Results

extension SearchSession {
  public func refresh() {
    if let query { startSearch(query, isRefresh: true) }
  }

  /// Starts a search, replacing a running one.
  private func startSearch(_ query: SearchQuery, isRefresh: Bool = false) {
    matches?.stop()
    loading.cancel()
    stopWaiting()
    requestedQuery = query
    let position = isRefresh ? matches?.position : nil
    let request = isRefresh ? PageRequest.refresh(position, count: 0) : .newest
    loading.start { [weak self, useCase] in
      do throws(TimelineError) {
        var count: MatchCount?
        let page = try await TimelinePager.page(request, around: position) { request throws(TimelineError) in
          let page = try await useCase.page(of: query, request)
          count = try await useCase.count(of: query, beside: page)
          return page
        } keeping: {
          isRefresh ? self?.matches?.position : nil
        }
        guard let self, let count, !Task.isCancelled else { return }
        accept(page, request, isRefresh ? matches?.position : nil, count, of: query)
      } catch {
        guard let self, !Task.isCancelled else { return }
        cancelPending()
        notify(.failed(error))
      }
    } whenSlow: { [weak self] in
      self?.notify(.isSlow)
    } eachSecond: { [weak self] in
      self?.notify(.isSlow)
    }
  }

  private func accept(
    _ page: TimelinePage, _ request: PageRequest, _ position: EntryPosition?, _ count: MatchCount, of query: SearchQuery
  ) {
    loading.cancel()
    guard isOpen else { return }
    let isNew = self.query != query || foundScope != scope
    let pager = makePager(query, useCase)
    result = .matches(pager)
    (self.query, foundScope) = (query, scope)
    self.count = count
    hasUnshownMatches = false
    pager.accept(page, request, position.map { .position($0) } ?? .first)
    awaitSlowAccounts(query)
    notify(.found(isNew: isNew))
  }

  /// Waits for further accounts after the matches have been reloaded.
  public func awaitSlowAccounts() {
    if let query, foundScope == .accounts { awaitSlowAccounts(query) }
  }

  /// Adds the matches of slow accounts as they arrive, and counts all matches after the last account. An account that
  /// has responded since the page was made is not included in it.
  private func awaitSlowAccounts(_ query: SearchQuery) {
    stopWaiting()
    guard let searchAccounts, foundScope == .accounts else {
      if count?.isExact == false { countAll(of: query) }
      return
    }
    accountsTask = runner.start(for: self) { [weak self, hasUnshownMatches] in
      var isMore = hasUnshownMatches
      if !isMore { isMore = await searchAccounts.waitForMoreAccounts() }
      while isMore, !Task.isCancelled {
        self?.hasUnshownMatches = true
        let request = PageRequest.cachedRefresh(nil, count: self?.matches?.window?.count ?? 0)
        guard let page = try? await searchAccounts.page(of: query, request),
          let count = try? await searchAccounts.count(of: query, beside: page), !Task.isCancelled
        else { return }
        self?.replaceMatches(page, request, count)
        isMore = await searchAccounts.waitForMoreAccounts()
      }
      guard let self, !Task.isCancelled else { return }
      if count?.isExact == false { countAll(of: query) }
    }
  }

  /// Replaces the matches. The selection stays, unless it is on the first match.
  private func replaceMatches(_ page: TimelinePage, _ request: PageRequest, _ count: MatchCount) {
    guard let matches else { return }
    hasUnshownMatches = false
    self.count = count
    let position = matches.selection > 0 ? matches.position : nil
    matches.accept(page, request, position.map { .position($0) } ?? .first)
    notify(.found(isNew: false))
  }

  /// Counts all matches. If that fails, the first count stays.
  private func countAll(of query: SearchQuery) {
    countTask = runner.start(for: self) { [weak self, useCase] in
      guard let count = try? await useCase.count(of: query), let self, !Task.isCancelled else {
        return
      }
      self.count = count
      notify(.counted)
    }
  }
}
