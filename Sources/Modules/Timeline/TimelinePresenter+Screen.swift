import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TimelineCore

// MARK: - What stands on the screen

extension TimelinePresenter {
  func render() {
    guard let view, !tabs.isEmpty else { return }
    showHeader()
    contentSwitch.show(screenContent, on: view) { view.showTimeline($0) }
    showStatus()
    updateNotice()
    selectionDidChange()
  }

  /// The one place that decides which of list, empty view and loading stands.
  private var screenContent: ScreenContent<TimelineViewModel> {
    if isSearchFieldOnly { return .empty(TimelineStatus.anotherSearch(isTyping: search.isTyping)) }
    if let reason = emptyReason { return .empty(emptyViewModel(reason)) }
    if pager.isShowingPosts { return .content(timelineViewModel()) }
    return .loading(loading.isSlow ? emptyViewModel(loadingReason) : nil)
  }

  /// Whether something else is looked for in a saved search that lists nothing, and is not found yet: why that one lists
  /// nothing is no answer to it.
  private var isSearchFieldOnly: Bool {
    guard !tabs.isEmpty, savedTab != nil, search.isOpen, search.result == nil, !isShowingPosts else { return false }
    // That what is looked for was not answered stands there as well.
    if case .failed = pager.content { return false }
    return true
  }

  /// Says which post or notification the user has come to, where that is another one.
  /// - Parameter isNew: whether whoever was told is somebody else now.
  func selectionDidChange(isNew: Bool = false) {
    // Behind another screen nobody selects anything; it is told when this one comes back.
    guard isInFront else { return }
    let post = isShowingPosts ? pager.selectedPost.flatMap { isFromRemovedAccount($0) ? nil : $0 } : nil
    let selection = ReportedSelection(post: post?.ref, query: matchedBy)
    guard isNew || reportedSelection != selection else { return }
    reportedSelection = selection
    if let post, let other = other(of: post) { return other.select(post, matchedBy) }
    router.didSelect(post, as: profile, matchedBy: matchedBy)
  }

  /// What was looked for, where what stands was found by a search.
  var matchedBy: SearchQuery? {
    if search.matches != nil { return search.query }
    return tabs.isEmpty ? nil : savedTab.flatMap { try? $0.query() }
  }

  /// Why there is nothing to list; nil where there is, or where that is not known yet.
  private var emptyReason: EmptyReason? {
    if case .meaningless(let error)? = search.result { return .meaninglessSearch(words: search.text, error) }
    do throws(SearchQueryError) {
      _ = try savedTab?.query()
    } catch {
      return .meaninglessSearch(words: savedTab?.text ?? "", error)
    }
    switch pager.content {
    case .loading, .posts: return nil
    case .cancelled: return .loadingCancelled(wanted)
    case .failed(let failure): return reason(for: failure)
    case .empty:
      guard let query = matchedBy else { return reasonForNone }
      let count = search.matches == nil ? savedTab?.count : search.count
      return .noMatches(
        words: query.text, searched: count?.searched ?? 0,
        // Which timelines other accounts have, or a file that is still being read, nobody knows here.
        widenings: isOfAll || tabs.isGrowing ? query.widenings : query.widenings(among: tabs.source),
        unanswered: answer?.failures ?? [])
    }
  }

  /// Nothing is there, or nothing of it is shown.
  private var reasonForNone: EmptyReason {
    let (counts, hasMore) = (pager.hiddenCounts, pager.hasMoreBehindHidden)
    guard counts.count > 0 || hasMore else { return EmptyReason(empty: timeline.id, wanted) }
    if let failure = pager.edgeFailure, counts.count == 0 { return reason(for: failure) }
    return .allHidden(wanted, counts, further: pager.isFetching ? .loading : hasMore ? .available : .none)
  }

  private var loadingReason: EmptyReason { .loading(wanted, listener.progress, seconds: loading.seconds) }

  var isShowingPosts: Bool { emptyReason == nil && pager.isShowingPosts }

  func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }

  var wanted: EmptyReason.Wanted {
    .init(owner: profile.label, thing: timeline.title, origin: dependencies.account.origin)
  }

  func showHeader() {
    view?.showHeader(
      TimelineHeader(
        tabs: tabs.all.map {
          .init(name: $0.timeline.title, unreadCount: unread.unread(of: $0.timeline.id).count ?? 0)
        },
        selectedTab: tabs.selected, account: profile.nameAndLabel, label: profile.label,
        others: tabs.others.map(\.title), accountUnread: unread.accountTotal, hasUnread: hasUnread,
        takenBackNext: takenBackNext,
        search: searchTab, keeping: keeping,
        abilities: abilities))
  }

  var abilities: TimelineCapabilities {
    let can = dependencies.capabilities
    return TimelineCapabilities(
      // What failed can be tried again in any case.
      canRefresh: can.canRefresh || tabs.isEmpty || pager.lastFailure != nil, canSearch: can.canSearch,
      // Where several accounts are looked through, nobody knows what is the oldest before all has been seen.
      canGoToOldest: can.jumps.contains(.oldest) && !isOfAll, canGoToDate: can.jumps.contains(.date) && !isOfAll,
      tag: tag,
      searchedServer: searchedServer, canWrite: dependencies.canWrite,
      showsHidden: tabs.isEmpty || isShowingSearchResults
        ? nil : pager.showsHidden ? true : pager.hiddenCounts.count > 0 ? false : nil)
  }

  private var isOfAll: Bool { !tabs.isEmpty && answer != nil }

  private var tag: TimelineCapabilities.Tag? {
    let actor = dependencies.actor
    guard !tabs.isEmpty, case .tag(let name) = timeline.id, actor.kinds.contains(.followTag), search.matches == nil
    else { return nil }
    return .init(name: name, isFollowed: actor.ties.isFollowed(tag: name) ?? false)
  }

  func showStatus() {
    // What stands was found for something else than is being typed.
    let isAside = search.hint(now: now) != nil
    let count = search.matches == nil ? unread.unread(of: timeline.id).count ?? 0 : 0
    let status = TimelineStatus.text(for: pager, of: search, unread: count)
    // Beside a list it has no header of its own.
    let name = dependencies.isSingle && search.matches == nil ? [timeline.title] : []
    view?.showStatus(isAside ? "" : (name + [status]).filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// What goes on while posts are shown.
  func updateNotice() {
    if let notice = currentNotice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  private var currentNotice: NoticeViewModel? {
    if isSearchFieldOnly { return searchNotice }
    if let removedTimeline, !search.isOpen { return TimelineStatus.noticeOfRemoval(removedTimeline) }
    // The beginning of a name finds nobody.
    guard isShowingPosts else { return completionNotice }
    if let notice = searchNotice { return notice }
    if let notice = accountsNotice { return notice }
    if loading.isSlow {
      return TimelineStatus.notice(
        asking: wanted, listener.progress, seconds: loading.seconds, beforeOldest: pager.isGoingToOldest)
    }
    if listener.isSlow, let progress = listener.progress {
      return TimelineStatus.notice(reading: wanted, progress, offering: .stopReading)
    }
    if let failure = pager.failure {
      return TimelineStatus.notice(for: reason(for: failure), loadedAt: pager.loadedAt, now: now)
    }
    if pager.completionDate != nil { return TimelineStatus.noticeOfRegeneration(of: wanted) }
    return connectionNotice
  }

  /// That news do not come by themselves.
  private var connectionNotice: NoticeViewModel? {
    switch listener.connection {
    case .lost(let host): TimelineStatus.noticeOfLostConnection(to: host, loadedAt: pager.loadedAt, now: now)
    case .ended(let error):
      TimelineStatus.notice(for: reason(for: LoadFailure(error, at: now)), loadedAt: pager.loadedAt, now: now)
    case .connected, nil: nil
    }
  }

  private func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .logIn, .clearSearch, .search, .switchAccount, .quit, .nextTimeline,
    ]
    if case .allHidden(_, let counts, let further) = reason {
      if counts.count > 0 { offered.insert(.showHidden) }
      if further == .available { offered.insert(.continueSearch) }
    }
    if tabs.all.count == 1 || search.isOpen { offered.remove(.nextTimeline) }
    if !search.isOpen { offered.remove(.clearSearch) }
    if searchedServer != nil { offered.insert(.searchServer) }
    // What failed can be tried again; what is merely empty only where the source may have something else to say.
    if reason.isEmptyTimeline, !dependencies.capabilities.canRefresh { offered.remove(.retry) }
    let viewModel = EmptyStateViewModel(reason, offered: offered)
    return search.result == nil ? viewModel : viewModel.inSearch(isTyping: search.isTyping)
  }

  private func timelineViewModel() -> TimelineViewModel {
    (agesShownAt, densityShown) = (now, dependencies.density.value)
    let keys = PostCellViewModel.KeyNames(dependencies.keymap.value)
    let query = matchedBy
    let accounts = answer.map(\.accounts) ?? []
    for account in accounts { knownAccounts[account.id] = account }
    let names = accounts.count > 1 ? accounts.distinctNames : [:]
    let held = pager.window?.rows ?? []
    let isAllOwn = accounts.count <= 1 && isAllByOwner(held)
    var rows = held.map { row -> TimelineRow in
      switch row {
      case .post(let post):
        .post(cell(of: post, query, keys, isAllOwn: isAllOwn, foundIn: post.ref.account.flatMap { names[$0] }))
      case .gap(let gap): .gap(TimelineStatus.words(for: gap), id: gap.cursor.rawValue)
      }
    }
    madeCells.end()
    for index in unreadRows { rows[index].isUnread = true }
    for (index, heading) in headings(of: held) { rows[index].heading = heading }
    return TimelineViewModel(
      rows: rows, selection: pager.selection, footer: footer, isSearchResult: search.matches != nil,
      spacing: densityShown.spacing)
  }

  /// What stands below the last post has changed, and nothing else.
  func showFooter() {
    guard view != nil, !tabs.isEmpty else { return }
    if isShowingPosts { view?.showFooter(footer) } else { render() }
  }

  private var footer: String {
    // As long as somebody is looking, nobody knows what stands last.
    guard answer?.waiting.isEmpty != false else { return "" }
    return TimelineStatus.footer(
      for: pager, of: wanted, isSearch: matchedBy != nil, server: searchedServer,
      failure: pager.edgeFailure.map(reason), keymap: dependencies.keymap.value)
  }

  private func cell(
    of post: Post, _ query: SearchQuery?, _ keys: PostCellViewModel.KeyNames, isAllOwn: Bool, foundIn: String?
  ) -> PostCellViewModel {
    let (now, time) = (agesShownAt ?? now, dependencies.time.value)
    let origin = CellViewModelCache.Origin(
      post: post, age: post.shownDate.map { time.words(for: $0, at: now) } ?? "", answered: author(answeredBy: post),
      query: query, isRevealed: dependencies.revealed.contains(post), keys: keys, density: densityShown,
      isAllOwn: isAllOwn, foundIn: foundIn)
    return madeCells.cell(of: origin) {
      var cell = PostCellViewModel(
        post, now: now, answered: origin.answered, query: query, isRevealed: origin.isRevealed, keys: keys, time: time,
        density: densityShown)
      if let foundIn {
        cell.foundIn = foundIn
        // Two accounts may have the same post.
        cell.id += "\u{0}\(foundIn)"
      }
      return isAllOwn && post.repost == nil ? cell.withoutAuthor(writtenAt: post.shownDate) : cell
    }
  }

  /// Whether the posts are shown without their author: the source says that the timeline holds only what its owner wrote
  /// or reposted, as an archive does, and what is loaded is so. What was found, marked or tagged may be by others below.
  private func isAllByOwner(_ rows: [TimelineWindow.Row]) -> Bool {
    guard !isShowingSearchResults, ArchiveTab.ownersAlone.contains(timeline.id), !profile.handle.isEmpty,
      pager.window != nil
    else { return false }
    return rows.allSatisfy { row in
      guard case .post(let post) = row else { return true }
      return post.repost != nil || post.author?.handle == profile.handle
    }
  }

  /// The rows with which another day or month begins than that of the row above.
  private func headings(of rows: [TimelineWindow.Row]) -> [(row: Int, heading: String)] {
    var above: String?
    return rows.enumerated().compactMap { index, row in
      guard let date = row.post?.shownDate else { return nil }
      let period = LocalTime.period(of: date, at: now)
      defer { above = period }
      return above == nil || above == period ? nil : (index, period)
    }
  }

  /// Ages grow old while a person reads: once a minute they are counted anew. On another screen posts may have been given
  /// another look.
  func renewLook() {
    guard let agesShownAt else { return }
    if now.timeIntervalSince(agesShownAt) >= 60 || densityShown != dependencies.density.value { render() }
  }

  /// Whom a post answers, where the screens of the account hold the post that it answers.
  private func author(answeredBy post: Post) -> Profile? {
    post.replyTo.flatMap { dependencies.cache[PostRef(account: post.ref.account, id: $0)]?.author }
  }

  /// What a search has found is not read as a timeline is: nothing of it is marked.
  private var unreadRows: [Int] {
    guard !isShowingSearchResults, let window = pager.window else { return [] }
    return unread.unread(of: timeline.id).rows(in: window)
  }

  var hasUnread: Bool {
    guard !tabs.isEmpty, !isShowingSearchResults, pager.isShowingPosts, let window = pager.window else { return false }
    return unread.hasUnread(timeline.id, in: window)
  }
}
