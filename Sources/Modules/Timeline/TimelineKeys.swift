import EmptyState
import PostCell
import TerminalKit

/// What the keys do in each state of the timeline.
@MainActor
struct TimelineKeys {
  private let view: TimelineViewController
  private var presenter: any TimelinePresentation { view.presenter }

  init(_ view: TimelineViewController) {
    self.view = view
  }

  var bindings: [KeyBinding] {
    if view.searchField != nil { return field }
    if let field = view.dateField { return dateEntry(field) }
    switch view.content {
    case .nothing, .loading: return [binding(for: .cancel)] + accounts + tabs
    case .empty(let viewModel): return viewModel.actions.compactMap(liveBinding) + reload + accounts + tabs
    case .list: return noticeActions + matches + post + unread + movement + reload + search + tabs + accounts
    }
  }

  private var field: [KeyBinding] {
    [
      KeyBinding(.enter, title: "read what was found", hint: view.isShowingPosts ? "read" : nil) {
        view.submitSearch()
      },
      KeyBinding(.escape, title: "leave the search", hint: "back") { presenter.clearSearch() },
    ] + (view.isShowingPosts ? movement : [])
  }

  private func dateEntry(_ field: TextField) -> [KeyBinding] {
    [
      KeyBinding(.enter, title: "go to the date", hint: "go") { presenter.goToDate(field.text) },
      KeyBinding(.escape, title: "stay here", hint: "cancel") { view.endDateEntry() },
    ]
  }

  /// Where nothing is unread u says so, and nothing speaks of it.
  private var unread: [KeyBinding] {
    guard view.header.hasUnread else { return [KeyBinding(.character("u"), title: "") { presenter.showNextUnread() }] }
    return [
      KeyBinding(.character("u"), title: "next unread post", hint: "unread") { presenter.showNextUnread() },
      KeyBinding(.character("A"), title: "mark all read") { presenter.markAllRead() },
    ]
  }

  private var movement: [KeyBinding] {
    CellList<PostCellViewModel>.keyBindings(moving: "post") { [view] in view.move($0) } + [
      KeyBinding(.home, title: "newest post") { view.goToBeginning() },
      KeyBinding(.character("G"), .end, title: "oldest post") { view.goToEnd() },
    ]
  }

  private var post: [KeyBinding] {
    view.selectedRow.map { PostKeys.bindings(for: $0, at: view.selection, presenter: presenter) } ?? []
  }

  private var search: [KeyBinding] {
    [KeyBinding(.character("/"), title: "search", hint: "search") { presenter.beginSearch() }]
  }

  private var matches: [KeyBinding] {
    guard view.isShowingMatches else { return [] }
    return [
      KeyBinding(.escape, .character("q"), .backspace, title: "leave the search", hint: "back") {
        presenter.clearSearch()
      },
      KeyBinding(.character("n"), title: "next match") { presenter.showNextMatch() },
      KeyBinding(.character("N"), title: "previous match") { presenter.showPreviousMatch() },
    ]
  }

  private var reload: [KeyBinding] {
    [
      KeyBinding(
        .character("R"), .control("r"), .function(5), .character(","), .character("."), title: "refresh",
        hint: view.isShowingPosts ? "refresh" : nil
      ) { presenter.refresh() }
    ]
  }

  private var tabs: [KeyBinding] {
    let tabs = view.header.tabs
    guard tabs.count > 1 else { return [] }
    return [
      KeyBinding(.tab, .character("l"), .right, title: "next timeline") { presenter.showNextTimeline() },
      KeyBinding(.backTab, .character("h"), .left, title: "previous timeline") { presenter.showPreviousTimeline() },
    ]
      + tabs.prefix(9).enumerated().map { index, tab in
        KeyBinding(.character(Character("\(index + 1)")), title: tab.name) { presenter.showTimeline(at: index) }
      }
  }

  private var accounts: [KeyBinding] {
    let newest = KeyBinding(.character("g"), title: "newest post") { view.goToBeginning() }
    let date = KeyBinding(.character("d"), title: "a date") { view.beginDateEntry() }
    let account = KeyBinding(.character("s"), title: "switch account") { presenter.switchAccount() }
    return [
      KeyBinding(
        .character("g"), title: "go to", hint: "go to",
        menu: view.isShowingPosts ? [newest, date, account] : [account]),
      KeyBinding(.control("n"), title: "next account") { presenter.showNextAccount() },
      KeyBinding(.control("p"), title: "previous account") { presenter.showPreviousAccount() },
    ]
  }

  private var noticeActions: [KeyBinding] {
    (view.notice?.actions ?? []).filter { $0 != .retry }.compactMap(liveBinding)
  }

  /// nil where the key is one of the program's own.
  private func liveBinding(for action: EmptyStateAction) -> KeyBinding? {
    [.quit, .back, .switchAccount].contains(action) ? nil : binding(for: action)
  }

  private func binding(for action: EmptyStateAction) -> KeyBinding {
    // The posts are behind what a search has not found: q leads back to them and not out of the program.
    let keys: [Key] = action == .clearSearch ? [action.key, .character("q"), .backspace] : [action.key]
    let perform: @MainActor () -> Void = {
      switch action {
      case .retry: presenter.refresh()
      case .cancel: presenter.cancelLoading()
      case .stopReading: presenter.stopReading()
      case .logIn: presenter.logIn()
      case .search: presenter.beginSearch()
      case .clearSearch: presenter.clearSearch()
      case .nextTimeline: presenter.showNextTimeline()
      case .switchAccount: presenter.switchAccount()
      case .back, .quit: break
      }
    }
    return KeyBinding(keys: keys, title: action.label, hint: action.label, effect: .perform(perform))
  }
}
