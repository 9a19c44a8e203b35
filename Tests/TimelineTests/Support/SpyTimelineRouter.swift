import Domain

@testable import Timeline

/// Records where the screen leads.
@MainActor
final class SpyTimelineRouter: TimelineWireframe {
  private(set) var ways: [String] = []

  func showPost(_ id: PostID) { ways.append("post \(id.rawValue)") }
  func showAccounts() { ways.append("accounts") }
  func showNextAccount() { ways.append("next account") }
  func showPreviousAccount() { ways.append("previous account") }
  func showLogin() { ways.append("login") }
}
