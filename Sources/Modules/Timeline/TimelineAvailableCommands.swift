import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the timeline.
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
    case .nothing, .loading: return [cancelling] + writing + accounts + tabs + back + takingBack
    case .empty(let viewModel):
      return viewModel.actions.compactMap(availableCommand) + tag(isAlone: true) + scope + keeping + reload + writing
        + accounts + tabs + back
        + takingBack
    case .list:
      return Array(
        joining: noticeActions, matches, post, tag(), unread, movement, back, reload, writing, search, savedSearch,
        tabs,
        look, accounts)
    }
  }

  private var abilities: TimelineCapabilities { view.timelines.abilities }

  private var cancelling: AvailableCommand {
    EmptyStateAction.cancel.offer { presenter.cancelLoading() }
  }

  private var field: [AvailableCommand] {
    [
      AvailableCommand(TimelineCommands.submitSearch, hint: view.isShowingPosts ? "read" : nil) { view.submitSearch() },
      leavingSearch,
    ] + completing + scope + recalling + (view.isShowingPosts ? movement : []) + tabChoices
  }

  private var completing: [AvailableCommand] {
    guard view.timelines.search?.canComplete == true else { return [] }
    return [AvailableCommand(TimelineCommands.completeSearch, hint: "complete") { [view] in view.completeSearch() }]
  }

  private var scope: [AvailableCommand] {
    guard let other = view.timelines.search?.otherScope else { return [] }
    let words = other == .allAccounts ? "all accounts" : "this account"
    // Who reads what was found has chosen where to look.
    let isReading = view.searchField == nil && view.isShowingPosts
    return [
      AvailableCommand(TimelineCommands.searchScope, title: "search \(words)", hint: isReading ? nil : words) {
        presenter.switchSearchScope()
      }
    ]
  }

  /// What becomes of the search that stands, or of the tab.
  private var keeping: [AvailableCommand] {
    switch view.timelines.keeping {
    case .keep:
      [
        AvailableCommand(
          TimelineCommands.keepSearch, title: "keep this search as a tab", hint: view.isShowingPosts ? "keep" : nil
        ) { presenter.keepSearch() }
      ]
    case .forget:
      [
        AvailableCommand(TimelineCommands.keepSearch, title: "forget this search", hint: "forget") {
          presenter.keepSearch()
        }
      ]
    case nil: []
    }
  }

  /// A tab of its own is left as it is most of the time.
  private var savedSearch: [AvailableCommand] {
    guard !view.isShowingMatches else { return [] }
    return keeping + (abilities.searchedServer.map { [searchingServer($0)] } ?? [])
  }

  /// Above the first match stand the searches before this one.
  private var recalling: [AvailableCommand] {
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

  /// Where nothing is unread the key says so, and nothing speaks of it.
  private var unread: [AvailableCommand] {
    let isAny = view.timelines.hasUnread
    let next = AvailableCommand(TimelineCommands.nextUnread, hint: isAny ? "unread" : nil, isListed: isAny) {
      presenter.showNextUnread()
    }
    return (isAny ? [next, AvailableCommand(TimelineCommands.markAllRead) { presenter.markAllRead() }] : [next])
      + takingBack
  }

  private var takingBack: [AvailableCommand] {
    view.timelines.takenBackNext.map { action in
      [AvailableCommand(SourceCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var back: [AvailableCommand] { [AvailableCommand(TimelineCommands.goBack) { presenter.goBack() }] }

  private var movement: [AvailableCommand] {
    CellList<TimelineRow>.availableCommands(moving: "post") { [view] in view.move($0) }
      + [AvailableCommand(TimelineCommands.newest) { view.goToBeginning() }]
      + (abilities.canGoToOldest ? [AvailableCommand(TimelineCommands.oldest) { view.goToEnd() }] : [])
  }

  private var post: [AvailableCommand] {
    switch view.selectedRow {
    case .post(let post): PostCommands.availableCommands(for: post, at: view.selection, presenter: presenter)
    case .gap: [AvailableCommand(TimelineCommands.fillGap, hint: "load") { presenter.openPost(at: view.selection) }]
    case nil: []
    }
  }

  private var search: [AvailableCommand] {
    abilities.canSearch ? [AvailableCommand(SourceCommands.search, hint: "search") { presenter.beginSearch() }] : []
  }

  private var matches: [AvailableCommand] {
    guard view.isShowingMatches else { return [] }
    return [
      leavingSearch
    ] + scope + keeping
      + (abilities.searchedServer.map { [searchingServer($0)] } ?? []) + [
        AvailableCommand(TimelineCommands.nextMatch) { presenter.showNextMatch() },
        AvailableCommand(TimelineCommands.previousMatch) { presenter.showPreviousMatch() },
      ]
  }

  private func searchingServer(_ host: String) -> AvailableCommand {
    AvailableCommand(SourceCommands.searchServer, title: "search at \(host)", hint: "ask \(host)") {
      presenter.searchServer()
    }
  }

  private var leavingSearch: AvailableCommand {
    AvailableCommand(SourceCommands.clearSearch, hint: "back") { presenter.clearSearch() }
  }

  private var reload: [AvailableCommand] {
    guard abilities.canRefresh else { return [] }
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
    abilities.canWrite ? [AvailableCommand(PostActionCommands.compose) { presenter.compose() }] : []
  }

  /// - Parameter isAlone: whether there are no posts, and the key is named.
  private func tag(isAlone: Bool = false) -> [AvailableCommand] {
    abilities.tag.map { tag in
      let title = tag.isFollowed ? "no longer follow #\(tag.name)" : "follow #\(tag.name)"
      let hint = isAlone ? tag.isFollowed ? "unfollow" : "follow" : nil
      return [AvailableCommand(ProfileActionCommands.followTag, title: title, hint: hint) { presenter.followTag() }]
    } ?? []
  }

  private var look: [AvailableCommand] {
    [AvailableCommand(TimelineCommands.density) { presenter.changeDensity() }] + hidden
  }

  private var hidden: [AvailableCommand] {
    guard let isShown = abilities.showsHidden else { return [] }
    return [
      AvailableCommand(
        SourceCommands.showHidden, title: isShown ? "hide what filters hide again" : "show what is hidden"
      ) {
        presenter.toggleHidden()
      }
    ]
  }

  private var accounts: [AvailableCommand] {
    let date = AvailableCommand(TimelineCommands.date) { view.beginDateEntry() }
    return (view.isShowingPosts && abilities.canGoToDate ? [date] : []) + [
      AvailableCommand(SourceCommands.switchAccount) { presenter.switchAccount() },
      AvailableCommand(SourceCommands.nextAccount) { presenter.showNextAccount() },
      AvailableCommand(SourceCommands.previousAccount) { presenter.showPreviousAccount() },
    ]
  }

  private var noticeActions: [AvailableCommand] {
    view.noticeActions.filter { $0 != .retry }.compactMap(availableCommand)
  }

  /// nil where the program offers it.
  private func availableCommand(of action: EmptyStateAction) -> AvailableCommand? {
    switch action {
    case .retry: action.offer { presenter.refresh() }
    case .cancel: cancelling
    case .stopReading: action.offer { presenter.stopReading() }
    case .logIn: action.offer { presenter.logIn() }
    case .search: action.offer { presenter.beginSearch() }
    case .clearSearch: action.offer { presenter.clearSearch() }
    case .searchServer: action.offer { presenter.searchServer() }
    case .nextTimeline: action.offer { presenter.showNextTimeline() }
    case .showHidden: action.offer { presenter.toggleHidden() }
    case .continueSearch: action.offer { presenter.continueSearch() }
    case .signIn, .openDemo, .showAll, .switchAccount, .back, .quit: nil
    }
  }
}
