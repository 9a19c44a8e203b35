import Domain

extension UserAction {
  /// A description of the completed action, for notices and the undo command: “like”, “muted @grace”.
  /// - Parameters:
  ///   - label: the account of an action on one: “@grace”.
  ///   - isRequest: whether the account approves its followers and has not approved the user.
  func text(about label: String = "", isRequest: Bool = false) -> String {
    switch self {
    case .favourite(let isOn, _): isOn ? "like" : "like removed"
    case .repost(let isOn, _, _): isOn ? "repost" : "repost removed"
    case .bookmark(let isOn, _): isOn ? "bookmark" : "bookmark removed"
    case .pin(let isOn, _): isOn ? "pinned to your profile" : "unpinned"
    case .muteThread(let isOn, _): isOn ? "conversation muted" : "conversation unmuted"
    case .vote: "vote"
    case .delete: "post deleted"
    case .setQuotePolicy: "quote setting"
    case .revokeQuote: "quote revoked"
    case .follow(let isOn, _) where isRequest:
      isOn ? "follow request sent to \(label)" : "follow request to \(label) withdrawn"
    case .follow(let isOn, _): isOn ? "followed \(label)" : "unfollowed \(label)"
    case .mute(nil, _): "unmuted \(label)"
    case .mute(let terms?, _): "muted \(label)\(terms.duration.map { " for \(Self.text(ofDuration: $0))" } ?? "")"
    case .block(let isOn, _): isOn ? "blocked \(label)" : "unblocked \(label)"
    case .showReposts(let isOn, _): isOn ? "showing reposts from \(label)" : "hid reposts from \(label)"
    case .acceptFollower(let isOn, _): isOn ? "accepted \(label) as a follower" : "rejected the request from \(label)"
    case .addToList(let isOn, _, _): isOn ? "added \(label) to the list" : "removed \(label) from the list"
    case .followTag(let isOn, let tag): isOn ? "followed #\(tag), now a tab" : "unfollowed #\(tag)"
    case .note(let text, _): text.isEmpty ? "note about \(label) removed" : "note about \(label) saved"
    case .notify(let isOn, _):
      isOn ? "you are notified of posts by \(label)" : "notifications are off for posts by \(label)"
    case .endorse(let isOn, _):
      isOn ? "\(label) is featured on your profile" : "\(label) is no longer featured on your profile"
    case .blockServer(let isOn, let host): isOn ? "blocked \(host)" : "unblocked \(host)"
    case .dismiss: "notification dismissed"
    case .readConversation: "conversation marked read"
    case .removeConversation: "conversation removed"
    case .report: "reported \(label)"
    case .cancelScheduled: "the replaced post is still scheduled"
    }
  }

  /// “1 hour”, “7 days”.
  private static func text(ofDuration seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    return seconds == size ? "1 \(name)" : "\(seconds / size) \(name)s"
  }

  /// The reason that the action cannot be undone; nil if it can.
  var irreversibleReason: String? {
    switch self {
    case .delete: "A deleted post cannot be restored."
    case .vote: "A vote cannot be undone."
    case .setQuotePolicy: "Choose again who may quote it."
    case .revokeQuote: "A revoked quote cannot be restored."
    case .acceptFollower(true, _): "To remove a follower, block them."
    case .acceptFollower(false, _): "A rejected follow request cannot be restored."
    case .dismiss: "A dismissed notification cannot be restored."
    case .removeConversation: "A removed conversation returns with its next message."
    case .report: "A report cannot be withdrawn."
    case .cancelScheduled: "A cancelled post cannot be restored."
    default: nil
    }
  }

  /// The message that the action failed: “Could not mute @grace: server.example says “Record not found””.
  /// - Parameter target: the account, post, hashtag or host of the action; nil if unknown.
  func failureText(about target: String?, because reason: String) -> String {
    "Could not \(request(about: target ?? (post == nil ? "the account" : "the post"))): \(reason)"
  }

  /// The requested change: “mute @grace”.
  private func request(about target: String) -> String {
    switch self {
    case .favourite(let isOn, _): isOn ? "like \(target)" : "remove the like from \(target)"
    case .repost(let isOn, _, _): isOn ? "repost \(target)" : "remove the repost of \(target)"
    case .bookmark(let isOn, _): isOn ? "bookmark \(target)" : "remove the bookmark from \(target)"
    case .pin(let isOn, _): isOn ? "pin \(target) to your profile" : "unpin \(target)"
    case .muteThread(let isOn, _): "\(isOn ? "mute" : "unmute") the conversation of \(target)"
    case .vote: "vote on \(target)"
    case .delete: "delete \(target)"
    case .setQuotePolicy: "change who may quote \(target)"
    case .revokeQuote: "revoke the quote in \(target)"
    case .follow(let isOn, _): "\(isOn ? "follow" : "unfollow") \(target)"
    case .mute(let options, _): "\(options == nil ? "unmute" : "mute") \(target)"
    case .block(let isOn, _): "\(isOn ? "block" : "unblock") \(target)"
    case .showReposts(let isOn, _): "\(isOn ? "show" : "hide") reposts from \(target)"
    case .acceptFollower(let isOn, _): isOn ? "accept \(target) as a follower" : "reject the request from \(target)"
    case .addToList(let isOn, _, _): isOn ? "add \(target) to the list" : "remove \(target) from the list"
    case .followTag(let isOn, let tag): "\(isOn ? "follow" : "unfollow") #\(tag)"
    case .note(let text, _): "\(text.isEmpty ? "remove" : "save") the note about \(target)"
    case .notify(let isOn, _): "turn \(isOn ? "on" : "off") notifications of posts by \(target)"
    case .endorse(let isOn, _): isOn ? "feature \(target) on your profile" : "stop featuring \(target) on your profile"
    case .blockServer(let isOn, let host): "\(isOn ? "block" : "unblock") \(host)"
    case .dismiss: "dismiss the notification"
    case .readConversation: "mark the conversation read"
    case .removeConversation: "remove the conversation"
    case .report: "report \(target)"
    case .cancelScheduled: "cancel the replaced post, which is still scheduled"
    }
  }
}
