/// What the reader has done with a post.
public struct ViewerState: Hashable, Sendable {
  public var isFavourite: Bool
  public var isReposted: Bool
  public var isBookmarked: Bool
  /// Whether the reader is told no more of answers in its conversation.
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
  /// The post as it is once the reader has done something with it.
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
  /// The post as it was before the reader did something with it.
  public func takingBack(_ action: UserAction) -> Post {
    if let inverse = action.inverse { return applying(inverse) }
    var post = self
    switch action {
    case .vote: post.poll?.withdrawVote()
    case .delete: post.states.remove(.deleted)
    default: break
    }
    return post
  }

  /// Whether it is as an action wants it; nil where that is not known, or nothing that lasts.
  public func isAlready(_ action: UserAction) -> Bool? {
    let isSo: Bool? =
      switch action {
      case .favourite: viewer?.isFavourite
      case .repost: viewer?.isReposted
      case .bookmark: viewer?.isBookmarked
      case .muteThread: viewer?.isThreadMuted
      default: nil
      }
    return isSo.flatMap { isSo in action.isOn.map { $0 == isSo } }
  }

  /// Where it does not tell of the reader, as what a server sends to everybody, what another version told stays.
  public mutating func keepViewer(of known: Post) {
    guard viewer == nil else { return }
    viewer = known.viewer
    guard var told = poll, let before = known.poll, told.options.map(\.title) == before.options.map(\.title) else {
      return
    }
    told.ownVotes = told.ownVotes ?? before.ownVotes
    told.id = told.id ?? before.id
    poll = told
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
  /// What is not known stays so, and nothing falls below 0.
  fileprivate mutating func add(_ number: Int) {
    self = map { max(0, $0.addingReportingOverflow(number).partialValue) }
  }
}
