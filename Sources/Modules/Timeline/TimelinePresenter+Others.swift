import Domain
import PostCell
import TimelineCore

/// What belongs to other accounts, where a search of all has found it.
extension TimelinePresenter {
  /// Where something was done last, be it here or in another account to which something found has led.
  var history: ActionHistory {
    .latest(of: dependencies.actor.history, visitedAccounts.compactMap { dependencies.other($0)?.actor.history })
  }

  /// What there is to do with a post that belongs to another account.
  func other(of post: Post) -> ForeignAccountContext? {
    guard let id = post.ref.account, id != dependencies.account.id else { return nil }
    return knownAccounts[id].flatMap(dependencies.other)
  }

  /// Whether it was found in another account that is gone: there is nothing to do with it in this one.
  func isFromRemovedAccount(_ post: Post) -> Bool {
    guard !tabs.isEmpty, answer != nil, let id = post.ref.account else { return false }
    return id != dependencies.account.id && other(of: post) == nil
  }

  /// What is done there can be taken back here.
  func enter(_ other: ForeignAccountContext) {
    guard !visitedAccounts.contains(where: { $0.id == other.account.id }) else { return }
    visitedAccounts.append(other.account)
  }

  func reach(of post: Post) -> NavigationCapabilities {
    isFromRemovedAccount(post) ? NavigationCapabilities() : other(of: post)?.reach ?? dependencies.reach
  }
}
