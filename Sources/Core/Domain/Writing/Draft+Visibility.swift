/// The visibility of the published post.
extension Draft {
  /// The widest allowed visibility: that of the post replied to or quoted, or followers if that is unknown. nil for no
  /// bound.
  public var widestVisibility: Visibility? {
    switch purpose {
    case .post, .continuation, .edit: nil
    case .reply(let subject), .quote(let subject): subject.visibility ?? .followers
    }
  }

  /// The visibility to send to the server.
  /// - Parameter ownDefault: the default of the account; nil if unknown.
  /// - Returns: nil to use the server's default, if it cannot be wider than the post replied to or `ownDefault`. nil
  ///   for an edit, which keeps the post's visibility.
  public func visibility(ownDefault: Visibility?) -> Visibility? {
    if case .edit = purpose { return nil }
    let requested = visibility ?? (ownDefault ?? .public).stricter(widestVisibility)
    let bounded = requested.stricter(widestVisibility)
    // If the user has since chosen a stricter default at the server, it applies.
    return visibility == nil && bounded == .public ? nil : bounded
  }

  /// The visibility to show; nil if only the server knows it.
  public func shownVisibility(ownDefault: Visibility?) -> Visibility? {
    if case .edit(let subject) = purpose { return subject.visibility ?? visibility }
    return visibility(ownDefault: ownDefault) ?? ownDefault
  }

  /// Whether the chosen visibility is wider than the post replied to or quoted allows.
  public var isNarrowedBySubject: Bool {
    guard let visibility, let widest = widestVisibility else { return false }
    return visibility.isWider(than: widest)
  }

  /// The draft with its visibility set, so that the server cannot use a wider default.
  public func resolvingVisibility(ownDefault: Visibility?) -> Draft {
    var draft = self
    draft.visibility = visibility(ownDefault: ownDefault)
    return draft
  }

  /// The draft with what is known of its subject, if the visibility of that was unknown.
  public func updatingSubject(from post: Post) -> Draft {
    guard let subject = purpose.subject, subject.id == post.id, subject.visibility == nil else { return self }
    var draft = self
    switch purpose {
    case .reply: draft.purpose = .reply(to: DraftSubject(post))
    case .quote: draft.purpose = .quote(DraftSubject(post))
    case .post, .edit, .continuation: break
    }
    return draft
  }

  /// The draft with its shown visibility set, if that of its subject is unknown: it is then not sent with a wider one
  /// once the subject is known.
  /// - Parameter ownDefault: the default of the account; nil if unknown.
  public func settingShownVisibility(ownDefault: Visibility?) -> Draft {
    guard widestVisibility != nil, purpose.subject?.visibility == nil else { return self }
    return resolvingVisibility(ownDefault: ownDefault)
  }
}
