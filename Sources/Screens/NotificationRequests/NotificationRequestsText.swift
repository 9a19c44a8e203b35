import Domain
import EmptyState

/// The texts of held back notifications and of the policy.
enum NotificationRequestsText {
  /// “Held back · 3”.
  static func heading(of held: HeldNotifications) -> String {
    held.requests.isEmpty ? "Held back" : "Held back · \(held.requests.count)\(held.hasMore ? "+" : "")"
  }

  static let policyHeading = "What happens with notifications"

  static func count(of request: NotificationRequest) -> String {
    request.count == 1 ? "1 notification" : "\(LoadingProgress.grouped(request.count)) notifications"
  }

  static func text(of sender: NotificationPolicy.Sender) -> String {
    switch sender {
    case .notFollowing: "from people you don’t follow"
    case .notFollowers: "from people who don’t follow you"
    case .newAccounts: "from new accounts"
    case .privateMentions: "unexpected private mentions"
    case .limitedAccounts: "from accounts limited by moderators"
    }
  }

  static func text(of treatment: NotificationPolicy.Treatment) -> String {
    switch treatment {
    case .accept: "show"
    case .filter: "hold back"
    case .drop: "discard"
    }
  }

  static func sentence(_ sender: NotificationPolicy.Sender, _ treatment: NotificationPolicy.Treatment) -> String {
    let what =
      switch sender {
      case .privateMentions: "Unexpected private mentions"
      case .notFollowing, .notFollowers, .newAccounts, .limitedAccounts: "Notifications \(text(of: sender))"
      }
    return switch treatment {
    case .accept: "\(what) are shown."
    case .filter: "\(what) are held back."
    case .drop: "\(what) are discarded. You cannot see them later."
    }
  }

  static let notOffered = EmptyStateViewModel(
    name: "nothing held back", title: "No notifications are held back here",
    sentences: ["This server shows all notifications. Servers with Mastodon 4.3 or later can hold some back."],
    actions: [.back], isFailure: true)
}
