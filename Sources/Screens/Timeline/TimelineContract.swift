import Domain
import EmptyState
import PostCell

/// The screen as the presenter sees it. Loading, the empty view, the status and notices are in `ListView`.
@MainActor
protocol TimelineView: ListView {
  func showHeader(_ header: TimelineHeader)
  func showTimeline(_ viewModel: TimelineViewModel)
  /// Updates the text below the last row.
  func showFooter(_ text: String)
  func selectRow(at index: Int)
  /// Removes the unread markers of rows.
  func markRead(_ rows: [Int])
  /// Closes the date field after a valid date.
  func endDateEntry()
  /// Opens the search field with text.
  func showSearchField(_ text: String)
  func hideSearchField()
}

/// The events that the screen sends to the presenter.
@MainActor
protocol TimelinePresentation: PostPresentation {
  /// Follows or unfollows the hashtag whose timeline is shown.
  func followTag()
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Key bindings or the time style have changed.
  func settingsDidChange()
  /// An age in the list has changed.
  func agesDidChange()

  func didSelectRow(at index: Int)

  func refresh()
  func cancelLoading()
  /// Shows or hides the posts that filters, mutes and blocks hide.
  func toggleHidden()
  /// Hides or shows the reposts, or the replies, of the timeline.
  func toggle(_ kind: EntryKind)
  /// Switches between the newest and the oldest posts first.
  func toggleOrder()
  /// Goes to the entry up to which the user has read on another device.
  func showOtherDeviceMark()
  /// The user has dismissed a notice that the presenter would show again.
  func noticeWasDismissed()
  /// Limits the notifications to the next group; after the last one shows all.
  func showNextNotificationGroup()
  func showAllNotifications()
  /// Shows the notifications that the server holds back.
  func showHeldNotifications()
  /// Loads more pages after those without visible posts.
  func continueSearch()
  func stopReading()
  func showNewest()
  func showOldest()
  func goToDate(_ text: String)
  func showNextUnread()
  func markAllRead()
  /// Returns to the position before the last jump.
  func goBack()
  func showTimeline(at index: Int)
  func showNextTimeline()
  func showPreviousTimeline()

  /// Opens the composer with a new post.
  func compose()
  /// Switches to the next density of the list.
  func changeDensity()

  func beginSearch()
  func searchWhileTyping(_ text: String)
  func search(_ text: String)
  /// Replaces the text with the next older search.
  func recallEarlierSearch(than text: String)
  func recallLaterSearch()
  /// Completes the last word of the text.
  func completeSearch(_ text: String)
  /// Switches between searching all accounts and this one.
  func switchSearchScope()
  /// Saves the search or timeline on screen as a tab, or removes the saved tab.
  func toggleSavedSearch()
  /// Opens the form for a filter of the matches.
  func filterMatches()
  /// Shows the user's posts of this day in earlier years, as the tab of a saved search.
  func showOnThisDay()
  func showNextMatch()
  func showPreviousMatch()
  func clearSearch()
  /// Searches the server for the current query.
  func searchServer()

  func signInAgain()
}

/// The screens that the timeline opens.
@MainActor
protocol TimelineWireframe {
  /// - Parameters:
  ///   - profile: the user in this account.
  ///   - query: the search that found the post; nil if none did.
  func showPost(_ post: Post, as profile: Profile, matchedBy query: SearchQuery?)
  /// Shows a screen that a post links to, other than its thread.
  func show(_ destination: PostDestination, as profile: Profile)
  /// Shows the results of a server search.
  func showServerMatches(of query: SearchQuery, as profile: Profile)
  /// The selected entry has changed. It may be a notification without a post; nil if nothing is selected.
  func didSelect(_ post: Post?, as profile: Profile, matchedBy query: SearchQuery?)
  /// Shows the form to sign in to the account again.
  func showLogin()
  /// Shows an account at its last position.
  /// - Returns: whether the account still exists.
  func goBack(to account: AccountID) -> Bool
}
