import FoundationEssentials

extension Draft {
  /// One of the user's accounts, as the writer of a draft.
  public struct Writer: Sendable {
    public var account: AccountID
    public var profile: Profile
    /// The domains of its server.
    public var localDomains: LocalDomains

    public init(account: AccountID, profile: Profile, localDomains: LocalDomains) {
      self.account = account
      self.profile = profile
      self.localDomains = localDomains
    }

    public init(_ account: Account) {
      self.init(account: account.id, profile: account.profile, localDomains: account.localDomains)
    }
  }

  /// Whether another account can write it: not if it edits, continues or replaces a post of its own account.
  public var canMove: Bool {
    guard replaces == nil else { return false }
    return switch purpose {
    case .post, .reply, .quote: true
    case .edit, .continuation: false
    }
  }

  /// The same draft, written by another account. Mentions of accounts at the old server get its domain, and uploaded
  /// files are uploaded again.
  /// - Parameters:
  ///   - id: the ID of the new draft.
  ///   - subject: the post that it replies to or quotes, as the old and the new account know it.
  public func moved(
    from old: Writer, to new: Writer, as id: DraftID, subject: (old: Post, new: Post)?, at date: Date
  ) -> Draft {
    var draft = self
    (draft.id, draft.account, draft.changedAt, draft.refusal) = (id, new.account, date, nil)
    for index in draft.media.indices {
      draft.media[index].remoteID = nil
      (draft.media[index].uploadedDescription, draft.media[index].uploadedFocus) = (nil, nil)
    }
    var (opening, rest) = ("", text)
    switch (purpose, subject) {
    case (.reply, let subject?):
      draft.purpose = .reply(to: DraftSubject(subject.new))
      let oldOpening = Draft.opening(of: subject.old, by: old)
      if text.hasPrefix(oldOpening) {
        (opening, rest) = (Draft.opening(of: subject.new, by: new), String(text.dropFirst(oldOpening.count)))
      }
    case (.quote, let subject?): draft.purpose = .quote(DraftSubject(subject.new))
    default: break
    }
    draft.text = opening + rest.withMentions(of: old, for: new)
    return draft
  }

  /// The mentions that a reply begins with.
  private static func opening(of post: Post, by writer: Writer) -> String {
    post.addressees(without: writer.profile, writer.localDomains).map { "@\($0) " }.joined()
  }
}

extension String {
  /// The text with the domain of a writer's server behind mentions that have none.
  fileprivate func withMentions(of old: Draft.Writer, for new: Draft.Writer) -> String {
    guard old.localDomains != new.localDomains, let at = old.profile.handle.lastIndex(of: "@"),
      at > old.profile.handle.startIndex
    else { return self }
    let domain = old.profile.handle[at...]
    var result = ""
    var rest = self[...]
    while let at = rest.firstIndex(of: "@") {
      let isStart = (at == rest.startIndex ? result.last : rest[rest.index(before: at)])?.continuesHandle != true
      let name = rest[rest.index(after: at)...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
      result += rest[..<name.endIndex]
      rest = rest[name.endIndex...]
      if isStart, !name.isEmpty, rest.first != "@" { result += domain }
      // The domain of a complete handle is not a mention.
      if rest.first == "@" { result.append(String(rest.removeFirst())) }
    }
    return result + rest
  }
}
