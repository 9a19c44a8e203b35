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
  public func applying(_ action: ReaderAction) -> Post {
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

extension Poll {
  fileprivate mutating func vote(_ numbers: [Int]) {
    guard ownVotes == nil else { return }
    let numbers = Set(numbers).filter(options.indices.contains).sorted()
    for number in numbers { options[number].votes.add(1) }
    ownVotes = numbers
  }
}

extension Int? {
  /// What is not known stays so, and nothing falls below 0.
  fileprivate mutating func add(_ number: Int) {
    self = map { max(0, $0.addingReportingOverflow(number).partialValue) }
  }
}
