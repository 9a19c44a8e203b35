import Domain

extension UserAction {
  /// Whether the action removes something: it is complete if there is nothing to remove.
  var isRemoval: Bool {
    switch self {
    case .favourite(let isOn, _), .repost(let isOn, _, _), .bookmark(let isOn, _), .pin(let isOn, _),
      .muteThread(let isOn, _), .follow(let isOn, _), .block(let isOn, _), .showReposts(let isOn, _),
      .acceptFollower(let isOn, _), .addToList(let isOn, _, _), .followTag(let isOn, _), .notify(let isOn, _),
      .endorse(let isOn, _), .blockServer(let isOn, _):
      !isOn
    case .mute(let terms, _): terms == nil
    case .delete, .revokeQuote, .dismiss, .cancelScheduled, .removeConversation, .readConversation: true
    case .vote, .setQuotePolicy, .report, .note: false
    }
  }

  /// The member of a relationship in a response that the action sets immediately (documentation,
  /// entities/Relationship); nil if it sets none, or the other server may have to agree.
  var relationshipFlag: (name: String, isOn: Bool)? {
    switch self {
    case .showReposts(let isOn, _): ("showing_reblogs", isOn)
    case .notify(let isOn, _): ("notifying", isOn)
    case .mute(let terms, _): ("muting", terms != nil)
    default: nil
    }
  }

  /// Whether a post is already in the state that the action requests.
  func isApplied(to post: Post) -> Bool {
    switch self {
    case .favourite(let isOn, _): post.viewer?.isFavourite == isOn
    case .repost(let isOn, _, _): post.viewer?.isReposted == isOn
    case .bookmark(let isOn, _): post.viewer?.isBookmarked == isOn
    case .muteThread(let isOn, _): post.viewer?.isThreadMuted == isOn
    case .pin(let isOn, _): post.states.contains(.pinned) == isOn
    case .vote(let options, _, _): post.poll?.ownVotes.map(Set.init) == Set(options)
    default: false
    }
  }
}

extension ServerFailure {
  /// Whether the resource or the endpoint is missing.
  var isNotFound: Bool { status == 404 || status == 410 }

  /// Whether the failure may mean that nothing is to be changed: a refusal, or a closed connection.
  var mayAlreadyBeApplied: Bool {
    switch status {
    case nil: if case .offline = error { mayHaveArrived } else { false }
    case 400, 409, 422, 500: true
    default: false
    }
  }

  func unavailable(_ post: PostID) -> ServerFailure {
    var failure = self
    failure.error = .postUnavailable(id: post, reason: .deleted)
    return failure
  }
}
