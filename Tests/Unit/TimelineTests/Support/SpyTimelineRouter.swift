import Domain
import PostCell

@testable import Timeline

/// Records the screens that are opened.
@MainActor
final class SpyTimelineRouter: TimelineWireframe {
  private(set) var screens: [String] = []

  /// Accounts that still exist.
  var known: Set<AccountID> = []

  func showPost(_ post: Post, as profile: Profile, matchedBy query: SearchQuery?) {
    let found = query.map { " found by \($0.text)" } ?? ""
    screens.append("post \(post.id.rawValue) as \(profile.label)\(found)")
  }

  /// The screens opened from posts, other than threads.
  private(set) var destinations: [PostDestination] = []

  func show(_ destination: PostDestination, as profile: Profile) { destinations.append(destination) }

  func showServerMatches(of query: SearchQuery, as profile: Profile) {
    screens.append("server matches of \(query.text) as \(profile.label)")
  }

  func goBack(to account: AccountID) -> Bool {
    screens.append("back to \(account.key)")
    return known.contains(account)
  }

  /// The IDs of the selected posts; “none” for no selection.
  private(set) var selected: [String] = []

  func didSelect(_ post: Post?, as profile: Profile, matchedBy query: SearchQuery?) {
    selected.append(post?.id.rawValue ?? "none")
  }

  func showLogin() { screens.append("login") }
}
