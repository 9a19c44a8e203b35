import Domain
import EmptyState
import PostCell
import TerminalKit

/// The commands available in each state of the timeline.
@MainActor
struct TimelineAvailableCommands {
  private let view: TimelineViewController
  private var presenter: any TimelinePresentation { view.presenter }

  init(_ view: TimelineViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if view.searchField != nil { return field }
    if let field = view.dateField { return dateEntry(field) }
    switch view.content {
    case .nothing, .loading: return [cancel] + writing + tabs + back + undo
    case .empty(let viewModel):
      return Array(
        joining: viewModel.actions.compactMap(availableCommand), notifications, newer, tag(isAlone: true), scope,
        savedSearchAction, reload, writing, kinds, tabs, destinations, back, undo)
    case .list:
      return Array(
        joining: noticeActions, matches, post, tag(), isLimited ? notifications : [], unread, movement, back, reload,
        isLimited ? [] : notifications, writing, search, savedSearch, tabs, appearance, date, destinations)
    }
  }

  private var capabilities: TimelineCapabilities { view.timelines.capabilities }

  /// The ways to newer posts if all posts here are hidden.
  private var newer: [AvailableCommand] {
    let newest = AvailableCommand(TimelineCommands.newest, title: "newest posts", hint: "newest posts") {
      view.goToBeginning()
    }
    let more = AvailableCommand(SourceCommands.continueSearch, title: "load newer posts", hint: "load newer posts") {
      presenter.continueSearch()
    }
    return (capabilities.canGoToNewest ? [newest] : []) + (capabilities.canLoadNewer ? [more] : [])
  }

  private var cancel: AvailableCommand {
    EmptyStateAction.cancel.availableCommand { presenter.cancelLoading() }
  }

  private var field: [AvailableCommand] {
    [
      AvailableCommand(TimelineCommands.submitSearch, hint: view.isShowingPosts ? "show" : nil) { view.submitSearch() },
      clearSearch,
    ] + completion + scope + searchHistory + (view.isShowingPosts ? movement : []) + tabChoices
  }

  private var completion: [AvailableCommand] {
    guard view.timelines.search?.canComplete == true else { return [] }
    return [AvailableCommand(TimelineCommands.completeSearch, hint: "complete") { [view] in view.completeSearch() }]
  }

  private var scope: [AvailableCommand] {
    guard let other = view.timelines.search?.otherScope else { return [] }
    let words = other == .allAccounts ? "all accounts" : "this account"
    // While reading matches, the scope is not in the hints.
    let isReading = view.searchField == nil && view.isShowingPosts
    return [
      AvailableCommand(TimelineCommands.searchScope, title: "search \(words)", hint: isReading ? nil : words) {
        presenter.switchSearchScope()
      }
    ]
  }

  /// Saves the search or timeline as a tab, or removes the tab.
  private var savedSearchAction: [AvailableCommand] {
    tabAction
      + (view.isShowingMatches
        ? [AvailableCommand(TimelineCommands.filterMatches) { presenter.filterMatches() }] : [])
  }

  private var tabAction: [AvailableCommand] {
    let saving = view.isShowingPosts ? "save" : nil
    let (title, hint): (String, String?)
    switch view.timelines.savedSearchAction {
    case .save: (title, hint) = ("save this search as a tab", saving)
    case .saveTimeline: (title, hint) = ("save this timeline as a tab", saving)
    case .remove: (title, hint) = ("remove this search", "remove")
    case .removeTimeline: (title, hint) = ("remove this tab", "remove")
    case nil: return []
    }
    return [AvailableCommand(TimelineCommands.saveSearch, title: title, hint: hint) { presenter.toggleSavedSearch() }]
  }

  /// Not among the first hints: a saved search is rarely removed.
  private var savedSearch: [AvailableCommand] {
    guard !view.isShowingMatches else { return [] }
    return savedSearchAction + (capabilities.searchedServer.map { [searchServer($0)] } ?? [])
  }

  /// Up recalls an earlier search only from the first match. Elsewhere it moves the selection.
  private var searchHistory: [AvailableCommand] {
    let isRecalled = view.timelines.search?.isRecalled == true
    let isAtTop = isRecalled || !view.isShowingMatches || view.selection == 0
    let earlier = AvailableCommand(TimelineCommands.earlierSearch) { [view] in view.recallEarlierSearch() }
    let later = AvailableCommand(TimelineCommands.laterSearch) { presenter.recallLaterSearch() }
    return (isAtTop ? [earlier] : []) + (isRecalled ? [later] : [])
  }

  private func dateEntry(_ field: TextField) -> [AvailableCommand] {
    [
      AvailableCommand(TimelineCommands.submitDate, hint: "go") { presenter.goToDate(field.text) },
      AvailableCommand(TimelineCommands.leaveDate, hint: "cancel") { view.endDateEntry() },
    ]
  }

  /// Without unread posts the key shows a notice, and the command is not listed.
  private var unread: [AvailableCommand] {
    let isAny = view.timelines.hasUnread
    let next = AvailableCommand(TimelineCommands.nextUnread, hint: isAny ? "unread" : nil, isListed: isAny) {
      presenter.showNextUnread()
    }
    return (isAny ? [next, AvailableCommand(TimelineCommands.markAllRead) { presenter.markAllRead() }] : [next])
      + undo
  }

  private var undo: [AvailableCommand] {
    presenter.undoTitle.map { action in
      [AvailableCommand(SourceCommands.undo, title: "undo: \(action)") { presenter.undo() }]
    } ?? []
  }

  private var back: [AvailableCommand] { [AvailableCommand(TimelineCommands.goBack) { presenter.goBack() }] }

  private var movement: [AvailableCommand] {
    CellList<TimelineRow>.availableCommands(moving: "post") { [view] in view.move($0) }
      + [AvailableCommand(TimelineCommands.newest) { view.goToBeginning() }]
      + (capabilities.canGoToOldest ? [AvailableCommand(TimelineCommands.oldest) { view.goToEnd() }] : [])
      + otherDeviceMark
  }

  private var post: [AvailableCommand] {
    switch view.selectedRow {
    case .post(let post): PostCommands.availableCommands(for: post, at: view.selection, presenter: presenter)
    case .gap: [AvailableCommand(TimelineCommands.fillGap, hint: "load") { presenter.openPost(at: view.selection) }]
    case nil: []
    }
  }

  private var search: [AvailableCommand] {
    capabilities.canSearch ? [AvailableCommand(SourceCommands.search, hint: "search") { presenter.beginSearch() }] : []
  }

  private var matches: [AvailableCommand] {
    guard view.isShowingMatches else { return [] }
    return [
      clearSearch
    ] + scope + savedSearchAction
      + (capabilities.searchedServer.map { [searchServer($0)] } ?? []) + [
        AvailableCommand(TimelineCommands.nextMatch) { presenter.showNextMatch() },
        AvailableCommand(TimelineCommands.previousMatch) { presenter.showPreviousMatch() },
      ]
  }

  private func searchServer(_ host: String) -> AvailableCommand {
    AvailableCommand(SourceCommands.searchServer, title: "search \(host)", hint: "search \(host)") {
      presenter.searchServer()
    }
  }

  private var clearSearch: AvailableCommand {
    AvailableCommand(SourceCommands.clearSearch, hint: "back") { presenter.clearSearch() }
  }

  private var reload: [AvailableCommand] {
    guard capabilities.canRefresh else { return [] }
    return [
      AvailableCommand(SourceCommands.refresh, hint: view.isShowingPosts ? "refresh" : nil) { presenter.refresh() }
    ]
  }

  private var tabs: [AvailableCommand] {
    guard view.timelines.tabs.count > 1 else { return tabChoices }
    return [
      AvailableCommand(SourceCommands.nextTimeline) { presenter.showNextTimeline() },
      AvailableCommand(TimelineCommands.previousTimeline) { presenter.showPreviousTimeline() },
    ] + tabChoices
  }

  private var tabChoices: [AvailableCommand] {
    let names = view.timelines.tabs.map(\.name) + view.timelines.others
    guard names.count > 1 else { return [] }
    return zip(TimelineCommands.timeline, names).enumerated().map { index, timeline in
      AvailableCommand(timeline.0, title: timeline.1) { presenter.showTimeline(at: index) }
    }
  }

  private var writing: [AvailableCommand] {
    capabilities.canWrite ? [AvailableCommand(PostActionCommands.compose) { presenter.compose() }] : []
  }

  /// - Parameter isAlone: Whether there are no posts, so that there is space to show the key.
  private func tag(isAlone: Bool = false) -> [AvailableCommand] {
    capabilities.tag.map { tag in
      let title = tag.isFollowed ? "unfollow #\(tag.name)" : "follow #\(tag.name)"
      let hint = isAlone ? tag.isFollowed ? "unfollow" : "follow" : nil
      return [AvailableCommand(ProfileActionCommands.followTag, title: title, hint: hint) { presenter.followTag() }]
    } ?? []
  }

  /// Whether only some notifications are shown. The key that shows the others is then among the first.
  private var isLimited: Bool { capabilities.notifications?.shown != nil }

  /// The empty view has a hint of its own.
  private var notifications: [AvailableCommand] {
    guard let notifications = capabilities.notifications else { return [] }
    let next = notifications.next
    return [
      AvailableCommand(
        SourceCommands.notificationGroup, title: next.map { "show only \($0.title)" } ?? "show all notifications",
        hint: view.isShowingPosts ? next?.hint ?? "all" : nil
      ) { presenter.showNextNotificationGroup() }
    ]
  }

  private var appearance: [AvailableCommand] {
    [AvailableCommand(TimelineCommands.density) { presenter.changeDensity() }] + hidden + kinds + order
  }

  private var kinds: [AvailableCommand] {
    guard let hidden = capabilities.hiddenKinds else { return [] }
    return EntryKind.allCases.map { kind in
      AvailableCommand(kind.command, title: "\(hidden.contains(kind) ? "show" : "hide") \(kind.title) here") {
        presenter.toggle(kind)
      }
    }
  }

  private var order: [AvailableCommand] {
    guard let order = capabilities.order else { return [] }
    let other = order == .newestFirst ? "oldest" : "newest"
    return [AvailableCommand(TimelineCommands.order, title: "\(other) posts first") { presenter.toggleOrder() }]
  }

  private var otherDeviceMark: [AvailableCommand] {
    guard capabilities.canGoToOtherDeviceMark else { return [] }
    return [AvailableCommand(TimelineCommands.otherDeviceMark) { presenter.showOtherDeviceMark() }]
  }

  private var hidden: [AvailableCommand] {
    guard let isShown = capabilities.showsHidden else { return [] }
    return [
      AvailableCommand(
        SourceCommands.showHidden, title: isShown ? "hide filtered posts again" : "show hidden posts"
      ) {
        presenter.toggleHidden()
      }
    ]
  }

  private var date: [AvailableCommand] {
    guard view.isShowingPosts, capabilities.canGoToDate else { return [] }
    return [AvailableCommand(TimelineCommands.date) { view.beginDateEntry() }]
  }

  /// The screens and tabs in the menu of `g`.
  private var destinations: [AvailableCommand] {
    let held = AvailableCommand(SourceCommands.heldNotifications) { presenter.showHeldNotifications() }
    let messages = capabilities.messagesIndex.map { index in
      [AvailableCommand(SourceCommands.messages) { presenter.showTimeline(at: index) }]
    }
    return onThisDay + (messages ?? []) + (capabilities.canHoldNotifications ? [held] : [])
  }

  private var onThisDay: [AvailableCommand] {
    guard capabilities.canShowAnniversaries else { return [] }
    return [AvailableCommand(TimelineCommands.onThisDay) { presenter.showOnThisDay() }]
  }

  private var noticeActions: [AvailableCommand] {
    view.noticeActions.filter { $0 != .retry }.compactMap(availableCommand)
  }

  /// nil for actions that the app offers itself.
  private func availableCommand(of action: EmptyStateAction) -> AvailableCommand? {
    switch action {
    case .retry, .refresh: action.availableCommand { presenter.refresh() }
    case .cancel: cancel
    case .stopReading: action.availableCommand { presenter.stopReading() }
    case .signInAgain: action.availableCommand { presenter.signInAgain() }
    case .search, .findPeople: action.availableCommand { presenter.beginSearch() }
    case .clearSearch: action.availableCommand { presenter.clearSearch() }
    case .searchServer: action.availableCommand { presenter.searchServer() }
    case .nextTimeline: action.availableCommand { presenter.showNextTimeline() }
    case .showHidden: action.availableCommand { presenter.toggleHidden() }
    case .show(let kind): action.availableCommand { presenter.toggle(kind) }
    case .continueSearch: action.availableCommand { presenter.continueSearch() }
    case .showAllNotifications: action.availableCommand { presenter.showAllNotifications() }
    case .nextNotificationGroup: action.availableCommand { presenter.showNextNotificationGroup() }
    case .signIn, .openDemo, .showAll, .create, .suggestions, .trends, .openInBrowser, .switchAccount, .back, .quit: nil
    }
  }
}
