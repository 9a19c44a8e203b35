import Domain
import ScreenSupport
import TimelineCore

/// Applies what the source and other screens report to the loaded timelines: new and deleted posts, the state of the
/// connection, and changed relationships.
@MainActor
final class TimelineUpdates {
  weak var output: (any TimelineOutput)?
  private let timelines: AccountTimelines
  private let readState: TimelineReadState
  private let loader: TimelineLoader
  private let session: AccountSession

  init(
    _ timelines: AccountTimelines, _ readState: TimelineReadState, _ loader: TimelineLoader, _ session: AccountSession
  ) {
    (self.timelines, self.readState, self.loader, self.session) = (timelines, readState, loader, session)
  }

  private var tabs: TimelineTabs { timelines.tabs }

  func apply(_ change: SourceChange) {
    switch change {
    case .inserted(let posts, let id): insert(posts, into: id)
    case .outdated(let id): loader.markStale(id)
    case .filtersChanged: for tab in tabs.all { loader.markStale(tab.timeline.id) }
    case .overviewChanged: loader.reloadTabs()
    case .changed(let post): session.cache.update(post)
    case .deleted(let ref): session.cache.delete(ref)
    case .withdrawn(let keys, let id): removeEntries(keys, from: id)
    case .relationship(let relationship, let account):
      session.actions.relationships.update(relationship, with: account)
    case .loading: if timelines.pager.content == .loading { output?.render() } else { output?.updateNotice() }
    case .connection(let connection): connectionDidChange(connection)
    case .loadingFinished: break
    }
  }

  private func insert(_ posts: [Post], into id: TimelineID) {
    guard let pager = tabs.tab(of: id)?.pager else { return }
    // Entries that the user added are already there.
    let posts = posts.filter { pager.window?.index(of: $0.key) == nil }
    guard !posts.isEmpty else { return }
    let hasRows = pager.insert(posts)
    // Entries of another group are unread, too.
    let unhidden = posts.filter { [nil, .otherGroup].contains(pager.hiddenReason(of: $0)) }
    readState.unread.didInsert(
      unhidden, into: id, window: hasRows ? pager.window : nil, user: session.account.profile)
    // Some of them may have been read in another client.
    readState.syncMarks()
    if pager === timelines.pager { output?.render() } else { output?.showHeader() }
  }

  private func removeEntries(_ keys: [PostKey], from id: TimelineID?) {
    for tab in tabs.all where id == nil || id == tab.timeline.id { tab.pager.removeEntries(keys) }
    readState.countUnread()
  }

  private func connectionDidChange(_ connection: SourceConnection) {
    guard connection == .connected, !tabs.isEmpty else { return showNotice() }
    let current = tabs.current.pager
    let hadFailed = current.lastFailure != nil || current.edgeFailure != nil
    loader.clearConnectionFailures()
    guard hadFailed, current.lastFailure == nil, loader.isInFront, timelines.search.matches == nil else {
      return showNotice()
    }
    // Before the first page, the whole source is opened again.
    guard tabs.all.contains(where: { $0.pager.window != nil }) else { return loader.open(isRetry: true) }
    if current.content == .loading, !timelines.loading.isRunning { current.loadFirstPage() } else { output?.render() }
    loader.refreshIfOld()
    current.fetchAhead()
  }

  private func showNotice() {
    output?.updateNotice()
    if !tabs.isEmpty { output?.showStatus() }
  }
}

extension TimelineUpdates: RelationshipObserver {
  /// Hides or shows the posts of accounts that the user has muted, blocked or followed. A tab that is not shown is
  /// reloaded when it is.
  func relationshipsDidChange() {
    loader.updateFollowedTags()
    visibilityDidChange()
  }

  /// Hides or shows entries after a change of relationships or settings.
  func visibilityDidChange() {
    for tab in tabs.all {
      let count = tab.pager.hiddenCounts.count
      if tab.pager.visibilityDidChange() { loader.markForReload(tab.timeline.id) }
      if tab.pager.hiddenCounts.count != count { readState.recount(tab.timeline.id) }
    }
    guard !tabs.isEmpty else { return }
    readState.countUnread()
    loader.reloadStale()
    // The rows show which conversations are unread.
    if timelines.selected.id == .conversations { output?.render() } else { output?.showHeader() }
  }
}

extension TimelineUpdates: TimelineOptionsObserver {
  func optionsDidChange(of timeline: TimelineID, from old: TimelineOptions) {
    guard let pager = tabs.tab(of: timeline)?.pager else { return }
    guard session.options[timeline].hidden != old.hidden else {
      guard pager === timelines.pager else { return }
      if session.options[timeline].order != old.order {
        output?.render()
        return
      }
      output?.updateNotice()
      output?.showHeader()
      return
    }
    let isShown = pager === timelines.pager
    let isOutdated = session.options[timeline].parameters(of: timeline) != old.parameters(of: timeline)
    if isShown {
      pager.hiddenReasonsDidChange(isOutdated: isOutdated)
    } else if pager.visibilityDidChange() || isOutdated {
      loader.markForReload(timeline)
    }
    readState.recount(timeline)
    readState.countUnread()
    guard isShown else { return }
    output?.render()
    pager.fetchAhead()
  }
}

extension TimelineUpdates: UnsentCountObserver {
  func unsentCountDidChange() {
    if !tabs.isEmpty { output?.showStatus() }
  }
}

extension TimelineUpdates: HeldNotificationsObserver {
  func heldNotificationsDidChange() {
    if timelines.isShowingNotifications { output?.render() } else if !tabs.isEmpty { output?.showHeader() }
  }
}

extension TimelineUpdates: RevealedWarningsObserver {
  func warningDidChange(of post: PostRef) {
    guard !tabs.isEmpty, timelines.isShowingPosts,
      timelines.pager.window?.posts.contains(where: { $0.ref == post }) ?? false
    else { return }
    output?.render()
  }
}
