/// Who will be able to read what a draft becomes.
extension Draft {
  /// The widest that it may be: what is answered or quoted bounds it, and counts as for followers where its own visibility
  /// is not known. nil where nothing bounds it.
  public var widestVisibility: Visibility? {
    switch purpose {
    case .post, .continuation, .edit: nil
    case .reply(let subject), .quote(let subject): subject.visibility ?? .followers
    }
  }

  /// What the server is told.
  /// - Parameter ownDefault: the account's own; nil where it is not known.
  /// - Returns: nil where the server's default for the account is neither wider than what is answered nor than
  ///   `ownDefault`. An edit keeps what the post has, and says nothing.
  public func visibility(ownDefault: Visibility?) -> Visibility? {
    if case .edit = purpose { return nil }
    let wished = visibility ?? (ownDefault ?? .public).stricter(widestVisibility)
    let bounded = wished.stricter(widestVisibility)
    // Where the account has been set narrower since that was asked, the server's default holds.
    return visibility == nil && bounded == .public ? nil : bounded
  }

  /// Who may read the post, for people; nil where only the server knows.
  public func shownVisibility(ownDefault: Visibility?) -> Visibility? {
    if case .edit(let subject) = purpose { return subject.visibility ?? visibility }
    return visibility(ownDefault: ownDefault) ?? ownDefault
  }

  /// Whether the author has asked for more readers than what is answered or quoted has.
  public var isNarrowedBySubject: Bool {
    guard let visibility, let widest = widestVisibility else { return false }
    return visibility.isWider(than: widest)
  }

  /// The same as it is sent: nothing is left to the server that could be wider.
  public func resolvingVisibility(ownDefault: Visibility?) -> Draft {
    var draft = self
    draft.visibility = visibility(ownDefault: ownDefault)
    return draft
  }

  /// With what is known of the post that it is about, where that was not known when it was begun.
  public func learning(subject post: Post) -> Draft {
    var draft = self
    switch purpose {
    case .reply(var subject) where subject.id == post.id && subject.visibility == nil:
      subject.visibility = post.visibility
      draft.purpose = .reply(to: subject)
    case .quote(var subject) where subject.id == post.id && subject.visibility == nil:
      subject.visibility = post.visibility
      draft.purpose = .quote(subject)
    default: break
    }
    return draft
  }
}
