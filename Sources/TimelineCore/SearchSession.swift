import Domain
import FoundationEssentials
import Runtime

/// A search in an account, or in all of them, from its first key until the person leaves it. What is typed is looked for
/// at once; what stands stays until the answer is there.
@MainActor
public final class SearchSession {
  public private(set) var isOpen = false
  /// Whether the field is open.
  public private(set) var isTyping = false
  /// As it was typed so far.
  public private(set) var text = ""
  public private(set) var scope = Scope.account
  /// nil as long as the timeline stands.
  public private(set) var result: Result?
  /// What was found last.
  public private(set) var query: SearchQuery?
  /// How many matches there are, once that is known.
  public private(set) var count: MatchCount?

  /// What is being looked for, or was found last; nil where what was typed says nothing.
  private var wanted: SearchQuery?
  /// Where what was found last was looked for.
  public private(set) var foundScope = Scope.account
  private let searchTimeline: any SearchTimelineUseCase
  private let searchAccounts: (any SearchAccountsUseCase)?
  private let makePager: (SearchQuery, any SearchTimelineUseCase) -> TimelinePager
  private let loading: LoadTask
  private let runner: TaskRunner
  private let notify: (Event) -> Void
  /// The question how many matches there are.
  private var counting: Task<Void, Never>?
  /// Waits for accounts that take their time.
  private var following: Task<Void, Never>?
  /// Whether accounts have found something that is not shown yet.
  private var hasMore = false

  /// - Parameters:
  ///   - searchAccounts: nil where there is but the one account.
  ///   - makePager: makes what holds the matches, of whom is asked for them.
  ///   - loading: what the screen waits for.
  public init(
    searchTimeline: any SearchTimelineUseCase, searchAccounts: (any SearchAccountsUseCase)? = nil,
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
    counting?.cancel()
    following?.cancel()
  }

  public var matches: TimelinePager? {
    if case .matches(let pager)? = result { pager } else { nil }
  }

  /// What is being looked for and is not what stands.
  public var pendingQuery: SearchQuery? {
    guard loading.isRunning, let wanted, wanted != query || scope != foundScope else { return nil }
    return wanted
  }

  /// What has become of the question to all accounts; nil where what stands is of the one.
  public var answer: MultiAccountResult? {
    matches == nil || foundScope == .account ? nil : searchAccounts?.answer
  }

  /// Whom to ask for what is looked for.
  private var useCase: any SearchTimelineUseCase {
    if scope == .accounts, let searchAccounts { searchAccounts } else { searchTimeline }
  }
}

// MARK: - What the person types

extension SearchSession {
  public func begin() {
    (isOpen, isTyping) = (true, true)
  }

  /// Looks for it in all accounts, or in the one alone again.
  public func switchScope() {
    guard isOpen, searchAccounts != nil else { return }
    scope = scope == .account ? .accounts : .account
    if let wanted { ask(wanted) }
  }

  /// Looks for what there is of it while the person types on.
  /// - Returns: whether something else stands by now.
  public func type(_ text: String, now: Date) -> Bool {
    guard isOpen else { return false }
    self.text = text
    let stood = result != nil
    do throws(SearchQueryError) {
      guard let query = try SearchQuery.typed(text, now: now) else {
        forget()
        return stood
      }
      if query.conditions != wanted?.conditions { ask(query) }
      return false
    } catch {
      forget(showing: .meaningless(error))
      return true
    }
  }

  /// - Returns: whether it can be looked for; the field is to be closed then.
  public func submit(_ text: String, now: Date) -> Bool {
    isOpen = true
    self.text = text
    do throws(SearchQueryError) {
      let query = try SearchQuery(text, now: now)
      isTyping = false
      if query.conditions != wanted?.conditions { ask(query) }
      return true
    } catch {
      isTyping = true
      forget(showing: .meaningless(error))
      return false
    }
  }

  /// What is left out of the search as long as it is being typed. Of a short word it is not said each time that another
  /// one begins: what stands is answer enough.
  public func hint(now: Date) -> Hint? {
    guard isTyping, text.contains(where: { !$0.isWhitespace }) else { return nil }
    do throws(SearchQueryError) {
      let query = try SearchQuery(text, now: now)
      return result == nil && query.conditions != wanted?.conditions ? .goOn : nil
    } catch {
      return .mend(error)
    }
  }

  /// Whether what stands is what the text looks for.
  public func isAnswered(now: Date) -> Bool {
    guard let query, pendingQuery == nil else { return false }
    return (try? SearchQuery(text, now: now))?.conditions == query.conditions
  }

  public func leave() {
    if wanted != nil { loading.cancel() }
    close()
  }

  /// Whoever asks for something else does not wait for matches any more.
  public func forgetPending() {
    guard isOpen else { return }
    if result == nil, !isTyping { return close() }
    wanted = query
    if result != nil { scope = foundScope }
    guard let query, matches != nil else { return }
    // What is being typed stands in the field.
    if !isTyping { text = query.text }
    follow(query)
  }

  private func close() {
    stopFollowing()
    (isOpen, isTyping, text, wanted, query, result, count) = (false, false, "", nil, nil, nil, nil)
    (scope, foundScope) = (.account, .account)
  }

  private func stopFollowing() {
    counting?.cancel()
    following?.cancel()
  }

  /// Nothing is looked for.
  private func forget(showing result: Result? = nil) {
    if wanted != nil || result != nil { loading.cancel() }
    stopFollowing()
    (wanted, query, self.result, count) = (nil, nil, result, nil)
  }
}

// MARK: - What is found

extension SearchSession {
  public func refresh() {
    if let query { ask(query, isRefresh: true) }
  }

  /// Supersedes what is being asked.
  private func ask(_ query: SearchQuery, isRefresh: Bool = false) {
    matches?.stop()
    loading.cancel()
    stopFollowing()
    wanted = query
    let place = isRefresh ? matches?.place : nil
    let request = isRefresh ? PageRequest.refresh(place, holding: 0) : .newest
    loading.start { [weak self, useCase] in
      do throws(TimelineError) {
        var count: MatchCount?
        let page = try await TimelinePager.page(request, around: place) { request throws(TimelineError) in
          let page = try await useCase.page(of: query, request)
          count = try await useCase.count(of: query, beside: page)
          return page
        } keeping: {
          isRefresh ? self?.matches?.place : nil
        }
        guard let self, let count, !Task.isCancelled else { return }
        accept(page, request, isRefresh ? matches?.place : nil, count, of: query)
      } catch {
        guard let self, !Task.isCancelled else { return }
        forgetPending()
        notify(.failed(error))
      }
    } whenSlow: { [weak self] in
      self?.notify(.isSlow)
    } eachSecond: { [weak self] in
      self?.notify(.isSlow)
    }
  }

  private func accept(
    _ page: TimelinePage, _ request: PageRequest, _ place: Place?, _ count: MatchCount, of query: SearchQuery
  ) {
    loading.cancel()
    guard isOpen else { return }
    let isNew = self.query != query || foundScope != scope
    let pager = makePager(query, useCase)
    result = .matches(pager)
    (self.query, foundScope) = (query, scope)
    self.count = count
    hasMore = false
    pager.accept(page, request, place.map { .place($0) } ?? .first)
    follow(query)
    notify(.found(isNew: isNew))
  }

  /// Waits for other accounts than those that the matches are of: these have been asked for anew.
  public func followAccounts() {
    if let query, foundScope == .accounts { follow(query) }
  }

  /// Takes what accounts find that take their time, and counts the rest when all have answered. One that has answered
  /// since the page was made is not on it.
  private func follow(_ query: SearchQuery) {
    stopFollowing()
    guard let searchAccounts, foundScope == .accounts else {
      if count?.isExact == false { countAll(of: query) }
      return
    }
    following = runner.start(for: self) { [weak self, hasMore] in
      var isMore = hasMore
      if !isMore { isMore = await searchAccounts.waitForMore() }
      while isMore, !Task.isCancelled {
        self?.hasMore = true
        let request = PageRequest.renewal(nil, holding: self?.matches?.window?.count ?? 0)
        guard let page = try? await searchAccounts.page(of: query, request),
          let count = try? await searchAccounts.count(of: query, beside: page), !Task.isCancelled
        else { return }
        self?.take(page, request, count)
        isMore = await searchAccounts.waitForMore()
      }
      guard let self, !Task.isCancelled else { return }
      if count?.isExact == false { countAll(of: query) }
    }
  }

  /// Whoever has not moved sees the newest first.
  private func take(_ page: TimelinePage, _ request: PageRequest, _ count: MatchCount) {
    guard let matches else { return }
    hasMore = false
    self.count = count
    let place = matches.selection > 0 ? matches.place : nil
    matches.accept(page, request, place.map { .place($0) } ?? .first)
    notify(.found(isNew: false))
  }

  /// The count that was shown first stays where the rest cannot be counted.
  private func countAll(of query: SearchQuery) {
    counting = runner.start(for: self) { [weak self, useCase] in
      guard let count = try? await useCase.count(of: query), let self, !Task.isCancelled else {
        return
      }
      self.count = count
      notify(.counted)
    }
  }
}
