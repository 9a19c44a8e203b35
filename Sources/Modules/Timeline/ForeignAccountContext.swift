import Domain
import PostCell
import TimelineCore

/// What there is to do with the posts of another account, where a search of all has found them: they are opened, and
/// acted on, in their own.
@MainActor
public struct ForeignAccountContext {
  let account: Account
  let reach: NavigationCapabilities
  let actor: PostActionService
  let canWrite: Bool
  let showPost: (Post, SearchQuery?) -> Void
  let show: (PostDestination) -> Void
  let select: (Post, SearchQuery?) -> Void

  /// - Parameters:
  ///   - reach: what can be opened of its posts.
  ///   - actor: does what the person wants done with them.
  ///   - canWrite: whether posts can be written in the account.
  ///   - showPost: shows a post, as who reads this account.
  ///   - show: shows what a post leads to beside its thread.
  ///   - select: told of the post that is selected, for what stands beside the list.
  public init(
    account: Account, reach: NavigationCapabilities, actor: PostActionService, canWrite: Bool,
    showPost: @escaping (Post, SearchQuery?) -> Void, show: @escaping (PostDestination) -> Void,
    select: @escaping (Post, SearchQuery?) -> Void
  ) {
    self.account = account
    self.reach = reach
    self.actor = actor
    self.canWrite = canWrite
    self.showPost = showPost
    self.show = show
    self.select = select
  }
}
