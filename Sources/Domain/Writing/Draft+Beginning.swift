import FoundationEssentials

/// With what somebody begins to write.
extension Draft {
  /// An answer: whoever is spoken to stands in it, and the warning stays. Who may read it follows from what it answers
  /// (`visibility(ownDefault:)`).
  /// - Parameters:
  ///   - me: who answers; nobody mentions themselves.
  ///   - host: the server of whoever answers: its people need no server in their names.
  public static func reply(to post: Post, by account: AccountID, me: Profile, host: String?, at moment: Date) -> Draft {
    let people = post.spokenTo(without: me, host: host)
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
  /// The handles of its author and of all who are mentioned in it, each once.
  func spokenTo(without me: Profile, host: String?) -> [String] {
    var handles = [author?.handle].compactMap(\.self)
    for case .link(let link) in text.runs where link.kind == .mention {
      if let handle = link.mentionedHandle { handles.append(handle) }
    }
    var seen: Set<String> = [me.handle.lowercased()]
    return handles.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }.map { $0.withoutServer(host) }
  }
}

extension Link {
  /// The handle with its server: where the text names none, that of the address.
  fileprivate var mentionedHandle: String? {
    let name = text.drop { $0 == "@" }
    guard !name.isEmpty, name.allSatisfy({ !$0.isWhitespace }) else { return nil }
    if name.contains("@") { return String(name) }
    guard let address = try? WebAddress(url) else { return nil }
    return "\(name)@\(address.host)"
  }
}

extension String {
  fileprivate func withoutServer(_ host: String?) -> String {
    guard let host, lowercased().hasSuffix("@" + host.lowercased()) else { return self }
    return String(dropLast(host.count + 1))
  }
}
