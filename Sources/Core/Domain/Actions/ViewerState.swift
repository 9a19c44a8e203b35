/// The user's own interactions with a post.
public struct ViewerState: Hashable, Sendable {
  public var isFavourite: Bool
  public var isReposted: Bool
  public var isBookmarked: Bool
  /// Whether notifications of its thread are muted.
  public var isThreadMuted: Bool

  public init(
    isFavourite: Bool = false, isReposted: Bool = false, isBookmarked: Bool = false, isThreadMuted: Bool = false
  ) {
    self.isFavourite = isFavourite
    self.isReposted = isReposted
    self.isBookmarked = isBookmarked
    self.isThreadMuted = isThreadMuted
  }
}

extension Post {
  /// The post after an action of the user.
  public func applying(_ action: UserAction) -> Post {
    var post = self
    var viewer = viewer ?? ViewerState()
    switch action {
    case .favourite(let isOn, _) where isOn != viewer.isFavourite:
      viewer.isFavourite = isOn
      post.counts?.likes.add(isOn ? 1 : -1)
    case .repost(let isOn, _, _) where isOn != viewer.isReposted:
      viewer.isReposted = isOn
      post.counts?.reposts.add(isOn ? 1 : -1)
    case .bookmark(let isOn, _): viewer.isBookmarked = isOn
    case .muteThread(let isOn, _): viewer.isThreadMuted = isOn
    case .pin(let isOn, _):
      if isOn { post.states.insert(.pinned) } else { post.states.remove(.pinned) }
      return post
    case .vote(let options, _, _):
      post.poll?.vote(options)
      return post
    case .delete:
      post.states.insert(.deleted)
      return post
    default: return post
    }
    post.viewer = viewer
    return post
  }
}

extension Post {
  /// The post without the effect of an action.
  public func reverting(_ action: UserAction) -> Post {
    if let inverse = action.inverse { return applying(inverse) }
    var post = self
    switch action {
    case .vote: post.poll?.withdrawVote()
    case .delete: post.states.remove(.deleted)
    default: break
    }
    return post
  }

  /// Whether the post already has the state that an action sets; nil if that is unknown or the action sets no state.
  public func reflects(_ action: UserAction) -> Bool? {
    let isSet: Bool? =
      switch action {
      case .favourite: viewer?.isFavourite
      case .repost: viewer?.isReposted
      case .bookmark: viewer?.isBookmarked
      case .muteThread: viewer?.isThreadMuted
      default: nil
      }
    return isSet.flatMap { isSet in action.isOn.map { $0 == isSet } }
  }

  /// Keeps the user's state of a known version if this one has none, as in events that a server sends to all users.
  public mutating func inheritViewerState(from known: Post) {
    guard viewer == nil else { return }
    viewer = known.viewer
    guard var newPoll = poll, let oldPoll = known.poll, newPoll.options.map(\.title) == oldPoll.options.map(\.title)
    else { return }
    newPoll.ownVotes = newPoll.ownVotes ?? oldPoll.ownVotes
    newPoll.id = newPoll.id ?? oldPoll.id
    poll = newPoll
  }
}

extension Poll {
  fileprivate mutating func withdrawVote() {
    for number in ownVotes ?? [] where options.indices.contains(number) { options[number].votes.add(-1) }
    if ownVotes?.isEmpty == false { voters.add(-1) }
    ownVotes = nil
  }

  fileprivate mutating func vote(_ numbers: [Int]) {
    guard ownVotes == nil else { return }
    let numbers = Set(numbers).filter(options.indices.contains).sorted()
    for number in numbers { options[number].votes.add(1) }
    if !numbers.isEmpty { voters.add(1) }
    ownVotes = numbers
  }
}

extension Int? {
  /// nil stays nil, and the result is never negative.
  fileprivate mutating func add(_ number: Int) {
    self = map { max(0, $0.addingReportingOverflow(number).partialValue) }
  }
}
