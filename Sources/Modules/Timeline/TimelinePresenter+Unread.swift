import Domain
import EmptyState

extension TimelinePresenter {
  func unread(of kind: TimelineKind) -> TimelineUnread {
    unread[kind] ?? TimelineUnread(mark: memory.marks[kind])
  }

  /// What a search has found is not read as a timeline is: nothing of it is marked.
  var tabUnread: TimelineUnread {
    get { tab.query == nil ? unread(of: tab.kind) : TimelineUnread(mark: nil) }
    set { if tab.query == nil { unread[tab.kind] = newValue } }
  }

  /// Whether there is something to go to, or to mark read.
  var hasUnread: Bool {
    guard case .posts = tab.content, tab.query == nil, let window = tab.window, !window.isUnfinished else {
      return false
    }
    return tabUnread.count.map { $0 > 0 } ?? !tabUnread.rows(in: window).isEmpty
  }

  /// Whether the source has been asked since for another timeline, and has more of this one by now.
  var isBehind: Bool {
    guard case .posts = tab.content, let window = tab.window else { return false }
    return tabUnread.isAhead(of: window)
  }

  /// Asks for what is held once more. The selected post stays selected.
  func catchUp() {
    load(at: tab.place.map { .around($0.key, $0.date) } ?? .newest, selecting: .place(tab.place))
  }

  func showNextUnread() {
    guard case .posts = tab.content, let window = tab.window else { return }
    let rows = tabUnread.rows(in: window)
    // From the selected post up, which is the way one reads; then once more from the oldest on.
    if let row = rows.last(where: { $0 < tab.selection }) { return select(row) }
    if tabUnread.isCounted(in: window), !isBehind {
      guard let row = rows.last else { return showNoUnread() }
      return select(row)
    }
    askForNextUnread(above: tabUnread.isAboveMark(window) ? window.newer : nil)
  }

  func markAllRead() {
    guard case .posts = tab.content, let window = tab.window, !window.isUnfinished else { return }
    if window.newer == nil { return markRead(ReadMark(allOf: window.posts)) }
    let kind = tab.kind
    startLoading { [weak self, dependencies] in
      do throws(TimelineError) {
        let mark = try await dependencies.trackUnread.allRead(of: kind)
        guard let self, !Task.isCancelled else { return }
        stopLoading()
        markRead(mark)
        fetchAhead()
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  /// Takes rows for read that the person has come to or passed by.
  func read(_ rows: Range<Int>) {
    guard case .posts = tab.content, let window = tab.window else { return }
    let read = tabUnread.read(rows, in: window)
    guard !read.isEmpty else { return }
    view?.markRead(read)
    showHeader()
  }
}

// MARK: - What is unread

extension TimelinePresenter {
  /// Looks at a page that has come, before it is shown: it may tell what is unread.
  func updateUnread(isRefresh: Bool) {
    if isRefresh { for kind in unread.keys { unread[kind]?.forgetCount() } }
    guard let window = tab.window, !window.isEmpty else { return }
    if !window.isUnfinished, !window.isCutShort {
      if tabUnread.mark != nil {
        tabUnread.count(in: window)
      } else if window.newer == nil, let mark = ReadMark(allOf: window.posts) {
        tabUnread.readAll(mark)
      }
    }
    _ = tabUnread.read(tab.selection..<tab.selection + 1, in: window)
  }

  /// Asks what the pages do not tell, once: of the timeline on the screen, then of those that have been shown before.
  func countUnread() {
    guard !tab.isUnfinished else { return }
    let kinds = ([tab.kind] + tabs.map(\.kind).filter { $0 != tab.kind && unread(of: $0).mark != nil })
      .filter { !unread(of: $0).isAsked && unread(of: $0).above == nil }
    guard !kinds.isEmpty, tab.hasPosts else { return }
    counting?.cancel()
    counting = dependencies.runner.start(for: self) { [weak self, dependencies] in
      var kinds = kinds
      while !kinds.isEmpty, !Task.isCancelled {
        let kind = kinds.removeFirst()
        let asked = self?.unread(of: kind).mark
        do throws(TimelineError) {
          if let asked {
            let found = try await dependencies.trackUnread.unread(of: kind, above: asked)
            guard let self, !Task.isCancelled else { return }
            // Whoever reads on meanwhile has read what was counted.
            if unread(of: kind).mark == asked { accept(found, of: kind) } else { kinds.append(kind) }
          } else {
            let mark = try await dependencies.trackUnread.allRead(of: kind)
            guard let self, !Task.isCancelled else { return }
            if let mark, unread(of: kind).mark == nil {
              accept(Unread(count: 0, above: mark.others.count, mark: mark), of: kind)
            }
          }
        } catch {
          // Nobody waits for it: the posts are there, and the next page asks again.
          return
        }
      }
    }
  }

  private func accept(_ found: Unread?, of kind: TimelineKind) {
    var known = unread(of: kind)
    known.isAsked = true
    if let found { (known.mark, known.above, known.count) = (found.mark, found.above, found.count) }
    unread[kind] = known
    if kind == tab.kind { render() } else { showHeader() }
  }

  private func markRead(_ mark: ReadMark?) {
    guard let mark else { return render() }
    let count = tabUnread.count
    tabUnread.readAll(mark)
    render()
    let words = count.map { "\(ReadingProgress.words(posts: $0)) marked read." } ?? "All marked read."
    view?.showNotice(NoticeViewModel(text: words))
  }

  private func askForNextUnread(above cursor: PageCursor?) {
    guard let mark = tabUnread.mark else { return showNoUnread() }
    let kind = tab.kind
    startLoading { [weak self, dependencies] in
      do throws(TimelineError) {
        let place = try await dependencies.trackUnread.oldestUnread(of: kind, above: cursor, mark: mark)
        guard let self, !Task.isCancelled else { return }
        if let place {
          load(at: .around(place.key, place.date), selecting: .place(place), isContinued: true)
        } else {
          stopLoading()
          render()
          showNoUnread()
          fetchAhead()
        }
      } catch {
        guard !Task.isCancelled else { return }
        self?.fail(error)
      }
    }
  }

  private func showNoUnread() {
    view?.showNotice(NoticeViewModel(text: "Nothing is unread in \(tab.kind.name)."))
  }
}
