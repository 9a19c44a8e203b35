import Domain
import EmptyState
import ScreenSupport

/// The text of held back notifications and of the policy.
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

  /// “Notifications from new accounts are held back.”
  static func sentence(_ sender: NotificationPolicy.Sender, _ treatment: NotificationPolicy.Treatment) -> String {
    let name = notifications(of: sender)
    let subject = name.prefix(1).uppercased() + name.dropFirst()
    return switch treatment {
    case .accept: "\(subject) are shown."
    case .filter: "\(subject) are held back."
    case .drop: "\(subject) are discarded. You cannot see them later."
    }
  }

  /// “notifications from new accounts”.
  private static func notifications(of sender: NotificationPolicy.Sender) -> String {
    sender == .privateMentions ? text(of: sender) : "notifications \(text(of: sender))"
  }

  /// The message about a change of the policy that failed, or may have failed.
  static func failure(_ error: TimelineError, of sender: NotificationPolicy.Sender) -> String {
    let outcome = error.mayHaveArrived ? "Not confirmed" : "Not changed"
    return "\(outcome) for \(notifications(of: sender)): \(error.clause)".asSentence
  }

  static let notOffered = EmptyStateViewModel(
    name: "nothing held back", title: "No notifications are held back here",
    sentences: ["This server shows all notifications. Servers with Mastodon 4.3 or later can hold some back."],
    actions: [.back], isFailure: true)
}
