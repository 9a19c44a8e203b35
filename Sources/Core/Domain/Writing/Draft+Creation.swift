import FoundationEssentials

/// Drafts with their initial content.
extension Draft {
  /// A reply. It mentions the author and everyone mentioned in the post, and copies the content warning. The
  /// visibility is left nil: `visibility(ownDefault:)` derives it from the post.
  /// - Parameters:
  ///   - me: the replying account, which is not mentioned.
  ///   - local: the domains of its server; local handles are mentioned without a domain.
  public static func reply(
    to post: Post, by account: AccountID, me: Profile, local: LocalDomains, at date: Date
  ) -> Draft {
    let profiles = post.addressees(without: me, local)
    return Draft(
      account: account, purpose: .reply(to: DraftSubject(post)),
      text: profiles.map { "@\($0) " }.joined(), warning: post.warning ?? "", changedAt: date)
  }

  public static func quote(_ post: Post, by account: AccountID, at date: Date) -> Draft {
    Draft(account: account, purpose: .quote(DraftSubject(post)), changedAt: date)
  }

  /// An edit of a post. It contains everything that the post has, because the server removes what an edit omits.
  public static func edit(_ post: Post, source: PostSource, by account: AccountID, at date: Date) -> Draft {
    Draft(
      account: account, purpose: .edit(DraftSubject(post)), text: source.text, warning: source.warning,
      visibility: source.visibility ?? post.visibility, quotePolicy: source.quotePolicy, language: source.language,
      isSensitive: source.isSensitive || !source.warning.isEmpty, poll: source.poll, media: source.media,
      changedAt: date)
  }
}

extension Draft {
  /// Converts this edit to a new post that replaces `post` after its deletion. It replies to or quotes the same post
  /// and is not visible to more accounts.
  public func redrafting(_ post: Post) -> Draft {
    var draft = self
    draft.id = DraftID()
    draft.visibility = visibility ?? post.visibility ?? .followers
    if let parent = post.replyTo {
      draft.purpose = .reply(
        to: DraftSubject(id: parent, author: post.replyToAuthor, excerpt: "", visibility: draft.visibility))
    } else {
      draft.purpose = post.requoted.map { .quote($0) } ?? .post
    }
    return draft
  }
}

extension Post {
  /// The post to quote again; nil if there is none, or its author does not allow it.
  fileprivate var requoted: DraftSubject? {
    switch quote {
    case .shown(let quoted): DraftSubject(quoted)
    // The quote was allowed at the visibility of this post.
    case .unavailable(let id?, let reason) where !reason.endsQuote:
      DraftSubject(id: id, author: nil, excerpt: "", visibility: visibility)
    case .unavailable, nil: nil
    }
  }

  /// The loss of a new post in place of this one, with its reason: “the quoted post, because …”; nil if there is none.
  public var redraftLoss: String? {
    switch quote {
    case .unavailable(nil, let reason) where !reason.endsQuote:
      "the quoted post, because your server does not say which one it is"
    case .some where replyTo != nil && requoted != nil:
      "the quoted post, because a reply in Tern cannot quote"
    default: nil
    }
  }
}

extension UnavailableReason {
  /// Whether the quoted post is deleted, or its author has refused the quote.
  fileprivate var endsQuote: Bool { [.deleted, .rejected, .revoked, .detached].contains(self) }
}

extension Post {
  /// The handles of the author and of all mentioned accounts, without duplicates and without `me`. Local handles have
  /// no domain.
  func addressees(without me: Profile, _ local: LocalDomains) -> [String] {
    let profiles = [author].compactMap(\.self) + mentionedProfiles
    let others = profiles.reduce(into: [Profile]()) { others, profile in
      guard !profile.handle.isEmpty, !local.areSame(profile, me),
        !others.contains(where: { local.areSame($0, profile) })
      else { return }
      others.append(profile)
    }
    return others.map { local.shortened($0.handle) }
  }
}
