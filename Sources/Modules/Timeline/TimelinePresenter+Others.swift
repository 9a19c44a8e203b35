import Domain
import PostCell
import TimelineCore

// MARK: - Posts of other accounts

extension TimelinePresenter {
  /// The history with the newest action, of this account or a visited one.
  var history: ActionHistory {
    .latest(of: dependencies.actor.history, visitedAccounts.compactMap { dependencies.other($0)?.actor.history })
  }

  /// The context of a post that belongs to another account.
  func other(of post: Post) -> ForeignAccountContext? {
    guard let id = post.ref.account, id != dependencies.account.id else { return nil }
    return knownAccounts[id].flatMap(dependencies.other)
  }

  /// Whether a post was found in an account that has been removed since. No actions are available for it.
  func isFromRemovedAccount(_ post: Post) -> Bool {
    guard !tabs.isEmpty, accountsResult != nil, let id = post.ref.account else { return false }
    return id != dependencies.account.id && other(of: post) == nil
  }

  /// Remembers a visited account, so that actions in it can be undone here.
  func recordVisit(to other: ForeignAccountContext) {
    guard !visitedAccounts.contains(where: { $0.id == other.account.id }) else { return }
    visitedAccounts.append(other.account)
  }

  func navigation(of post: Post) -> NavigationCapabilities {
    isFromRemovedAccount(post) ? NavigationCapabilities() : other(of: post)?.navigation ?? dependencies.navigation
  }
}
