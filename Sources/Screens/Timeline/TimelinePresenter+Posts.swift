import Domain
import EmptyState
import PostCell
import ScreenSupport
import TimelineCore

// MARK: - Posts, of this account or of another that a search has found

extension TimelinePresenter: PostListPresenter {
  func post(at index: Int) -> Post? { pager.window?[index] }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }
  }

  func openPost(at index: Int) {
    switch pager.window?.row(at: index) {
    case .post(let post) where isFromRemovedAccount(post): break
    case .post(let post) where post.isPost:
      if let other = searchedAccounts.context(of: post) {
        searchedAccounts.recordVisit(to: other.session.account)
        return other.showPost(post, matchedBy)
      }
      router.showPost(post, as: profile, matchedBy: matchedBy)
    // A notification without a post opens its account.
    case .post: openProfile(0, at: index)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func show(_ destination: PostDestination, from post: Post) {
    guard !isFromRemovedAccount(post) else { return }
    guard let other = searchedAccounts.context(of: post) else { return router.show(destination, as: profile) }
    searchedAccounts.recordVisit(to: other.session.account)
    other.show(destination)
  }

  /// The profile of a file is known only after reading it.
  func session(of post: Post) -> AccountSession? {
    if isFromRemovedAccount(post) { return nil }
    if let other = searchedAccounts.context(of: post) { return other.session }
    var own = session
    own.account.profile = profile
    return own
  }

  func actionsDidChange(on post: Post) {
    searchedAccounts.context(of: post).map { searchedAccounts.recordVisit(to: $0.session.account) }
    showHeader()
  }

  func showNotice(_ text: String, isFailure: Bool) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }

  /// The history with the newest action, of this account or a visited one.
  var history: ActionHistory {
    .latest(of: session.actions.history, searchedAccounts.histories)
  }

  /// Whether a post was found in an account that has been removed since. No actions are available for it.
  func isFromRemovedAccount(_ post: Post) -> Bool {
    !tabs.isEmpty && accountsResult != nil && searchedAccounts.isForeign(post)
      && searchedAccounts.context(of: post) == nil
  }
}
