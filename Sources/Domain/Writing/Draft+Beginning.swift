import FoundationEssentials

/// With what somebody begins to write.
extension Draft {
  /// An answer: whoever is spoken to stands in it, and the warning stays. Who may read it follows from what it answers
  /// (`visibility(ownDefault:)`).
  /// - Parameters:
  ///   - me: who answers; nobody mentions themselves.
  ///   - local: the domains of the server of whoever answers: its people need none in their names.
  public static func reply(
    to post: Post, by account: AccountID, me: Profile, local: LocalDomains, at moment: Date
  ) -> Draft {
    let people = post.addressees(without: me, local)
    return Draft(
      account: account, purpose: .reply(to: DraftSubject(post)),
      text: people.map { "@\($0) " }.joined(), warning: post.warning ?? "", changedAt: moment)
  }

  public static func quote(_ post: Post, by account: AccountID, at moment: Date) -> Draft {
    Draft(account: account, purpose: .quote(DraftSubject(post)), changedAt: moment)
  }

  /// The same post once more, to be changed: with all that goes with it, for what a change does not name is gone.
  public static func edit(_ post: Post, source: PostSource, by account: AccountID, at moment: Date) -> Draft {
    Draft(
      account: account, purpose: .edit(DraftSubject(post)), text: source.text, warning: source.warning,
      visibility: source.visibility ?? post.visibility, language: source.language,
      isSensitive: source.isSensitive || !source.warning.isEmpty, poll: source.poll, media: source.media,
      changedAt: moment)
  }
}

extension Draft {
  /// An edit of a post as a post of its own, in place of the one that is deleted: it answers or quotes the same, and no
  /// more people may read it.
  public func redrafting(_ post: Post) -> Draft {
    var draft = self
    draft.id = DraftID()
    draft.visibility = visibility ?? post.visibility ?? .followers
    if let answered = post.replyTo {
      draft.purpose = .reply(
        to: DraftSubject(id: answered, author: post.replyToAuthor, excerpt: "", visibility: draft.visibility))
    } else if case .shown(let quoted)? = post.quote {
      draft.purpose = .quote(DraftSubject(quoted))
    } else {
      draft.purpose = .post
    }
    return draft
  }
}

extension Post {
  /// The handles of its author and of all whom it mentions, each once.
  func addressees(without me: Profile, _ local: LocalDomains) -> [String] {
    let people = [author].compactMap(\.self) + mentionedPeople
    let others = people.reduce(into: [Profile]()) { others, person in
      guard !person.handle.isEmpty, !local.areSame(person, me),
        !others.contains(where: { local.areSame($0, person) })
      else { return }
      others.append(person)
    }
    return others.map { local.shortened($0.handle) }
  }
}
