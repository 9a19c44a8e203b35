import Domain

@testable import Timeline

/// Records where the screen leads.
@MainActor
final class SpyTimelineRouter: TimelineWireframe {
  private(set) var ways: [String] = []

  func showPost(_ post: Post, as profile: Profile) { ways.append("post \(post.id.rawValue) as \(profile.label)") }
  func showAccounts() { ways.append("accounts") }
  func showNextAccount() { ways.append("next account") }
  func showPreviousAccount() { ways.append("previous account") }
  func showLogin() { ways.append("login") }
}
