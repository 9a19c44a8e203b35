import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TimelineCore

/// The view models of the timeline screen in its current state: the list or the empty view, and the text around them.
@MainActor
final class TimelineScreen {
  private let timelines: AccountTimelines
  private let loader: TimelineLoader
  private let readState: TimelineReadState
  private let search: TimelineSearch
  private let optionsState: TimelineOptionsState
  private let dependencies: TimelineDependencies
  private let services: AppServices
  private let session: AccountSession
  private var rowBuilder = TimelineRowBuilder()

  init(
    _ timelines: AccountTimelines, _ loader: TimelineLoader, _ readState: TimelineReadState, _ search: TimelineSearch,
    _ optionsState: TimelineOptionsState, _ dependencies: TimelineDependencies, _ services: AppServices,
    _ session: AccountSession
  ) {
    (self.timelines, self.loader, self.readState, self.search) = (timelines, loader, readState, search)
    self.optionsState = optionsState
    (self.dependencies, self.services, self.session) = (dependencies, services, session)
  }

  private var pager: TimelinePager { timelines.pager }
  private var tabs: TimelineTabs { timelines.tabs }
  private var selected: ListedTimeline { timelines.selected }
  private var loading: LoadTask { timelines.loading }
  private var now: Date { services.clock.now }
}

// MARK: - Content

extension TimelineScreen {
  func emptyViewModel(_ reason: EmptyReason) -> EmptyStateViewModel {
    let field = timelines.search
    // A single timeline lies on another screen.
    var offered: Set<EmptyStateAction> = [
      .retry, .cancel, .signInAgain, .clearSearch, .search, .switchAccount, .nextTimeline,
      dependencies.isSingle ? .back : .quit,
    ]
    if case .allHidden(_, let counts, let olderPosts) = reason {
      if counts.filteredCount > 0 { offered.insert(.showHidden) }
      offered.formUnion(counts.kinds.map(EmptyStateAction.show))
      if olderPosts == .available { offered.insert(.continueSearch) }
    }
    if case .noneOfGroup(_, _, _, let olderPosts) = reason {
      offered.formUnion([.showAllNotifications, .nextNotificationGroup])
      if olderPosts == .available { offered.insert(.continueSearch) }
    }
    if tabs.all.count == 1 || field.isOpen { offered.remove(.nextTimeline) }
    if !field.isOpen { offered.remove(.clearSearch) }
    if search.searchedServer != nil { offered.insert(.searchServer) }
    if search.canFindPeople { offered.insert(.findPeople) }
    let features = session.features?.features ?? []
    if features.contains(.suggestions) { offered.insert(.suggestions) }
    if features.contains(.trends) { offered.insert(.trends) }
    // After a failure the request can always be repeated. An empty timeline can only be reloaded if the source may have
    // changed.
    if reason.isEmptyTimeline, !session.capabilities.canRefresh { offered.remove(.retry) }
    var viewModel = EmptyStateViewModel(reason, offered: offered)
    if case .allHidden(_, let counts, _) = reason, counts.count > 0, timelines.isEmptyBelowNewest {
      let sentence = TimelineStatus.sentenceOfNewer(keymap: services.keymap.value)
      viewModel.sentences.insert(sentence, at: min(1, viewModel.sentences.count))
    }
    return field.result == nil && !field.isOpen ? viewModel : viewModel.inSearch(isTyping: field.isTyping)
  }

  func list() -> TimelineViewModel {
    let accounts = timelines.accountsResult?.accounts ?? []
    timelines.accounts.add(accounts)
    let isOldestFirst = timelines.options.order == .oldestFirst
    let content = TimelineRowBuilder.Content(
      rows: pager.window?.rows ?? [], rowMapping: timelines.rowMapping,
      // Older posts are loaded above the first row.
      firstHeading: isOldestFirst ? footer : "", query: timelines.query, accounts: accounts,
      marksAccounts: dependencies.merged != nil, soleAuthor: soleAuthor, unread: readState.unreadRows)
    var rows = rowBuilder.rows(of: content, services: services, session: session)
    if let heldText, !rows.isEmpty { rows[0].heading = heldText }
    return TimelineViewModel(
      rows: rows, selection: timelines.rowMapping.listRow(of: pager.selection), footer: isOldestFirst ? "" : footer,
      isSearchResult: timelines.search.matches != nil, isOldestFirst: isOldestFirst, spacing: rowBuilder.density.spacing
    )
  }

  /// The line about held notifications above the others; nil if the server holds back none.
  private var heldText: String? {
    guard timelines.isShowingNotifications, let held = session.heldNotifications.visible, !held.requests.isEmpty else {
      return nil
    }
    return TimelineStatus.text(for: held, keymap: services.keymap.value)
  }

  /// The owner of an archive, in the tabs that contain only their posts and reposts. Not in searches, favourites and
  /// hashtags, which may contain posts of others further down.
  private var soleAuthor: Profile? {
    timelines.isShowingSearchResults || !ArchiveTab.authoredByOwner.contains(selected.id) ? nil : timelines.profile
  }

  /// Whether the ages in the list are older than a minute, or the density was changed on another screen.
  var isListOutdated: Bool { rowBuilder.isOutdated(services) }
}

// MARK: - Text around the content

extension TimelineScreen {
  var header: TimelineHeader {
    TimelineHeader(
      tabs: tabs.all.map(\.timeline).map { timeline in
        .init(
          name: timeline.title, shortName: timeline.id.shortTitle,
          isPersonal: timeline.id == .notifications || timeline.id == .conversations,
          unreadCount: readState.count(of: timeline.id) ?? 0)
      },
      selectedTab: tabs.selected, account: timelines.profile.nameAndLabel, label: timelines.profile.label,
      others: tabs.others.map(\.title), accountUnread: readState.unread.accountTotal, hasUnread: readState.hasUnread,
      search: search.header, savedSearchAction: search.saveAction, capabilities: capabilities)
  }

  private var capabilities: TimelineCapabilities {
    let can = session.capabilities
    let isEmptyBelowNewest = timelines.isEmptyBelowNewest
    return TimelineCapabilities(
      // After a failure the request can always be repeated.
      canRefresh: can.canRefresh || tabs.isEmpty || pager.lastFailure != nil, canSearch: can.canSearch,
      // The oldest match of several accounts is unknown until all pages are loaded.
      canGoToOldest: can.jumps.contains(.oldest) && !isOfAllAccounts,
      canGoToDate: can.jumps.contains(.date) && !isOfAllAccounts,
      tag: tag,
      searchedServer: search.searchedServer, canWrite: session.canWrite,
      showsHidden: tabs.isEmpty || timelines.isShowingSearchResults
        ? nil : pager.showsHidden ? true : pager.hiddenCounts.filteredCount > 0 ? false : nil,
      hiddenKinds: optionsState.hiddenKinds, order: optionsState.order,
      canGoToOtherDeviceMark: optionsState.markAhead != nil,
      notifications: timelines.isShowingNotifications
        ? .init(shown: notificationGroup, next: timelines.notificationGroup.next) : nil,
      canHoldNotifications: session.heldNotifications.visible != nil,
      messagesIndex: (tabs.all.map(\.timeline) + tabs.others).firstIndex { $0.id == .conversations },
      canGoToNewest: isEmptyBelowNewest, canLoadNewer: isEmptyBelowNewest && pager.window?.older == nil,
      canShowAnniversaries: search.canShowAnniversaries)
  }

  /// The group to which the notifications on screen are limited; nil also for other timelines.
  var notificationGroup: NotificationGroup? {
    timelines.isShowingNotifications ? timelines.notificationGroup : nil
  }

  private var isOfAllAccounts: Bool { !tabs.isEmpty && timelines.accountsResult != nil }

  /// The hashtag that the user can follow or unfollow here.
  var tag: TimelineCapabilities.Tag? {
    let actor = session.actions
    guard !tabs.isEmpty, case .tag(let name) = selected.id, actor.kinds.contains(.followTag),
      timelines.search.matches == nil, TagCombination(name)?.isCombined != true
    else { return nil }
    return .init(name: name, isFollowed: actor.relationships.isFollowed(tag: name) ?? false)
  }

  var status: String {
    let field = timelines.search
    // The posts on screen may not belong to the text in the field.
    let isCurrent = field.matches == nil || !field.isTyping || field.isResultCurrent(now: now)
    guard field.hint(now: now) == nil, isCurrent else { return "" }
    let status = TimelineStatus.text(
      for: pager, timelines.rowMapping, of: field, unread: unreadState, notificationGroup, timelines.options,
      keymap: services.keymap.value)
    return (connectionStates + [actingAccount ?? "", status]).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The account that acts on the selected entry, in a list of several accounts: “as @grace”; nil elsewhere.
  private var actingAccount: String? {
    guard let account = pager.window?[pager.selection]?.ref.account else { return nil }
    return timelines.accountsResult?.accounts.distinctNames[account].map { "as \($0)" }
  }

  /// “offline”, “reconnecting”, “2 waiting · D”: what the user should know at all times, so it is not in a notice.
  private var connectionStates: [String] {
    let isOffline = pager.lastFailure?.error.isOffline == true
    let connection = isOffline ? ["offline"] : isReconnecting ? ["reconnecting"] : []
    let unsent = session.unsent.total
    guard unsent > 0 else { return connection }
    let key = services.keymap.value.label(of: PostActionCommands.outbox).map { [$0] } ?? []
    return connection + ["\(LoadingProgress.grouped(unsent)) waiting"] + key
  }

  /// Whether live updates were lost. They are resumed automatically.
  private var isReconnecting: Bool {
    if case .lost = timelines.sourceObserver.connection { true } else { false }
  }

  private var unreadState: TimelineStatus.UnreadState {
    guard timelines.search.matches == nil, pager.isShowingPosts else { return .unknown }
    let count = readState.count(of: selected.id) ?? 0
    guard count == 0 else { return readState.isUnreadOnlyAbove ? .newAbove(count) : .unread(count) }
    return isUpToDate && notificationGroup == nil && pager.selection <= timelines.rowMapping.newest
      && pager.window?.newer == nil
      && !readState.hasUnread && !readState.awaitsMark
      ? .caughtUp : .unknown
  }

  /// Whether the timeline has all entries that its source has, as far as is known. Never for files and archives.
  private var isUpToDate: Bool {
    guard session.capabilities.canRefresh, !timelines.isShowingSearchResults, !timelines.search.isOpen,
      !loading.isRunning, pager.failure == nil, pager.lastFailure == nil, pager.completionDate == nil,
      !pager.isUnfinished, pager.window?.isTruncated != true, !readState.isBehind
    else { return false }
    return switch (session.account.origin, timelines.sourceObserver.connection) {
    case (.files, _), (.imported, _), (_, .lost), (_, .paused), (_, .ended): false
    case (.server, .connected) where selected.id.isLive: true
    case (.server, _), (.demo, _): !pager.isOld(after: session.capabilities.maxAge)
    }
  }

  /// The text below the last post.
  var footer: String {
    // While accounts are still being searched, the last match is unknown.
    guard timelines.accountsResult?.waiting.isEmpty != false else { return "" }
    return TimelineStatus.footer(
      for: pager, of: timelines.subject, isSearch: timelines.query != nil, server: search.searchedServer,
      failure: pager.edgeFailure.map(reason), keymap: services.keymap.value)
  }

  /// The notice above the posts; nil if there is none.
  var notice: NoticeViewModel? {
    if search.isFieldOnly { return search.notice }
    if let removed = loader.removedTimeline, !timelines.search.isOpen {
      return TimelineStatus.noticeOfRemoval(removed)
    }
    // An incomplete name has no matches. Only its completions are shown.
    guard timelines.isShowingPosts else { return search.completionNotice ?? heldNotice }
    return search.notice ?? accountsNotice ?? loadingNotice
      ?? failureNotice ?? optionsState.notice
  }

  /// The notice about accounts that have not responded, in a search or a timeline of several.
  private var accountsNotice: NoticeViewModel? {
    timelines.accountsResult.flatMap { TimelineStatus.notice(of: $0, isSearch: timelines.query != nil) }
  }

  /// The notice of what the server holds back while there are no notifications to show it above.
  private var heldNotice: NoticeViewModel? { heldText.map { NoticeViewModel(text: "\($0).", isPersistent: true) } }

  /// The notice that a page is being loaded or a file read, if that takes long.
  private var loadingNotice: NoticeViewModel? {
    let observer = timelines.sourceObserver
    if loading.isSlow {
      return TimelineStatus.notice(
        loading: timelines.subject, observer.progress, seconds: loading.seconds, beforeOldest: pager.isGoingToOldest)
    }
    guard observer.isSlow, let progress = observer.progress else { return nil }
    return TimelineStatus.notice(reading: timelines.subject, progress, offering: .stopReading)
  }

  /// The notice that the posts are not up to date.
  private var failureNotice: NoticeViewModel? {
    if let failure = pager.failure { return notice(of: failure) }
    if pager.completionDate != nil { return TimelineStatus.noticeOfRegeneration(of: timelines.subject) }
    switch timelines.sourceObserver.connection {
    case .lost(let host):
      return TimelineStatus.noticeOfLostConnection(to: host, loadedAt: pager.loadedAt, now: now)
    case .paused(let error), .ended(let error): return notice(of: LoadFailure(error, at: now))
    case .connected, nil: return nil
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, timelines.subject, lastTry: failure.date, now: now)
  }

  private func notice(of failure: LoadFailure) -> NoticeViewModel {
    TimelineStatus.notice(for: reason(for: failure), loadedAt: pager.loadedAt, now: now)
  }
}

extension TimelineID {
  /// Whether new entries arrive while the source is connected.
  fileprivate var isLive: Bool {
    switch self {
    case .home, .notifications, .merged: true
    default: false
    }
  }

  /// The title on narrow screens; nil if it is not shortened.
  fileprivate var shortTitle: String? {
    switch self {
    case .notifications: "Notif"
    case .conversations: "Msgs"
    case .federated: "Fed"
    case .favourites: "Favs"
    case .bookmarks: "Saved"
    default: nil
    }
  }
}
