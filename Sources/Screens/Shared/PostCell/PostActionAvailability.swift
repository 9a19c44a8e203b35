import Domain

/// The actions that the user can perform on a post at its server, and the current state of each.
public struct PostActionAvailability: Hashable, Sendable {
  /// The actions that the account supports; empty if the entry is not a post, or is deleted.
  public var kinds: Set<UserAction.Kind>
  /// The entry to act on, by key, as it may move in the timeline in the meantime.
  public var entry: PostKey?
  public var isFavourite = false
  public var isReposted = false
  public var isBookmarked = false
  public var isPinned = false
  public var isThreadMuted = false
  /// Whether the account supports no actions at all, as an archive or a file.
  var isReadOnly = false
  /// Whether the server is read without an account.
  public var isWithoutAccount = false
  /// Whether the user is the author.
  public var isOwn = false
  /// The titles of the poll options to vote for; empty if the user cannot vote.
  public var options: [String] = []
  var allowsMultipleChoices = false
  /// The indices of the chosen options that have not been sent yet.
  public var chosen: Set<Int> = []
  /// The supported ways to reply to, quote or change the post.
  var writingActions: Set<WritingAction> = []
  /// The actions on its author, or on the account that a notification is about; nil if there are none.
  public var profileActions: ProfileActionAvailability?
  /// Whether the user can say who may quote the post.
  public var canSetQuotePolicy = false
  /// The user's post that it quotes, which the user can take out of it; nil if there is none.
  public var revocableQuote: PostID?
  /// The user's other accounts that can act on the post.
  public var otherAccounts: [ActingAccount] = []
  /// The one of them that acts when no account is chosen, because the server is read without one; nil otherwise.
  public var actingAccount: ActingAccount?
  /// Whether it is a notification that can be dismissed, or a conversation that can be removed.
  var canBeDismissed = false
  var isConversation = false
  /// nil if the post cannot be translated.
  public var translation: Translation?

  /// The state of a translation by the server.
  public struct Translation: Hashable, Sendable {
    /// Whether the translated text is shown.
    public var isShown: Bool
    /// The name of the post's language; nil if unknown.
    public var language: String?
    /// Whether the language is not one of the user's.
    public var isForeign: Bool

    public init(isShown: Bool, language: String?, isForeign: Bool) {
      self.isShown = isShown
      self.language = language
      self.isForeign = isForeign
    }
  }

  public enum WritingAction: Hashable, Sendable {
    case reply, quote, edit, redraft
  }

  /// No actions, as in a read-only source.
  public static let none = PostActionAvailability(kinds: [])

  public init(kinds: Set<UserAction.Kind>) {
    self.kinds = kinds
    isReadOnly = kinds.isEmpty
  }

  /// - Parameters:
  ///   - user: the user's profile in the account.
  ///   - kinds: the actions that the account supports.
  ///   - chosen: the indices of the chosen poll options that have not been sent yet.
  ///   - canWrite: whether posts can be written in the account.
  ///   - canQuote: whether the server supports quotes.
  ///   - canSetQuotePolicy: whether the server supports quote policies.
  ///   - relationship: returns the known relationship with an account, by its `actionTargetID`.
  ///   - isRelationshipUnknown: returns whether the relationship with an account is not loaded yet, by its
  ///     `actionTargetID`.
  public init(
    on post: Post, by user: Profile, _ kinds: Set<UserAction.Kind>, chosen: Set<Int> = [], canWrite: Bool,
    canQuote: Bool = true, canSetQuotePolicy: Bool = false, relationship: (String) -> Relationship? = { _ in nil },
    isRelationshipUnknown: (String) -> Bool = { _ in false }
  ) {
    self.init(kinds: kinds)
    entry = post.key
    isReadOnly = kinds.isEmpty && !canWrite
    isConversation = post.notification?.conversation != nil
    canBeDismissed = post.notification != nil && kinds.contains(isConversation ? .removeConversation : .dismiss)
    profileActions = post.actionTarget.flatMap { profile in
      var availability = ProfileActionAvailability(on: profile, by: user, kinds, relationship(profile.actionTargetID))
      availability?.isRelationshipUnknown = isRelationshipUnknown(profile.actionTargetID)
      if post.notification?.kind == .followRequest { availability?.flags.insert(.requestedBy) }
      return availability
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
    isOwn = post.author.map { $0.isSame(as: user) } ?? false
    if canSetQuotePolicy {
      self.canSetQuotePolicy = isOwn
      if !isOwn, case .shown(let quoted)? = post.quote, quoted.author?.isSame(as: user) == true {
        revocableQuote = quoted.id
      }
    }
    if let poll = post.poll, poll.id != nil, !poll.isClosed, poll.ownVotes == nil, !isOwn {
      options = poll.options.map(\.title)
      allowsMultipleChoices = poll.allowsMultiple
    }
    guard canWrite else { return }
    writingActions = isOwn ? [.reply, .edit, .redraft] : [.reply]
    if canQuote { writingActions.insert(.quote) }
  }
}

public enum PostAction: Hashable, Sendable {
  case favourite, repost, bookmark, pin, muteThread, delete
  /// Votes for poll options, by index.
  case vote([Int])
  /// Toggles an option of a multiple-choice poll, by index. Nothing is sent before the vote.
  case choose(Int)
  case write(PostActionAvailability.WritingAction)
  case setQuotePolicy(QuotePolicy)
  /// Takes the user's post out of the post that quotes it.
  case revokeQuote(of: PostID)
  /// An action on the author, or on the account that a notification is about.
  case profile(ProfileAction)
  case dismiss
  /// An action of another account of the user.
  case asOtherAccount(OtherAccountAction, AccountID)
  /// Shows the translation of the post, or its original text again.
  case translate
  /// Opens the form for a filter of posts like this one.
  case filter
}

extension PostAction {
  /// The user action to send to the server; nil if it does not apply to the post or nothing is sent.
  public func userAction(on post: Post) -> UserAction? {
    let viewer = post.viewer ?? ViewerState()
    return switch self {
    case .favourite: .favourite(!viewer.isFavourite, post.id)
    case .repost: .repost(!viewer.isReposted, post.id, visibility: nil)
    case .bookmark: .bookmark(!viewer.isBookmarked, post.id)
    case .pin: .pin(!post.states.contains(.pinned), post.id)
    case .muteThread: .muteThread(!viewer.isThreadMuted, post.id)
    case .delete: .delete(post.id)
    case .setQuotePolicy(let policy): .setQuotePolicy(policy, post.id)
    case .revokeQuote(let quoted): .revokeQuote(of: quoted, by: post.id)
    case .vote(let options): post.poll?.id.map { .vote(options, poll: $0, post.id) }
    case .profile(let action): post.actionTarget.flatMap { action.userAction(on: $0) }
    case .dismiss:
      post.notification.map { notification in
        notification.conversation.map(UserAction.removeConversation) ?? .dismiss(notification: notification.id)
      }
    case .choose, .write, .asOtherAccount, .translate, .filter: nil
    }
  }
}

extension Post {
  /// The account that actions refer to: the author, or the first account of a notification without a post.
  public var actionTarget: Profile? { isPost ? author : notification?.profiles.first }
}
