import Domain

// MARK: - Posts added by the user

extension TimelinePager {
  public func postWasAdded(_ post: Post, by addition: PostAddition) {
    switch shouldInsert(post, addition) {
    case true?: add(post)
    case false?: break
    case nil: delegate?.pagerDidMissEntries(self)
    }
  }

  /// Inserts the post at the top if the newest entries are loaded. Otherwise it appears when the user scrolls up.
  private func add(_ post: Post) {
    guard window?.newer == nil, window?.index(of: post.key) == nil, insert([post]) else { return }
    delegate?.pager(self, didAdd: post)
  }

  public func entryWasRemoved(_ key: PostKey) { removeEntries([key]) }
}
