import Domain
import EmptyState

extension TimelinePresenter {
  func search(_ text: String) {
    guard tab.hasPosts else { return }
    guard let query = SearchQuery(text) else { return clearSearch() }
    stopLoading()
    searching = query
    let kind = tab.kind
    let search = dependencies.searchTimeline
    question.goOn { [weak self] in
      do throws(TimelineError) {
        let result = try await search(query, in: kind)
        guard !Task.isCancelled else { return }
        self?.accept(result, of: query)
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
    if case .empty(.noMatches) = tab.content { tab.content = .posts }
    render()
  }

  func showNextMatch() { showMatch(step: 1) }
  func showPreviousMatch() { showMatch(step: -1) }

  func clearSearch() {
    guard tab.hasPosts else { return }
    if searching != nil { stopLoading() }
    tab.search = nil
    if case .empty(.noMatches) = tab.content { tab.content = .posts }
    render()
    resumeCountdown()
    fetchAhead()
  }
}

extension TimelinePresenter {
  private func accept(_ result: SearchResult, of query: SearchQuery) {
    stopLoading()
    guard !result.matches.isEmpty else {
      tab.search = nil
      tab.content = .empty(.noMatches(words: query.text, searched: result.searched))
      return render()
    }
    tab.search = TimelineSearch(query: query, result: result, current: firstMatch(in: result))
    render()
    resumeCountdown()
    showCurrentMatch()
  }

  /// The first match from the selected post on, down the timeline; the newest where there is none.
  private func firstMatch(in result: SearchResult) -> Int {
    guard let window = tab.window else { return 0 }
    let below = Set(window.posts.dropFirst(tab.selection).map(\.key))
    // Matches and posts run the same way: the first match among them is the nearest.
    if let match = result.matches.firstIndex(where: { below.contains($0.key) }) { return match }
    guard let date = tab.selectedPost?.timelineDate else { return 0 }
    return result.matches.firstIndex { $0.date.map { $0 < date } ?? false } ?? 0
  }

  private func showMatch(step: Int) {
    guard let search = tab.search else { return }
    let count = search.result.matches.count
    let next = (search.current + step + count) % count
    if count == 1 {
      view?.showNotice(NoticeViewModel(text: "This is the only match."))
    } else if (next - search.current) * step <= 0 {
      view?.showNotice(NoticeViewModel(text: step > 0 ? "On from the newest match." : "On from the oldest match."))
    }
    tab.search?.current = next
    showCurrentMatch()
  }

  private func showCurrentMatch() {
    guard let search = tab.search else { return }
    let match = search.result.matches[search.current]
    if let index = tab.window?.index(of: match.key) {
      select(index)
    } else {
      load(at: .around(match.key, match.date), selecting: .place(match))
    }
  }
}
