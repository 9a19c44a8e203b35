import Domain

extension UserAction {
  /// The action in a few words, for notices and the undo command: “favourite”.
  var text: String {
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
    case .follow(let isOn, _): isOn ? "follow" : "unfollow"
    case .mute(let terms, _): terms == nil ? "unmuted" : "muted"
    case .block(let isOn, _): isOn ? "blocked" : "unblocked"
    case .showReposts(let isOn, _): isOn ? "reposts shown" : "reposts hidden"
    case .acceptFollower(let isOn, _): isOn ? "follower accepted" : "follower rejected"
    case .addToList(let isOn, _, _): isOn ? "added to the list" : "removed from the list"
    case .followTag(let isOn, let tag): isOn ? "followed #\(tag)" : "unfollowed #\(tag)"
    case .note(let text, _): text.isEmpty ? "note removed" : "note saved"
    case .notify(let isOn, _): isOn ? "post notifications on" : "post notifications off"
    case .endorse(let isOn, _): isOn ? "featured on your profile" : "no longer featured"
    case .blockServer(let isOn, let host): isOn ? "blocked \(host)" : "unblocked \(host)"
    case .dismiss: "notification dismissed"
    case .readConversation: "conversation marked read"
    case .removeConversation: "conversation removed"
    case .report: "report"
    case .cancelScheduled: "the replaced post is still scheduled"
    }
  }

  /// Why the action cannot be undone; nil if it can.
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
}

extension RefusedAction {
  /// The refused action and the reason: “Not muted, @grace: server.example says “Record not found””.
  /// - Parameter target: The account or post of the action; nil if unknown.
  func text(about target: String?) -> String {
    [action.refusalSentence, target].compactMap(\.self).joined(separator: ", ") + ": \(error.clause)"
  }
}

extension UserAction {
  /// The refused change as the beginning of a sentence: “Not muted”, “Note not saved”, “Like”.
  fileprivate var refusalSentence: String {
    switch self {
    case .pin, .mute, .block, .addToList, .followTag, .blockServer, .endorse(true, _): return "Not " + text
    case .endorse(false, _): return "Still featured on your profile"
    case .notify: return "Post notifications not changed"
    case .favourite(true, _), .repost(true, _, _), .bookmark(true, _), .vote, .setQuotePolicy, .follow, .report,
      .cancelScheduled:
      return sentence
    case .favourite, .repost, .bookmark, .muteThread, .delete, .revokeQuote, .showReposts, .acceptFollower, .note,
      .dismiss, .readConversation, .removeConversation:
      let noun = sentence.prefix { $0 != " " }
      return noun + " not" + sentence.dropFirst(noun.count)
    }
  }
}
