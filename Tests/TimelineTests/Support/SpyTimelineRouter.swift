import Domain
import PostCell

@testable import Timeline

/// Records where the screen leads.
@MainActor
final class SpyTimelineRouter: TimelineWireframe {
  private(set) var ways: [String] = []

  /// Accounts to which one can go back.
  var known: Set<AccountID> = []

  func showPost(_ post: Post, as profile: Profile, matchedBy query: SearchQuery?) {
    let found = query.map { " found by \($0.text)" } ?? ""
    ways.append("post \(post.id.rawValue) as \(profile.label)\(found)")
  }

  /// Where posts have led beside their threads.
  private(set) var destinations: [PostDestination] = []

  func show(_ destination: PostDestination, as profile: Profile) { destinations.append(destination) }

  func showServerMatches(of query: SearchQuery, as profile: Profile) {
    ways.append("server matches of \(query.text) as \(profile.label)")
  }

  func goBack(to account: AccountID) -> Bool {
    ways.append("back to \(account.key)")
    return known.contains(account)
  }

  /// The posts that were selected, by their ids; “none” where there is none.
  private(set) var selected: [String] = []

  func didSelect(_ post: Post?, as profile: Profile, matchedBy query: SearchQuery?) {
    selected.append(post?.id.rawValue ?? "none")
  }

  func showAccounts() { ways.append("accounts") }
  func showNextAccount() { ways.append("next account") }
  func showPreviousAccount() { ways.append("previous account") }
  func showLogin() { ways.append("login") }
}
