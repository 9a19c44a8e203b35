import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TimelineCore

// MARK: - Screen content

extension TimelinePresenter {
  func render() {
    guard let view, !tabs.isEmpty else { return }
    showHeader()
    contentSwitch.show(screenContent, on: view) { view.showTimeline($0) }
    showStatus()
    updateNotice()
    selectionDidChange()
  }

  /// Decides between the list, the empty view and the loading view. This is the only code that does.
  private var screenContent: ScreenContent<TimelineViewModel> {
    if isSearchFieldOnly { return .empty(TimelineStatus.newSearch(isTyping: search.isTyping)) }
    if let reason = emptyReason { return .empty(emptyViewModel(reason)) }
    if pager.isShowingPosts { return .content(timelineViewModel()) }
    return .loading(loading.isSlow ? emptyViewModel(loadingReason) : nil)
  }

  /// Whether the tab of a saved search is empty while another search is being typed. Its empty view would be
  /// misleading.
  private var isSearchFieldOnly: Bool {
    guard !tabs.isEmpty, savedSearchSource != nil, search.isOpen, search.result == nil, !isShowingPosts else {
      return false
    }
    // A failure of the new search is shown, too.
    if case .failed = pager.content { return false }
    return true
  }

  /// Reports the selected entry to the router, if it has changed.
  /// - Parameter isNew: whether to report it in any case, because another screen was shown in between.
  func selectionDidChange(isNew: Bool = false) {
    // Not behind another screen. It is reported when this one returns.
    guard isInFront else { return }
    let post = isShowingPosts ? pager.selectedPost.flatMap { isFromRemovedAccount($0) ? nil : $0 } : nil
    let selection = ReportedSelection(post: post?.ref, query: matchedBy)
    guard isNew || reportedSelection != selection else { return }
    reportedSelection = selection
    if let post, let other = searchedAccounts.context(of: post) { return other.select(post, matchedBy) }
    router.didSelect(post, as: profile, matchedBy: matchedBy)
  }

  /// The search that found the posts on screen; nil if they are a timeline.
  var matchedBy: SearchQuery? {
    if search.matches != nil { return search.query }
    return tabs.isEmpty ? nil : savedSearchSource.flatMap { try? $0.query() }
  }

  /// Why the list is empty; nil if it is not, or if that is not known yet.
  private var emptyReason: EmptyReason? {
    if case .invalidQuery(let error)? = search.result { return .invalidSearch(words: search.text, error) }
    do throws(SearchQueryError) {
      _ = try savedSearchSource?.query()
    } catch {
      return .invalidSearch(words: savedSearchSource?.text ?? "", error)
    }
    switch pager.content {
    case .loading, .posts: return nil
    case .cancelled: return .loadingCancelled(subject)
    case .failed(let failure): return reason(for: failure)
    case .empty:
      guard let query = matchedBy else { return reasonForNone }
      let count = search.matches == nil ? savedSearchSource?.count : search.count
      return .noMatches(
        words: query.text, searched: count?.searchedCount ?? 0,
        // The timelines of other accounts, or of a file that is still being read, are unknown here.
        widenings: isOfAllAccounts || tabs.isGrowing ? query.widenings : query.widenings(among: tabs.source),
        failures: accountsResult?.failures ?? [])
    }
  }

  /// Why no entry is shown although the request succeeded.
  private var reasonForNone: EmptyReason {
    let (counts, hasOlder) = (pager.hiddenCounts, pager.window?.older != nil)
    guard counts.count > 0 || pager.hasMoreBehindHidden else { return EmptyReason(empty: timeline.id, subject) }
    if let failure = pager.edgeFailure, counts.count == 0 { return reason(for: failure) }
    return .allHidden(subject, counts, olderPosts: !hasOlder ? .none : pager.isFetching ? .loading : .available)
  }

  private var loadingReason: EmptyReason { .loading(subject, sourceObserver.progress, seconds: loading.seconds) }

  var isShowingPosts: Bool { emptyReason == nil && pager.isShowingPosts }

  func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }

  var subject: EmptyReason.Subject {
    .init(owner: profile.label, contentName: timeline.title, origin: session.account.origin)
  }

  func showHeader() {
    view?.showHeader(
      TimelineHeader(
        tabs: tabs.all.map {
          .init(name: $0.timeline.title, unreadCount: unread.unread(of: $0.timeline.id).count ?? 0)
        },
        selectedTab: tabs.selected, account: profile.nameAndLabel, label: profile.label,
        others: tabs.others.map(\.title), accountUnread: unread.accountTotal, hasUnread: hasUnread,
        undoTitle: undoTitle,
        search: searchTab, savedSearchAction: savedSearchAction,
        capabilities: capabilities))
  }

  var capabilities: TimelineCapabilities {
    let can = session.capabilities
    let isEmptyBelowNewest = isEmptyBelowNewest
    return TimelineCapabilities(
      // After a failure the request can always be repeated.
      canRefresh: can.canRefresh || tabs.isEmpty || pager.lastFailure != nil, canSearch: can.canSearch,
      // The oldest match of several accounts is unknown until all pages are loaded.
      canGoToOldest: can.jumps.contains(.oldest) && !isOfAllAccounts,
      canGoToDate: can.jumps.contains(.date) && !isOfAllAccounts,
      tag: tag,
      searchedServer: searchedServer, canWrite: session.canWrite,
      showsHidden: tabs.isEmpty || isShowingSearchResults
        ? nil : pager.showsHidden ? true : pager.hiddenCounts.count > 0 ? false : nil,
      canGoToNewest: isEmptyBelowNewest, canLoadNewer: isEmptyBelowNewest && pager.window?.older == nil)
  }

  /// Whether all loaded posts of the timeline are hidden and the newest ones are not loaded.
  var isEmptyBelowNewest: Bool { !tabs.isEmpty && matchedBy == nil && pager.isEmptyBelowNewest }

  private var isOfAllAccounts: Bool { !tabs.isEmpty && accountsResult != nil }

  private var tag: TimelineCapabilities.Tag? {
    let actor = session.actions
    guard !tabs.isEmpty, case .tag(let name) = timeline.id, actor.kinds.contains(.followTag), search.matches == nil
    else { return nil }
    return .init(name: name, isFollowed: actor.relationships.isFollowed(tag: name) ?? false)
  }

  func showStatus() {
    // The posts on screen do not belong to the text in the field.
    let hasHint = search.hint(now: now) != nil
    let count = search.matches == nil ? unread.unread(of: timeline.id).count ?? 0 : 0
    let status = TimelineStatus.text(for: pager, of: search, unread: count)
    // Without tabs, the status names the timeline.
    let name = dependencies.isSingle && search.matches == nil ? [timeline.title] : []
    view?.showStatus(hasHint ? "" : (name + [status]).filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// Shows or hides the notice above the posts.
  func updateNotice() {
    if let notice = currentNotice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  private var currentNotice: NoticeViewModel? {
    if isSearchFieldOnly { return searchNotice }
    if let removedTimeline, !search.isOpen { return TimelineStatus.noticeOfRemoval(removedTimeline) }
    // An incomplete name has no matches. Only its completions are shown.
    guard isShowingPosts else { return completionNotice }
    if let notice = searchNotice { return notice }
    if let notice = accountsNotice { return notice }
    if loading.isSlow {
      return TimelineStatus.notice(
        loading: subject, sourceObserver.progress, seconds: loading.seconds, beforeOldest: pager.isGoingToOldest)
    }
    if sourceObserver.isSlow, let progress = sourceObserver.progress {
      return TimelineStatus.notice(reading: subject, progress, offering: .stopReading)
    }
    if let failure = pager.failure {
      return TimelineStatus.notice(for: reason(for: failure), loadedAt: pager.loadedAt, now: now)
    }
    if pager.completionDate != nil { return TimelineStatus.noticeOfRegeneration(of: subject) }
    return connectionNotice
  }

  /// The notice that live updates have stopped.
  private var connectionNotice: NoticeViewModel? {
    switch sourceObserver.connection {
    case .lost(let host): TimelineStatus.noticeOfLostConnection(to: host, loadedAt: pager.loadedAt, now: now)
    case .ended(let error):
      TimelineStatus.notice(for: reason(for: LoadFailure(error, at: now)), loadedAt: pager.loadedAt, now: now)
    case .connected, nil: nil
    }
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .signInAgain, .clearSearch, .search, .switchAccount, .quit, .nextTimeline,
    ]
    if case .allHidden(_, let counts, let olderPosts) = reason {
      if counts.count > 0 { offered.insert(.showHidden) }
      if olderPosts == .available { offered.insert(.continueSearch) }
    }
    if tabs.all.count == 1 || search.isOpen { offered.remove(.nextTimeline) }
    if !search.isOpen { offered.remove(.clearSearch) }
    if searchedServer != nil { offered.insert(.searchServer) }
    // After a failure the request can always be repeated. An empty timeline can only be reloaded if the source may have
    // changed.
    if reason.isEmptyTimeline, !session.capabilities.canRefresh { offered.remove(.retry) }
    var viewModel = EmptyStateViewModel(reason, offered: offered)
    if case .allHidden(_, let counts, _) = reason, counts.count > 0, isEmptyBelowNewest {
      let sentence = TimelineStatus.sentenceOfNewer(keymap: services.keymap.value)
      viewModel.sentences.insert(sentence, at: min(1, viewModel.sentences.count))
    }
    return search.result == nil ? viewModel : viewModel.inSearch(isTyping: search.isTyping)
  }

  private func timelineViewModel() -> TimelineViewModel {
    let accounts = accountsResult.map(\.accounts) ?? []
    searchedAccounts.add(accounts)
    let content = TimelineRowBuilder.Content(
      rows: pager.window?.rows ?? [], query: matchedBy, accounts: accounts, soleAuthor: soleAuthor, unread: unreadRows)
    return TimelineViewModel(
      rows: rowBuilder.rows(of: content, services: services, session: session), selection: pager.selection,
      footer: footer, isSearchResult: search.matches != nil, spacing: rowBuilder.density.spacing)
  }

  /// The owner of an archive, in the tabs that contain only their posts and reposts. Not in searches, favourites and
  /// hashtags, which may contain posts of others further down.
  private var soleAuthor: Profile? {
    isShowingSearchResults || !ArchiveTab.authoredByOwner.contains(timeline.id) ? nil : profile
  }

  /// Updates the text below the last post without rebuilding the list.
  func showFooter() {
    guard view != nil, !tabs.isEmpty else { return }
    if isShowingPosts { view?.showFooter(footer) } else { render() }
  }

  private var footer: String {
    // While accounts are still being searched, the last match is unknown.
    guard accountsResult?.waiting.isEmpty != false else { return "" }
    return TimelineStatus.footer(
      for: pager, of: subject, isSearch: matchedBy != nil, server: searchedServer,
      failure: pager.edgeFailure.map(reason), keymap: services.keymap.value)
  }

  /// Rebuilds the list if the ages of its posts are older than a minute, or if the density was changed on another
  /// screen.
  func refreshAges() {
    if rowBuilder.isOutdated(services) { render() }
  }

  /// Matches of a search are not marked unread.
  private var unreadRows: [Int] {
    guard !isShowingSearchResults, let window = pager.window else { return [] }
    return unread.unread(of: timeline.id).rows(in: window)
  }

  var hasUnread: Bool {
    guard !tabs.isEmpty, !isShowingSearchResults, pager.isShowingPosts, let window = pager.window else { return false }
    return unread.hasUnread(timeline.id, in: window)
  }
}
