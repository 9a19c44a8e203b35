import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the timeline.
@MainActor
struct TimelineOffers {
  private let view: TimelineViewController
  private var presenter: any TimelinePresentation { view.presenter }

  init(_ view: TimelineViewController) {
    self.view = view
  }

  var all: [Offer] {
    if view.searchField != nil { return field }
    if let field = view.dateField { return dateEntry(field) }
    switch view.content {
    case .nothing, .loading: return [cancelling] + writing + accounts + tabs + back + takingBack
    case .empty(let viewModel):
      return viewModel.actions.compactMap(liveOffer) + tag(isAlone: true) + scope + keeping + reload + writing
        + accounts + tabs + back
        + takingBack
    case .list:
      return Array(
        joining: noticeActions, matches, post, tag(), unread, movement, back, reload, writing, search, savedSearch,
        tabs,
        look, accounts)
    }
  }

  private var abilities: TimelineAbilities { view.timelines.abilities }

  private var cancelling: Offer {
    EmptyStateAction.cancel.offer { presenter.cancelLoading() }
  }

  private var field: [Offer] {
    [
      Offer(TimelineCommands.submitSearch, hint: view.isShowingPosts ? "read" : nil) { view.submitSearch() },
      leavingSearch,
    ] + completing + scope + recalling + (view.isShowingPosts ? movement : []) + tabChoices
  }

  private var completing: [Offer] {
    guard view.timelines.search?.canComplete == true else { return [] }
    return [Offer(TimelineCommands.completeSearch, hint: "complete") { [view] in view.completeSearch() }]
  }

  private var scope: [Offer] {
    guard let other = view.timelines.search?.otherScope else { return [] }
    let words = other == .allAccounts ? "all accounts" : "this account"
    // Who reads what was found has chosen where to look.
    let isReading = view.searchField == nil && view.isShowingPosts
    return [
      Offer(TimelineCommands.searchScope, title: "search \(words)", hint: isReading ? nil : words) {
        presenter.switchSearchScope()
      }
    ]
  }

  /// What becomes of the search that stands, or of the tab.
  private var keeping: [Offer] {
    switch view.timelines.keeping {
    case .keep:
      [
        Offer(
          TimelineCommands.keepSearch, title: "keep this search as a tab", hint: view.isShowingPosts ? "keep" : nil
        ) { presenter.keepSearch() }
      ]
    case .forget:
      [Offer(TimelineCommands.keepSearch, title: "forget this search", hint: "forget") { presenter.keepSearch() }]
    case nil: []
    }
  }

  /// A tab of its own is left as it is most of the time.
  private var savedSearch: [Offer] {
    guard !view.isShowingMatches else { return [] }
    return keeping + (abilities.searchedServer.map { [searchingServer($0)] } ?? [])
  }

  /// Above the first match stand the searches before this one.
  private var recalling: [Offer] {
    let isRecalled = view.timelines.search?.isRecalled == true
    let isAtTop = isRecalled || !view.isShowingMatches || view.selection == 0
    let earlier = Offer(TimelineCommands.earlierSearch) { [view] in view.recallEarlierSearch() }
    let later = Offer(TimelineCommands.laterSearch) { presenter.recallLaterSearch() }
    return (isAtTop ? [earlier] : []) + (isRecalled ? [later] : [])
  }

  private func dateEntry(_ field: TextField) -> [Offer] {
    [
      Offer(TimelineCommands.submitDate, hint: "go") { presenter.goToDate(field.text) },
      Offer(TimelineCommands.leaveDate, hint: "cancel") { view.endDateEntry() },
    ]
  }

  /// Where nothing is unread the key says so, and nothing speaks of it.
  private var unread: [Offer] {
    let isAny = view.timelines.hasUnread
    let next = Offer(TimelineCommands.nextUnread, hint: isAny ? "unread" : nil, isListed: isAny) {
      presenter.showNextUnread()
    }
    return (isAny ? [next, Offer(TimelineCommands.markAllRead) { presenter.markAllRead() }] : [next]) + takingBack
  }

  private var takingBack: [Offer] {
    view.timelines.takenBackNext.map { action in
      [Offer(ReadingCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var back: [Offer] { [Offer(TimelineCommands.goBack) { presenter.goBack() }] }

  private var movement: [Offer] {
    CellList<TimelineRow>.offers(moving: "post") { [view] in view.move($0) }
      + [Offer(TimelineCommands.newest) { view.goToBeginning() }]
      + (abilities.canGoToOldest ? [Offer(TimelineCommands.oldest) { view.goToEnd() }] : [])
  }

  private var post: [Offer] {
    switch view.selectedRow {
    case .post(let post): PostCommands.offers(for: post, at: view.selection, presenter: presenter)
    case .gap: [Offer(TimelineCommands.fillGap, hint: "load") { presenter.openPost(at: view.selection) }]
    case nil: []
    }
  }

  private var search: [Offer] {
    abilities.canSearch ? [Offer(ReadingCommands.search, hint: "search") { presenter.beginSearch() }] : []
  }

  private var matches: [Offer] {
    guard view.isShowingMatches else { return [] }
    return [
      leavingSearch
    ] + scope + keeping
      + (abilities.searchedServer.map { [searchingServer($0)] } ?? []) + [
        Offer(TimelineCommands.nextMatch) { presenter.showNextMatch() },
        Offer(TimelineCommands.previousMatch) { presenter.showPreviousMatch() },
      ]
  }

  private func searchingServer(_ host: String) -> Offer {
    Offer(ReadingCommands.searchServer, title: "search at \(host)", hint: "ask \(host)") { presenter.searchServer() }
  }

  private var leavingSearch: Offer {
    Offer(ReadingCommands.clearSearch, hint: "back") { presenter.clearSearch() }
  }

  private var reload: [Offer] {
    guard abilities.canRefresh else { return [] }
    return [Offer(ReadingCommands.refresh, hint: view.isShowingPosts ? "refresh" : nil) { presenter.refresh() }]
  }

  private var tabs: [Offer] {
    guard view.timelines.tabs.count > 1 else { return tabChoices }
    return [
      Offer(ReadingCommands.nextTimeline) { presenter.showNextTimeline() },
      Offer(TimelineCommands.previousTimeline) { presenter.showPreviousTimeline() },
    ] + tabChoices
  }

  private var tabChoices: [Offer] {
    let names = view.timelines.tabs.map(\.name) + view.timelines.others
    guard names.count > 1 else { return [] }
    return zip(TimelineCommands.timeline, names).enumerated().map { index, timeline in
      Offer(timeline.0, title: timeline.1) { presenter.showTimeline(at: index) }
    }
  }

  private var writing: [Offer] {
    abilities.canWrite ? [Offer(ActCommands.compose) { presenter.compose() }] : []
  }

  /// - Parameter isAlone: whether there are no posts, and the key is named.
  private func tag(isAlone: Bool = false) -> [Offer] {
    abilities.tag.map { tag in
      let title = tag.isFollowed ? "no longer follow #\(tag.name)" : "follow #\(tag.name)"
      let hint = isAlone ? tag.isFollowed ? "unfollow" : "follow" : nil
      return [Offer(PersonActCommands.followTag, title: title, hint: hint) { presenter.followTag() }]
    } ?? []
  }

  private var look: [Offer] { [Offer(TimelineCommands.density) { presenter.changeDensity() }] + hidden }

  private var hidden: [Offer] {
    guard let isShown = abilities.showsHidden else { return [] }
    return [
      Offer(ReadingCommands.showHidden, title: isShown ? "hide what filters hide again" : "show what is hidden") {
        presenter.toggleHidden()
      }
    ]
  }

  private var accounts: [Offer] {
    let date = Offer(TimelineCommands.date) { view.beginDateEntry() }
    return (view.isShowingPosts && abilities.canGoToDate ? [date] : []) + [
      Offer(ReadingCommands.switchAccount) { presenter.switchAccount() },
      Offer(ReadingCommands.nextAccount) { presenter.showNextAccount() },
      Offer(ReadingCommands.previousAccount) { presenter.showPreviousAccount() },
    ]
  }

  private var noticeActions: [Offer] {
    view.noticeActions.filter { $0 != .retry }.compactMap(liveOffer)
  }

  /// nil where the program offers it.
  private func liveOffer(of action: EmptyStateAction) -> Offer? {
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
    case .lookFurther: action.offer { presenter.lookFurther() }
    case .signIn, .lookAround, .showAll, .switchAccount, .back, .quit: nil
    }
  }
}
