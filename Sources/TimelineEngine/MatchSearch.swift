import Domain
import FoundationEssentials
import Runtime

/// A search in an account, from its first key until the person leaves it. What is typed is looked for at once; what
/// stands stays until the answer is there.
@MainActor
public final class MatchSearch {
  /// What the screen is told.
  public enum Event {
    /// What was looked for is found, or it is not there.
    /// - Parameter isNew: whether something else stood before.
    case found(isNew: Bool)
    /// How many matches there are is known.
    case counted
    case failed(TimelineError)
    /// The question has taken long, or has gone on for another second.
    case isSlow
  }

  /// What stands in place of the timeline.
  public enum Result {
    case matches(TimelinePager)
    /// Nothing can be looked for by what has been typed.
    case meaningless(SearchQueryError)
  }

  /// What the text wants that is being typed.
  public enum Hint: Hashable, Sendable {
    /// It is too short to be looked for by itself.
    case goOn
    case mend(SearchQueryError)
  }

  public private(set) var isOpen = false
  /// Whether the field is open.
  public private(set) var isTyping = false
  /// As it was typed so far.
  public private(set) var text = ""
  /// nil as long as the timeline stands.
  public private(set) var result: Result?
  /// What was found last.
  public private(set) var query: SearchQuery?
  /// How many matches there are, once that is known.
  public private(set) var count: MatchCount?

  /// What is being looked for, or was found last; nil where what was typed says nothing.
  private var wanted: SearchQuery?
  private let searchTimeline: any SearchTimelineUseCase
  private let makePager: (SearchQuery) -> TimelinePager
  private let loading: LoadTask
  private let runner: TaskRunner
  private let tell: (Event) -> Void
  /// The question how many matches there are.
  private var counting: Task<Void, Never>?

  /// - Parameters:
  ///   - makePager: makes what holds the matches.
  ///   - loading: what the screen waits for.
  public init(
    searchTimeline: any SearchTimelineUseCase, makePager: @escaping (SearchQuery) -> TimelinePager, loading: LoadTask,
    runner: TaskRunner, tell: @escaping (Event) -> Void
  ) {
    self.searchTimeline = searchTimeline
    self.makePager = makePager
    self.loading = loading
    self.runner = runner
    self.tell = tell
  }

  deinit { counting?.cancel() }

  public var matches: TimelinePager? {
    if case .matches(let pager)? = result { pager } else { nil }
  }

  /// What is being looked for and is not what stands.
  public var pendingQuery: SearchQuery? {
    guard loading.isRunning, let wanted, wanted != query else { return nil }
    return wanted
  }
}

// MARK: - What the person types

extension MatchSearch {
  public func begin() {
    (isOpen, isTyping) = (true, true)
  }

  /// Looks for what there is of it while the person types on.
  public func type(_ text: String, now: Date) {
    guard isOpen else { return }
    self.text = text
    do throws(SearchQueryError) {
      guard let query = try SearchQuery.typed(text, now: now) else { return forget() }
      if query.conditions != wanted?.conditions { ask(query) }
    } catch {
      forget(showing: .meaningless(error))
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
  }

  private func close() {
    counting?.cancel()
    (isOpen, isTyping, text, wanted, query, result, count) = (false, false, "", nil, nil, nil, nil)
  }

  /// Nothing is looked for.
  private func forget(showing result: Result? = nil) {
    if wanted != nil || result != nil { loading.cancel() }
    counting?.cancel()
    (wanted, query, self.result, count) = (nil, nil, result, nil)
  }
}

// MARK: - What is found

extension MatchSearch {
  public func refresh() {
    if let query { ask(query, isRefresh: true) }
  }

  /// Supersedes what is being asked.
  private func ask(_ query: SearchQuery, isRefresh: Bool = false) {
    matches?.stop()
    loading.cancel()
    counting?.cancel()
    wanted = query
    let place = isRefresh ? matches?.place : nil
    let request = isRefresh ? PageRequest.refresh(place, holding: 0) : .newest
    loading.start { [weak self, searchTimeline] in
      do throws(TimelineError) {
        let page = try await searchTimeline.page(of: query, request)
        let count = try await searchTimeline.count(of: query, isQuick: true)
        guard let self, !Task.isCancelled else { return }
        accept(page, request, place, count, of: query)
      } catch {
        guard let self, !Task.isCancelled else { return }
        forgetPending()
        tell(.failed(error))
      }
    } whenSlow: { [weak self] in
      self?.tell(.isSlow)
    } eachSecond: { [weak self] in
      self?.tell(.isSlow)
    }
  }

  private func accept(
    _ page: TimelinePage, _ request: PageRequest, _ place: Place?, _ count: MatchCount, of query: SearchQuery
  ) {
    guard isOpen else { return }
    loading.cancel()
    let isNew = self.query != query
    let pager = makePager(query)
    result = .matches(pager)
    self.query = query
    self.count = count
    pager.accept(page, request, place.map { .place($0) } ?? .first)
    if !count.isExact { countAll(of: query) }
    tell(.found(isNew: isNew))
  }

  /// The count that was shown first stays where the rest cannot be counted.
  private func countAll(of query: SearchQuery) {
    counting = runner.start(for: self) { [weak self, searchTimeline] in
      guard let count = try? await searchTimeline.count(of: query, isQuick: false), let self, !Task.isCancelled else {
        return
      }
      self.count = count
      tell(.counted)
    }
  }
}
