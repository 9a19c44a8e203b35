import Domain
import EmptyState

/// What is typed is looked for at once; what stands stays until the answer is there.
extension TimelinePresenter {
  /// Matches are counted so far before they are shown, and to the end afterwards.
  private static let quickCount = 1_000

  func beginSearch() {
    guard tabs[current].hasPosts else { return }
    var search = search ?? TimelineSearch()
    search.isTyping = true
    self.search = search
    view?.showSearchField(search.text)
    render()
  }

  func searchWhileTyping(_ text: String) {
    guard search != nil else { return }
    search?.text = text
    do throws(SearchQueryError) {
      guard let query = try SearchQuery.typed(text, now: now) else { return showTimelineWhileTyping() }
      if query.conditions != search?.query?.conditions { ask(query) }
      render()
    } catch {
      showMeaningless(error)
    }
  }

  func search(_ text: String) {
    guard tabs[current].hasPosts else { return clearSearch() }
    var search = search ?? TimelineSearch()
    search.text = text
    self.search = search
    do throws(SearchQueryError) {
      let query = try SearchQuery(text, now: now)
      self.search?.isTyping = false
      view?.hideSearchField()
      if query.conditions != search.query?.conditions { ask(query) }
      render()
    } catch {
      if text.allSatisfy(\.isWhitespace) { clearSearch() } else { showMeaningless(error) }
    }
  }

  func clearSearch() {
    guard search != nil else { return }
    if search?.query != nil { stopLoading() }
    leaveSearch()
    render()
    resumeCountdown()
    fetchAhead()
  }

  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }
}

extension TimelinePresenter {
  /// Supersedes what is being asked.
  func ask(_ query: SearchQuery, isRefresh: Bool = false) {
    stopLoading()
    countingMatches?.cancel()
    search?.query = query
    let place = isRefresh ? tab.place : nil
    let position = place.map { PagePosition.around($0.key, $0.date) } ?? .newest
    question.ask { [weak self, useCase = dependencies.searchTimeline] in
      do throws(TimelineError) {
        let limit = TimelineWindow.pageLimit
        let page =
          isRefresh
          ? try await useCase.refreshedMatches(of: query, at: position, limit: limit)
          : try await useCase.matches(of: query, at: position, limit: limit)
        let count = try await useCase.count(of: query, upTo: Self.quickCount)
        guard let self, !Task.isCancelled else { return }
        accept(page, count, of: query, keeping: place)
      } catch {
        guard !Task.isCancelled else { return }
        self?.failSearch(error)
      }
    } whenSlow: { [weak self] in
      self?.follow(after: nil)
      self?.render()
    }
  }

  private func accept(_ page: TimelinePage, _ count: MatchCount, of query: SearchQuery, keeping place: Place?) {
    guard let search else { return }
    stopLoading()
    var results = TimelineTab(kind: tab.kind, query: query)
    results.revealed = tab.revealed
    results.loadedAt = now
    results.replaceWindow(TimelineWindow(page), selecting: place.map { .place($0) } ?? .first)
    results.content =
      page.posts.isEmpty
      ? .empty(.noMatches(words: query.text, searched: count.searched, widenings: query.widenings)) : .posts
    self.search?.results = results
    self.search?.count = count
    if !count.isExact { countAll(of: query) }
    render()
    if search.results?.query != query, !page.posts.isEmpty { view?.selectRow(at: 0) }
    fetchAhead()
  }

  /// The count that was shown first stays where the rest cannot be counted.
  private func countAll(of query: SearchQuery) {
    countingMatches = dependencies.runner.start(for: self) { [weak self, useCase = dependencies.searchTimeline] in
      guard let count = try? await useCase.count(of: query, upTo: nil), !Task.isCancelled else { return }
      self?.search?.count = count
      self?.showStatus()
    }
  }

  private func failSearch(_ error: TimelineError) {
    forgetPendingSearch()
    fail(error)
  }

  /// Nothing that could be looked for has been typed, or not yet.
  private func showTimelineWhileTyping() {
    if search?.query != nil { stopLoading() }
    search?.forget()
    render()
    fetchAhead()
  }

  private func showMeaningless(_ error: SearchQueryError) {
    guard let search else { return }
    stopLoading()
    var results = TimelineTab(kind: tab.kind)
    results.content = .empty(.meaninglessSearch(words: search.text, error))
    self.search?.forget(showing: results)
    render()
  }

  /// What is left out of the search as long as it is being typed. Of a short word it is not said each time that another
  /// one begins: what stands is answer enough.
  func hint(on search: TimelineSearch) -> String? {
    guard search.text.contains(where: { !$0.isWhitespace }) else { return nil }
    do throws(SearchQueryError) {
      let query = try SearchQuery(search.text, now: now)
      guard search.results == nil, query.conditions != search.query?.conditions else { return nil }
      let ending = dependencies.keymap.sentence(TimelineCommands.submitSearch, "looks for “\(search.text)”")
      return ending.isEmpty ? "Type on." : "Type on, or \(ending)."
    } catch {
      return "This wants \(error.words)."
    }
  }

  private func showMatch(step: Int) {
    guard tab.query != nil, case .posts = tab.content, let window = tab.window else { return }
    if window[tab.selection + step] != nil { return select(tab.selection + step) }
    guard (step > 0 ? window.older : window.newer) == nil else { return }
    let text = window.count == 1 ? "This is the only match." : "There is no \(step > 0 ? "older" : "newer") match."
    view?.showNotice(NoticeViewModel(text: text))
  }
}
