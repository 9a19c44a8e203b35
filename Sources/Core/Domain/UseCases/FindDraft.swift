/// Finds saved drafts. A store that cannot be read has none.
public struct FindDraft: Sendable {
  private let drafts: any DraftRepository

  public init(drafts: any DraftRepository) {
    self.drafts = drafts
  }

  /// The draft of the same kind about the same post, such as an unfinished reply to it; nil if there is none.
  public func matching(_ draft: Draft) async -> Draft? {
    await saved(by: draft.account).first { $0.hasSameSubject(as: draft) }
  }

  /// The draft that replaces a scheduled post; nil if there is none.
  public func replacing(_ post: ScheduledPostID, of account: AccountID) async -> Draft? {
    await saved(by: account).first { $0.replaces == post }
  }

  /// The next older draft of the account; after the oldest, the newest. nil if there is no other draft.
  public func next(after id: DraftID, of account: AccountID) async -> Draft? {
    let drafts = await saved(by: account)
    guard let index = drafts.firstIndex(where: { $0.id == id }) else { return drafts.first }
    return drafts.count > 1 ? drafts[(index + 1) % drafts.count] : nil
  }

  /// The number of drafts of an account.
  public func count(of account: AccountID) async -> Int { await saved(by: account).count }

  private func saved(by account: AccountID) async -> [Draft] {
    ((try? await drafts.drafts()) ?? []).filter { $0.account == account }
  }
}

extension Draft {
  fileprivate func hasSameSubject(as other: Draft) -> Bool {
    replaces == other.replaces && purpose.isSameKind(as: other.purpose)
      && purpose.subject?.id == other.purpose.subject?.id
  }
}

extension Draft.Purpose {
  fileprivate func isSameKind(as other: Draft.Purpose) -> Bool {
    switch (self, other) {
    case (.post, .post), (.reply, .reply), (.quote, .quote), (.edit, .edit): true
    default: false
    }
  }
}
