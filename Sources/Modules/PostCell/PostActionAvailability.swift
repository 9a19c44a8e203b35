import Domain

/// What a reader can do with a post at its server, and has done: words and flags.
public struct PostActionAvailability: Hashable, Sendable {
  public var kinds: Set<UserAction.Kind>
  /// What they are done with: that entry alone, wherever it stands by then.
  public var entry: PostKey?
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
  /// The numbers of those that have been chosen, and not been sent.
  public var chosen: Set<Int> = []
  /// What can be written about it.
  public var writings: Set<Writing> = []
  /// What can be done with whoever wrote it, or has done what it tells of; nil where nothing can.
  public var person: ProfileActionAvailability?
  /// Whether it is a notification that can be dismissed.
  public var canBeDismissed = false

  public enum Writing: Hashable, Sendable {
    case reply, quote, edit, redraft
  }

  /// Where nothing can be done but read.
  public static let none = PostActionAvailability(kinds: [])

  public init(kinds: Set<UserAction.Kind>) {
    self.kinds = kinds
  }

  /// - Parameters:
  ///   - reader: who would act.
  ///   - kinds: what can be done in the account.
  ///   - chosen: what has been chosen in its poll, and not been sent.
  ///   - canWrite: whether posts can be written there.
  ///   - canQuote: whether the server knows quotes.
  ///   - relationship: what is known of what there is between the reader and somebody, by what they are acted on.
  ///   - isUncertain: whether that may still come to be known.
  public init(
    on post: Post, by reader: Profile, _ kinds: Set<UserAction.Kind>, chosen: Set<Int> = [], canWrite: Bool,
    canQuote: Bool = true, relationship: (String) -> Relationship? = { _ in nil },
    isUncertain: (String) -> Bool = { _ in false }
  ) {
    self.init(kinds: kinds)
    entry = post.key
    canBeDismissed = post.notification != nil && kinds.contains(.dismiss)
    person = post.actedOn.flatMap { person in
      var acts = ProfileActionAvailability(on: person, by: reader, kinds, relationship(person.actingID))
      acts?.isUncertain = isUncertain(person.actingID)
      if post.notification?.kind == .followRequest { acts?.ties.insert(.requestedBy) }
      return acts
    }
    guard post.isPost, !post.states.contains(.deleted) else {
      self.kinds = []
      return
    }
    self.chosen = chosen
    let viewer = post.viewer ?? ViewerState()
    (isFavourite, isReposted) = (viewer.isFavourite, viewer.isReposted)
    (isBookmarked, isThreadMuted) = (viewer.isBookmarked, viewer.isThreadMuted)
    isPinned = post.states.contains(.pinned)
    isOwn = post.author.map { $0.isSame(as: reader) } ?? false
    if let poll = post.poll, poll.id != nil, !poll.isClosed, poll.ownVotes == nil, !isOwn {
      options = poll.options.map(\.title)
      allowsSeveral = poll.allowsSeveral
    }
    guard canWrite else { return }
    writings = isOwn ? [.reply, .edit, .redraft] : [.reply]
    if canQuote { writings.insert(.quote) }
  }
}

/// What a person does with a post.
public enum PostAction: Hashable, Sendable {
  case favourite, repost, bookmark, pin, muteThread, delete
  /// The numbers of the options, from 0.
  case vote([Int])
  /// Chooses an option of several that may be chosen, or chooses it no more.
  case choose(Int)
  case write(PostActionAvailability.Writing)
  /// Done with whoever wrote it, or has done what it tells of.
  case person(ProfileAction)
  case dismiss
}

extension PostAction {
  /// What shall be so; nil where it cannot be done with that post.
  public func action(on post: Post) -> UserAction? {
    let viewer = post.viewer ?? ViewerState()
    return switch self {
    case .favourite: .favourite(!viewer.isFavourite, post.id)
    case .repost: .repost(!viewer.isReposted, post.id, visibility: nil)
    case .bookmark: .bookmark(!viewer.isBookmarked, post.id)
    case .pin: .pin(!post.states.contains(.pinned), post.id)
    case .muteThread: .muteThread(!viewer.isThreadMuted, post.id)
    case .delete: .delete(post.id)
    case .vote(let options): post.poll?.id.map { .vote(options, poll: $0, post.id) }
    case .person(let act): post.actedOn.flatMap { act.action(on: $0) }
    case .dismiss: post.notification.map { .dismiss(notification: $0.id) }
    case .choose, .write: nil
    }
  }
}

extension Post {
  /// Whom is acted on from here: whoever wrote it, or where it is about no post, whoever it tells of.
  public var actedOn: Profile? { isPost ? author : notification?.people.first }
}
