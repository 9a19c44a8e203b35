import Domain
import PostCell
import ScreenSupport

/// The context for posts of another account that a search of all accounts has found. They are opened in their own
/// account.
@MainActor
public struct ForeignAccountContext {
  let session: AccountSession
  let showPost: (Post, SearchQuery?) -> Void
  let show: (PostDestination) -> Void
  let select: (Post, SearchQuery?) -> Void

  /// - Parameters:
  ///   - showPost: shows a post as the user of this account.
  ///   - show: shows a screen that a post links to, other than its thread.
  ///   - select: called with the selected post, for the pane next to the list.
  public init(
    session: AccountSession, showPost: @escaping (Post, SearchQuery?) -> Void,
    show: @escaping (PostDestination) -> Void, select: @escaping (Post, SearchQuery?) -> Void
  ) {
    self.session = session
    self.showPost = showPost
    self.show = show
    self.select = select
  }
}
