import Domain

@testable import Timeline

/// Records where the screen leads.
@MainActor
final class SpyTimelineRouter: TimelineWireframe {
  private(set) var ways: [String] = []

  func showPost(_ post: Post, as profile: Profile) { ways.append("post \(post.id.rawValue) as \(profile.label)") }
  /// The posts that were selected, by their ids; “none” where there is none.
  private(set) var selected: [String] = []

  func didSelect(_ post: Post?, as profile: Profile) { selected.append(post?.id.rawValue ?? "none") }
  func showAccounts() { ways.append("accounts") }
  func showNextAccount() { ways.append("next account") }
  func showPreviousAccount() { ways.append("previous account") }
  func showLogin() { ways.append("login") }
}
