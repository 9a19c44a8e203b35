import Domain
import EmptyState
import PostCell

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol TimelineView: ListView {
  func showHeader(_ header: TimelineHeader)
  func showTimeline(_ viewModel: TimelineViewModel)
  /// Below the last row of what stands.
  func showFooter(_ text: String)
  func selectRow(at index: Int)
  /// These rows are no longer unread.
  func markRead(_ rows: [Int])
  /// The date that was typed is one.
  func endDateEntry()
  /// Lets the person type what to look for, after what there is of it.
  func showSearchField(_ text: String)
  func hideSearchField()
}

/// What the screen tells the presenter.
@MainActor
protocol TimelinePresentation: PostPresentation {
  /// Follows the tag whose timeline stands, or follows it no more.
  func followTag()
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)

  func refresh()
  func cancelLoading()
  /// Shows what filters, mutes and blocks hide, or hides it again.
  func toggleHidden()
  /// Asks for posts beyond those that are hidden.
  func continueSearch()
  func stopReading()
  func showNewest()
  func showOldest()
  func goToDate(_ text: String)
  func showNextUnread()
  func markAllRead()
  /// Takes back what was done last.
  /// Goes to where the person was before they went elsewhere at once.
  func goBack()
  func showTimeline(at index: Int)
  func showNextTimeline()
  func showPreviousTimeline()

  /// Begins a post of one's own.
  func compose()
  /// More or fewer posts on the screen.
  func changeDensity()

  func beginSearch()
  /// What there is of it is looked for while the person types on.
  func searchWhileTyping(_ text: String)
  func search(_ text: String)
  /// Puts an earlier search into the field in place of what is typed.
  func recallEarlierSearch(than text: String)
  func recallLaterSearch()
  /// Puts in place of the last word what it may become.
  func completeSearch(_ text: String)
  /// Looks for it in all accounts, or in this one alone again.
  func switchSearchScope()
  /// Has the search that stands be a tab; the tab of one that is kept, none any more.
  func keepSearch()
  func showNextMatch()
  func showPreviousMatch()
  func clearSearch()
  /// Has the server look for it as well.
  func searchServer()

  func switchAccount()
  func showNextAccount()
  func showPreviousAccount()
  func logIn()
}

/// Where the screen leads.
@MainActor
protocol TimelineWireframe {
  /// - Parameters:
  ///   - profile: who reads it, as the source says.
  ///   - query: what was looked for, where a search has found it.
  func showPost(_ post: Post, as profile: Profile, matchedBy query: SearchQuery?)
  /// Shows what a post leads to beside its thread.
  func show(_ destination: PostDestination, as profile: Profile)
  /// Shows what the server finds.
  func showServerMatches(of query: SearchQuery, as profile: Profile)
  /// Another entry was selected, which may be a notification that is about no post; nil if there is none.
  func didSelect(_ post: Post?, as profile: Profile, matchedBy query: SearchQuery?)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
  /// Shows an account as it was left.
  /// - Returns: whether it is still there.
  func goBack(to account: AccountID) -> Bool
}
