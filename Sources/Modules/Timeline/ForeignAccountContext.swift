import Domain
import PostCell
import TimelineCore

/// What is needed to open and act on posts of another account that a search of all accounts has found. They are opened
/// in their own account.
@MainActor
public struct ForeignAccountContext {
  let account: Account
  let navigation: NavigationCapabilities
  let actor: PostActionService
  let canWrite: Bool
  let showPost: (Post, SearchQuery?) -> Void
  let show: (PostDestination) -> Void
  let select: (Post, SearchQuery?) -> Void

  /// - Parameters:
  ///   - navigation: which screens can be opened from its posts.
  ///   - actor: performs actions on them.
  ///   - canWrite: whether posts can be written in the account.
  ///   - showPost: shows a post as the user of this account.
  ///   - show: shows a screen that a post links to, other than its thread.
  ///   - select: called with the selected post, for the pane beside the list.
  public init(
    account: Account, navigation: NavigationCapabilities, actor: PostActionService, canWrite: Bool,
    showPost: @escaping (Post, SearchQuery?) -> Void, show: @escaping (PostDestination) -> Void,
    select: @escaping (Post, SearchQuery?) -> Void
  ) {
    self.account = account
    self.navigation = navigation
    self.actor = actor
    self.canWrite = canWrite
    self.showPost = showPost
    self.show = show
    self.select = select
  }
}
