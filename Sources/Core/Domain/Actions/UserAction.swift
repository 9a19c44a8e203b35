/// An action of the user at a server, other than publishing.
public enum UserAction: Hashable, Sendable {
  case favourite(Bool, PostID)
  /// - visibility: the visibility of the repost; nil for the server's default.
  case repost(Bool, PostID, visibility: Visibility?)
  case bookmark(Bool, PostID)
  case pin(Bool, PostID)
  case muteThread(Bool, PostID)
  /// The indexes of the options, from 0.
  case vote([Int], poll: String, PostID)
  case delete(PostID)
  /// Sets who may quote the user's post.
  case setQuotePolicy(QuotePolicy, PostID)
  /// Takes a post of the user out of the post that quotes it.
  case revokeQuote(of: PostID, by: PostID)
  case follow(Bool, account: String)
  case mute(MuteOptions?, account: String)
  case block(Bool, account: String)
  case showReposts(Bool, account: String)
  case acceptFollower(Bool, account: String)
  case addToList(Bool, list: String, account: String)
  /// Replaces the private note about an account; an empty string removes it.
  case note(String, account: String)
  /// Notifies the user of each post of an account.
  case notify(Bool, account: String)
  /// Features an account on the user's own profile.
  case endorse(Bool, account: String)
  /// Blocks a whole server, by its host.
  case blockServer(Bool, String)
  case followTag(Bool, String)
  case dismiss(notification: String)
  /// Marks a conversation read, by the server's ID.
  case readConversation(String)
  /// Removes a conversation from the user's list. Its posts stay.
  case removeConversation(String)
  case report(Report)
  /// Cancels a scheduled post that another post has replaced.
  case cancelScheduled(ScheduledPostID)

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case favourite, repost, bookmark, pin, muteThread, vote, delete, setQuotePolicy, revokeQuote
    case follow, mute, block, showReposts, acceptFollower, addToList, note, notify, endorse, blockServer
    case followTag, dismiss, report, cancelScheduled, readConversation, removeConversation
  }
}

public struct MuteOptions: Hashable, Sendable {
  /// In seconds; nil for an unlimited mute.
  public var duration: Int?
  public var hidesNotifications: Bool

  public init(duration: Int? = nil, hidesNotifications: Bool = true) {
    self.duration = duration
    self.hidesNotifications = hidesNotifications
  }
}

/// A report to the moderators of a server.
public struct Report: Hashable, Sendable {
  /// Mastodon's categories (documentation, methods/reports).
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case spam, legal, violation, other
  }

  public var account: String
  public var posts: [PostID]
  public var reason: Reason
  public var comment: String
  /// Whether the moderators of the reported account's server get it as well.
  public var forwards: Bool

  public init(
    account: String, posts: [PostID] = [], reason: Reason = .other, comment: String = "", forwards: Bool = false
  ) {
    self.account = account
    self.posts = posts
    self.reason = reason
    self.comment = comment
    self.forwards = forwards
  }
}

extension UserAction {
  public var kind: Kind {
    switch self {
    case .favourite: .favourite
    case .repost: .repost
    case .bookmark: .bookmark
    case .pin: .pin
    case .muteThread: .muteThread
    case .vote: .vote
    case .delete: .delete
    case .setQuotePolicy: .setQuotePolicy
    case .revokeQuote: .revokeQuote
    case .follow: .follow
    case .mute: .mute
    case .block: .block
    case .showReposts: .showReposts
    case .acceptFollower: .acceptFollower
    case .addToList: .addToList
    case .note: .note
    case .notify: .notify
    case .endorse: .endorse
    case .blockServer: .blockServer
    case .followTag: .followTag
    case .dismiss: .dismiss
    case .readConversation: .readConversation
    case .removeConversation: .removeConversation
    case .report: .report
    case .cancelScheduled: .cancelScheduled
    }
  }

  /// The post that the action is about; nil if it is about none.
  public var post: PostID? {
    switch self {
    case .favourite(_, let post), .repost(_, let post, _), .bookmark(_, let post), .pin(_, let post),
      .muteThread(_, let post), .vote(_, _, let post), .delete(let post), .setQuotePolicy(_, let post),
      .revokeQuote(_, let post):
      post
    default: nil
    }
  }

  /// The same action for the post under another ID.
  public func about(_ id: PostID) -> UserAction {
    switch self {
    case .favourite(let isOn, _): .favourite(isOn, id)
    case .repost(let isOn, _, let visibility): .repost(isOn, id, visibility: visibility)
    case .bookmark(let isOn, _): .bookmark(isOn, id)
    case .pin(let isOn, _): .pin(isOn, id)
    case .muteThread(let isOn, _): .muteThread(isOn, id)
    case .vote(let options, let poll, _): .vote(options, poll: poll, id)
    case .delete: .delete(id)
    case .setQuotePolicy(let policy, _): .setQuotePolicy(policy, id)
    case .revokeQuote(let quoted, _): .revokeQuote(of: quoted, by: id)
    case .follow, .mute, .block, .showReposts, .acceptFollower, .addToList, .note, .notify, .endorse, .blockServer,
      .followTag, .dismiss, .report, .cancelScheduled, .readConversation, .removeConversation:
      self
    }
  }

  /// The ID of the account that the action is about; nil if it is about none.
  public var account: String? {
    switch self {
    case .follow(_, let account), .mute(_, let account), .block(_, let account), .showReposts(_, let account),
      .acceptFollower(_, let account), .addToList(_, _, let account), .note(_, let account), .notify(_, let account),
      .endorse(_, let account):
      account
    case .report(let report): report.account
    default: nil
    }
  }

  /// Whether the action turns something on or off; nil if it does neither.
  public var isOn: Bool? {
    switch self {
    case .favourite(let isOn, _), .repost(let isOn, _, _), .bookmark(let isOn, _), .pin(let isOn, _),
      .muteThread(let isOn, _), .follow(let isOn, _), .block(let isOn, _), .showReposts(let isOn, _),
      .addToList(let isOn, _, _), .followTag(let isOn, _), .notify(let isOn, _), .endorse(let isOn, _),
      .blockServer(let isOn, _):
      isOn
    case .mute(let terms, _): terms != nil
    case .vote, .delete, .setQuotePolicy, .revokeQuote, .acceptFollower, .note, .dismiss, .report, .cancelScheduled,
      .readConversation, .removeConversation:
      nil
    }
  }

  /// The action that undoes this one; nil if it cannot be undone.
  public var inverse: UserAction? {
    switch self {
    case .favourite(let isOn, let post): .favourite(!isOn, post)
    case .repost(let isOn, let post, let visibility): .repost(!isOn, post, visibility: visibility)
    case .bookmark(let isOn, let post): .bookmark(!isOn, post)
    case .pin(let isOn, let post): .pin(!isOn, post)
    case .muteThread(let isOn, let post): .muteThread(!isOn, post)
    case .follow(let isOn, let account): .follow(!isOn, account: account)
    case .mute(let terms, let account): .mute(terms == nil ? MuteOptions() : nil, account: account)
    case .block(let isOn, let account): .block(!isOn, account: account)
    case .showReposts(let isOn, let account): .showReposts(!isOn, account: account)
    case .addToList(let isOn, let list, let account): .addToList(!isOn, list: list, account: account)
    case .followTag(let isOn, let tag): .followTag(!isOn, tag)
    case .notify(let isOn, let account): .notify(!isOn, account: account)
    case .endorse(let isOn, let account): .endorse(!isOn, account: account)
    case .blockServer(let isOn, let host): .blockServer(!isOn, host)
    case .vote, .delete, .setQuotePolicy, .revokeQuote, .acceptFollower, .note, .dismiss, .report, .cancelScheduled,
      .readConversation, .removeConversation:
      nil
    }
  }

  /// Of two pending actions with the same slot only the later one is sent. nil if each must be sent.
  public var slot: String? {
    switch self {
    case .vote, .delete, .revokeQuote, .dismiss, .report, .acceptFollower, .cancelScheduled: nil
    case .addToList(_, let list, let account): "\(kind.rawValue) \(list) \(account)"
    case .followTag(_, let tag): "\(kind.rawValue) \(tag.lowercased())"
    case .readConversation(let id), .removeConversation(let id): "\(kind.rawValue) \(id)"
    case .blockServer(_, let host): "\(kind.rawValue) \(host.lowercased())"
    default: "\(kind.rawValue) \(post?.rawValue ?? account ?? "")"
    }
  }
}
