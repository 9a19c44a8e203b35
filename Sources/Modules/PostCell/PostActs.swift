import Domain

/// What a reader can do with a post at its server, and has done: words and flags.
public struct PostActs: Hashable, Sendable {
  public var kinds: Set<ReaderAction.Kind>
  public var isFavourite = false
  public var isReposted = false
  public var isBookmarked = false
  public var isPinned = false
  public var isThreadMuted = false
  /// Whether the reader wrote it.
  public var isOwn = false
  /// What can be chosen in its poll; empty where nothing can.
  public var options: [String] = []
  public var allowsSeveral = false
  /// Whether it can be answered, and quoted.
  public var canReply = false
  public var canQuote = false

  /// Where nothing can be done but read.
  public static let none = PostActs(kinds: [])

  public init(kinds: Set<ReaderAction.Kind>) {
    self.kinds = kinds
  }

  /// - Parameters:
  ///   - reader: who would act.
  ///   - kinds: what can be done in the account.
  public init(on post: Post, by reader: Profile, _ kinds: Set<ReaderAction.Kind>) {
    self.init(kinds: kinds)
    let viewer = post.viewer ?? ViewerState()
    (isFavourite, isReposted) = (viewer.isFavourite, viewer.isReposted)
    (isBookmarked, isThreadMuted) = (viewer.isBookmarked, viewer.isThreadMuted)
    isPinned = post.states.contains(.pinned)
    isOwn = post.author.map { $0.isSame(as: reader) } ?? false
    if let poll = post.poll, poll.id != nil, !poll.isClosed, poll.ownVotes == nil, !isOwn {
      options = poll.options.map(\.title)
      allowsSeveral = poll.allowsSeveral
    }
  }
}

/// What a person does with a post.
public enum PostAct: Hashable, Sendable {
  case favourite, repost, bookmark, pin, muteThread, delete
  /// The numbers of the options, from 0.
  case vote([Int])
}

extension PostAct {
  /// What shall be so; nil where it cannot be done with that post.
  public func action(on post: Post) -> ReaderAction? {
    let viewer = post.viewer ?? ViewerState()
    return switch self {
    case .favourite: .favourite(!viewer.isFavourite, post.id)
    case .repost: .repost(!viewer.isReposted, post.id, visibility: nil)
    case .bookmark: .bookmark(!viewer.isBookmarked, post.id)
    case .pin: .pin(!post.states.contains(.pinned), post.id)
    case .muteThread: .muteThread(!viewer.isThreadMuted, post.id)
    case .delete: .delete(post.id)
    case .vote(let options): post.poll?.id.map { .vote(options, poll: $0, post.id) }
    }
  }
}

extension Profile {
  fileprivate func isSame(as other: Profile) -> Bool {
    if let id, let otherID = other.id { return id == otherID }
    return !handle.isEmpty && handle.lowercased() == other.handle.lowercased()
  }
}

extension ReaderAction {
  /// What was done, for a notice and for taking it back: “favourite”; “favourite taken back”.
  public var words: String {
    switch self {
    case .favourite(let isOn, _): isOn ? "favourite" : "favourite taken back"
    case .repost(let isOn, _, _): isOn ? "repost" : "repost taken back"
    case .bookmark(let isOn, _): isOn ? "bookmark" : "bookmark removed"
    case .pin(let isOn, _): isOn ? "pinned to your profile" : "no longer pinned"
    case .muteThread(let isOn, _): isOn ? "conversation muted" : "conversation no longer muted"
    case .vote: "vote"
    case .delete: "deleted"
    case .follow(let isOn, _): isOn ? "follow" : "follow taken back"
    case .mute(let terms, _): terms == nil ? "no longer muted" : "muted"
    case .block(let isOn, _): isOn ? "blocked" : "no longer blocked"
    case .showReposts(let isOn, _): isOn ? "reposts shown" : "reposts hidden"
    case .acceptFollower(let isOn, _): isOn ? "follower accepted" : "follower refused"
    case .addToList(let isOn, _, _): isOn ? "added to the list" : "taken off the list"
    case .followTag(let isOn, let tag): isOn ? "#\(tag) followed" : "#\(tag) no longer followed"
    case .dismiss: "notification dismissed"
    case .report: "report"
    }
  }
}
